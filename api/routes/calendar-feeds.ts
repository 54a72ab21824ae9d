/**
 * Secret calendar addresses, under which calendar programs read the itinerary without a token (contract.md
 * 2).
 */
import Type from 'typebox'
import { Identifier, Instant, orNull } from '../../schemas/base/formats.js'
import { instantText } from '../../schemas/base/wall-time.js'
import { CALENDAR_PREFIX, calendarUrl, MAX_FEEDS } from '../calendar/calendar-address.js'
import { done } from '../document/common-responses.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { randomToken } from '../oauth/random-token.js'
import { member } from '../operation/access.js'
import { created, nothing, ok } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { idParameter } from '../operation/path-parameter.js'
import { problem } from '../operation/problem.js'
import type { CalendarFeed } from '../ports/calendar-feeds.js'
import type { ApiDeps } from '../ports/deps.js'

const NewFeed = Type.Object(
  {
    name: Type.Optional(orNull(Type.String({ maxLength: 100, description: 'A name to recognise it by.' }))),
  },
  { description: 'A calendar address to create.', additionalProperties: false },
)
const feedFields = {
  id: Identifier('Id of the address.'),
  name: orNull(Type.String({ description: 'Its name.' })),
  created: Instant('When it was created.'),
  last_used: orNull(Instant('When it was last read, to the hour.')),
}
const Feed = Type.Object(feedFields, {
  description: 'A calendar address. Its secret is not shown again.',
})
const CreatedFeed = Type.Object(
  { ...feedFields, url: Type.String({ description: 'The address with its secret: shown once.' }) },
  { description: 'A new calendar address.' },
)
const example = {
  id: '58241077248030',
  name: 'Phone',
  created: '2026-02-01T09:30:00Z',
  last_used: null,
}

const NO_ADDRESS = problem(404, 'not_found', 'There is no calendar address with this id.')
const OF_MEMBER = problem(
  403,
  'access_denied',
  'The member made this calendar address; only the member removes it, on /account/calendar.',
)
const TOO_MANY = problem(
  409,
  'conflict',
  `This member already has ${MAX_FEEDS} calendar addresses; delete one first.`,
)

const feedDoc = (feed: CalendarFeed) => ({
  id: feed.id,
  name: feed.name,
  created: instantText(feed.created),
  last_used: feed.lastUsed === null ? null : instantText(feed.lastUsed),
})

export const createCalendarFeed = operation(
  {
    route: 'POST /v2/calendar-feeds',
    id: 'createCalendarFeed',
    tag: 'Calendar',
    access: member('calendar'),
    summary: 'Create a calendar address',
    description:
      'An address that a calendar program can read without a token until it is deleted. It stops ' +
      'working when the member no longer authorises the application that created it. Anyone who has the ' +
      `address can read the itinerary. At most ${MAX_FEEDS} per member.`,
    repeats: 'Each request makes an address.',
    body: {
      schema: NewFeed,
      example: { name: 'Phone' },
      types: ['application/json', FORM_TYPE],
      resource: Feed,
    },
    responses: {
      201: {
        description: 'The address.',
        schema: CreatedFeed,
        example: {
          ...example,
          url: `https://api.tripfold.example/v2/trips.ics?feed=cal_${'x'.repeat(43)}`,
        },
      },
    },
    problems: [TOO_MANY],
  },
  async ({ body, caller: { member, client } }, { calendars, ids, settings }: ApiDeps) => {
    const secret = randomToken(CALENDAR_PREFIX)
    const name = body.name ?? null
    const feed = await calendars.create({ id: ids.next(), member, client, name, secret }, MAX_FEEDS)
    if (feed === null) return TOO_MANY
    return created({ ...feedDoc(feed), url: calendarUrl(settings.baseUrl, secret) })
  },
)

export const listCalendarFeeds = operation(
  {
    route: 'GET /v2/calendar-feeds',
    id: 'listCalendarFeeds',
    tag: 'Calendar',
    access: member('calendar'),
    summary: 'List calendar addresses',
    description: 'The calendar addresses of the member, without their secrets.',
    responses: {
      200: {
        description: 'The addresses.',
        schema: Type.Array(Feed),
        example: [example],
        headers: ['x-total-count'],
      },
    },
  },
  async ({ caller }, { calendars }: ApiDeps) => {
    const feeds = await calendars.list(caller.member)
    return ok(feeds.map(feedDoc), { total: feeds.length })
  },
)

export const deleteCalendarFeed = operation(
  {
    route: 'DELETE /v2/calendar-feeds/{feed_id}',
    id: 'deleteCalendarFeed',
    tag: 'Calendar',
    access: member('calendar'),
    summary: 'Delete a calendar address',
    description:
      'The address answers 404 from now on. One that the member made on their own pages stays: only the ' +
      'member removes it.',
    params: { feed_id: idParameter('Id of the address.', example.id, NO_ADDRESS) },
    responses: { 200: done('The address is deleted.') },
    problems: [OF_MEMBER, NO_ADDRESS],
  },
  async ({ params, caller }, { calendars }: ApiDeps) => {
    const outcome = await calendars.removeByApp(caller.member, params.feed_id)
    if (outcome === 'unknown') return NO_ADDRESS
    return outcome === 'of_member' ? OF_MEMBER : nothing()
  },
)

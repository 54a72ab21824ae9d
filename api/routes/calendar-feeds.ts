/**
 * Secret calendar addresses, under which calendar programs read the itinerary without a token (contract.md
 * 2).
 */
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { Identifier, Instant, orNull } from '../../schemas/base/formats.js'
import { isId } from '../../schemas/base/ids.js'
import { instantText } from '../../schemas/base/wall-time.js'
import { memberOf } from '../auth/guard.js'
import { CALENDAR_PREFIX, calendarUrl, MAX_FEEDS } from '../calendar/calendar-address.js'
import type { AddEndpoint } from '../endpoint.js'
import { bodyReader } from '../http/body-reader.js'
import { FORM_TYPE } from '../http/form/form-fields.js'
import { sendJson } from '../http/reply.js'
import { randomToken } from '../oauth/random-token.js'
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

const UNKNOWN = 'There is no calendar address with this id.'
const OF_MEMBER = 'The member made this calendar address; only the member removes it, on /account/calendar.'

const feedDoc = (feed: CalendarFeed): Record<string, unknown> => ({
  id: feed.id,
  name: feed.name,
  created: instantText(feed.created),
  last_used: feed.lastUsed === null ? null : instantText(feed.lastUsed),
})

export function calendarFeedRoutes(add: AddEndpoint, deps: ApiDeps): void {
  createCalendarFeed(add, deps)
  listCalendarFeeds(add, deps)
  deleteCalendarFeed(add, deps)
}

function createCalendarFeed(add: AddEndpoint, { calendars, ids, settings }: ApiDeps): void {
  const readBody = bodyReader(NewFeed, { resource: Feed })
  add({
    method: 'POST',
    url: '/v2/calendar-feeds',
    access: ['M'],
    scopes: ['calendar'],
    operation: {
      id: 'createCalendarFeed',
      tag: 'Calendar',
      summary: 'Create a calendar address',
      description:
        'An address that a calendar program can read without a token until it is deleted. It stops ' +
        'working when the member no longer authorises the application that created it. Anyone who has the ' +
        `address can read the itinerary. At most ${MAX_FEEDS} per member.`,
      body: { schema: NewFeed, example: { name: 'Phone' }, types: ['application/json', FORM_TYPE] },
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
      errors: [[409, 'conflict', `The member already has ${MAX_FEEDS} calendar addresses.`]],
    },
    handle: async (request, reply) => {
      const { member, client } = memberOf(request)
      const { name = null } = readBody(request)
      const secret = randomToken(CALENDAR_PREFIX)
      const feed = await calendars.create({ id: ids.next(), member, client, name, secret }, MAX_FEEDS)
      if (feed === null)
        throw new ApiError(
          'conflict',
          `This member already has ${MAX_FEEDS} calendar addresses; delete one first.`,
        )
      const url = calendarUrl(settings.baseUrl, secret)
      return await sendJson(reply.code(201), JSON.stringify({ ...feedDoc(feed), url }))
    },
  })
}

function listCalendarFeeds(add: AddEndpoint, { calendars }: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/calendar-feeds',
    access: ['M'],
    scopes: ['calendar'],
    operation: {
      id: 'listCalendarFeeds',
      tag: 'Calendar',
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
    handle: async (request, reply) => {
      const feeds = await calendars.list(memberOf(request).member)
      void reply.header('x-total-count', String(feeds.length))
      return await sendJson(reply, JSON.stringify(feeds.map(feedDoc)))
    },
  })
}

function deleteCalendarFeed(add: AddEndpoint, { calendars }: ApiDeps): void {
  add({
    method: 'DELETE',
    url: '/v2/calendar-feeds/:feed_id',
    params: { feed_id: Type.String() },
    access: ['M'],
    scopes: ['calendar'],
    operation: {
      id: 'deleteCalendarFeed',
      tag: 'Calendar',
      summary: 'Delete a calendar address',
      description:
        'The address answers 404 from now on. One that the member made on their own pages stays: only the ' +
        'member removes it.',
      path: { feed_id: { description: 'Id of the address.', example: example.id } },
      responses: { 200: { description: 'The address is deleted.', schema: Type.Object({}), example: {} } },
      errors: [
        [403, 'access_denied', OF_MEMBER],
        [404, 'not_found', UNKNOWN],
      ],
    },
    handle: async (request, reply) => {
      const { feed_id: id } = request.params
      const outcome = isId(id) ? await calendars.removeByApp(memberOf(request).member, id) : 'unknown'
      if (outcome === 'unknown') throw new ApiError('not_found', UNKNOWN)
      if (outcome === 'of_member') throw new ApiError('access_denied', OF_MEMBER)
      return await sendJson(reply, '{}')
    },
  })
}

/** The itinerary for calendar programs, and the secret addresses under which they read it (contract.md 2). */
import Type from 'typebox'
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { Identifier, Instant, orNull } from '../../schemas/base/formats.js'
import { memberOf } from '../auth/guard.js'
import { bodyReader } from '../http/body-reader.js'
import { calendarText } from '../calendar/calendar.js'
import type { SegmentDoc } from '../calendar/calendar.js'
import type { ApiDeps } from '../ports/deps.js'
import type { AddEndpoint } from '../endpoint.js'
import { textTag, notModified } from '../http/etag.js'
import { FORM_TYPE } from '../http/form.js'
import { textParameter } from '../http/query.js'
import type { CalendarFeed } from '../ports/reads.js'
import { sendJson } from '../http/reply.js'

const DAY = 86_400_000
/** How far back a calendar goes, and how many events it holds at most, the latest ones. */
const PAST_DAYS = 400
const MOST_EVENTS = 2_000
const MOST_FEEDS = 20
const SECRET = /^cal_[\w-]{43}$/

const NewFeed = Type.Object(
  { name: Type.Optional(orNull(Type.String({ maxLength: 100, description: 'A name to know it by.' }))) },
  { description: 'A calendar address to make.' },
)
const feedFields = {
  id: Identifier('Id of the address.'),
  name: orNull(Type.String({ description: 'Its name.' })),
  created: Instant('When it was made.'),
  last_used: orNull(Instant('When it was last read, to the hour.')),
}
const Feed = Type.Object(feedFields, { description: 'A calendar address; its secret is not shown again.' })
const MadeFeed = Type.Object(
  { ...feedFields, url: Type.String({ description: 'The address, with its secret: shown once.' }) },
  { description: 'A new calendar address.' },
)
const example = { id: '58241077248030', name: 'Phone', created: '2026-02-01T09:30:00+0000', last_used: null }

const stamp = (at: Date): string => `${at.toISOString().slice(0, 19)}+0000`
const shown = (feed: CalendarFeed): Record<string, unknown> => ({
  id: feed.id,
  name: feed.name,
  created: stamp(feed.created),
  last_used: feed.lastUsed === null ? null : stamp(feed.lastUsed),
})

export function calendarRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { calendars } = deps
  const { authUrl, baseUrl } = deps.settings
  const readNew = bodyReader(NewFeed)

  const readerOf = async (request: FastifyRequest): Promise<string> => {
    if (request.caller !== null) return memberOf(request).member
    const secret = textParameter(request, 'feed')
    const member = secret !== null && SECRET.test(secret) ? await calendars.memberOf(secret) : null
    // Not 401: a calendar program would ask for a password.
    if (member === null)
      throw new ApiError('not_found', 'There is no calendar at this address; it was ended, or is not whole.')
    return member
  }

  add({
    method: 'GET',
    url: '/v2/trips.ics',
    access: ['M'],
    skipGuard: (request) =>
      request.headers.authorization === undefined &&
      (request.query as Record<string, unknown>)['feed'] !== undefined,
    produces: 'text/calendar',
    operation: {
      id: 'getCalendar',
      tag: 'Calendar',
      summary: 'Read the itinerary as a calendar',
      description: `iCalendar (RFC 5545) of the segments from ${PAST_DAYS} days ago on, the latest ${MOST_EVENTS.toLocaleString('en-US')} when there are more, each end in the time zone of its place. Identifiers are stable, and cancelled segments are marked as such. For a calendar program, make an address of its own with POST /v2/calendar-feeds.`,
      parameters: ['feed', 'if_none_match'],
      responses: {
        200: {
          description: 'The calendar.',
          schema: Type.String({ description: 'iCalendar.' }),
          type: 'text/calendar',
          headers: ['etag'],
        },
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
      errors: [[404, 'not_found', 'There is no calendar address with the secret in `feed`, or no longer.']],
    },
    handle: async (request, reply) => {
      const member = await readerOf(request)
      const page = await deps.reads.segments.list(member, {
        type: null,
        source: null,
        status: ['Active', 'Pending', 'Cancelled'],
        start: deps.now() - PAST_DAYS * DAY,
        end: null,
        since: null,
        until: null,
        confirmationNo: null,
        unfiled: false,
        provenance: false,
        latest: true,
        limit: MOST_EVENTS,
        offset: 0,
        after: null,
      })
      const text = calendarText(
        page.rows.reverse().map((row) => ({ doc: JSON.parse(row.doc) as SegmentDoc, version: row.version })),
        { name: 'Tripfold', pageUrl: `${authUrl}/account/trips` },
      )
      if (notModified(request, reply, textTag(text))) return await reply.code(304).send()
      return await reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="trips.ics"')
        .send(text)
    },
  })

  add({
    method: 'POST',
    url: '/v2/calendar-feeds',
    access: ['M'],
    operation: {
      id: 'createCalendarFeed',
      tag: 'Calendar',
      summary: 'Make a calendar address',
      description: `An address that a calendar program can read without a token, until it is ended. It ends by itself when the member no longer authorises the application that made it. Whoever has it sees the itinerary. At most ${MOST_FEEDS} a member.`,
      body: { schema: NewFeed, example: { name: 'Phone' }, types: ['application/json', FORM_TYPE] },
      responses: {
        201: {
          description: 'The address.',
          schema: MadeFeed,
          example: { ...example, url: `https://localhost:8443/v2/trips.ics?feed=cal_${'x'.repeat(43)}` },
        },
      },
      errors: [[409, 'conflict', `There are ${MOST_FEEDS} addresses already.`]],
    },
    handle: async (request, reply) => {
      const { member, client } = memberOf(request)
      const { name = null } = readNew(request)
      const secret = `cal_${randomBytes(32).toString('base64url')}`
      const feed = await calendars.create({ id: deps.ids.next(), member, client, name, secret }, MOST_FEEDS)
      if (feed === null)
        throw new ApiError('conflict', `There are ${MOST_FEEDS} calendar addresses already; end one first.`)
      return await sendJson(
        reply.code(201),
        JSON.stringify({ ...shown(feed), url: `${baseUrl}/v2/trips.ics?feed=${secret}` }),
      )
    },
  })

  add({
    method: 'GET',
    url: '/v2/calendar-feeds',
    access: ['M'],
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
      return await sendJson(
        reply.header('x-total-count', String(feeds.length)),
        JSON.stringify(feeds.map(shown)),
      )
    },
  })

  add({
    method: 'DELETE',
    url: '/v2/calendar-feeds/:feed_id',
    params: { feed_id: Type.String() },
    access: ['M'],
    operation: {
      id: 'deleteCalendarFeed',
      tag: 'Calendar',
      summary: 'End a calendar address',
      description: 'It answers 404 from now on.',
      path: { feed_id: { description: 'Id of the address.', example: example.id } },
      responses: { 200: { description: 'It is ended.', schema: Type.Object({}), example: {} } },
      errors: [[404, 'not_found', 'There is no calendar address with this id.']],
    },
    handle: async (request, reply) => {
      const { feed_id: id } = request.params
      if (!isId(id) || !(await calendars.remove(memberOf(request).member, id)))
        throw new ApiError('not_found', 'There is no calendar address with this id.')
      return await sendJson(reply, '{}')
    },
  })
}

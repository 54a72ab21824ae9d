/** The itinerary for calendar programs (contract.md 2). */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { memberOf } from '../auth/guard.js'
import { calendarText } from '../calendar/calendar.js'
import type { SegmentDoc } from '../calendar/segment-doc.js'
import { CALENDARS_IN_FLIGHT } from '../commands/in-flight-limit.js'
import { NOT_MODIFIED } from '../document/common-responses.js'
import type { AddEndpoint } from '../endpoint.js'
import { notModified, textTag } from '../http/etag.js'
import { textParameter } from '../http/query.js'
import type { CalendarFeeds } from '../ports/calendar-feeds.js'
import type { ApiDeps } from '../ports/deps.js'

const DAY_MS = 86_400_000
/** How far back a calendar goes, and how many events it has at most: the latest ones. */
const PAST_DAYS = 400
const MAX_EVENTS = 2_000
const SECRET = /^cal_[\w-]{43}$/

export function calendarRoutes(add: AddEndpoint, deps: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/trips.ics',
    access: ['M'],
    scopes: ['calendar'],
    skipGuard: (request) =>
      request.headers.authorization === undefined &&
      (request.query as Record<string, unknown>)['feed'] !== undefined,
    produces: 'text/calendar',
    inFlight: CALENDARS_IN_FLIGHT,
    operation: {
      id: 'getCalendar',
      tag: 'Calendar',
      summary: 'Read the itinerary as a calendar',
      description:
        `iCalendar (RFC 5545) of the segments since ${PAST_DAYS} days ago, the latest ` +
        `${MAX_EVENTS.toLocaleString('en-US')} if there are more; each end is in the time zone of its ` +
        'place. Identifiers are stable, and cancelled segments are marked as such. For a calendar ' +
        'program, create an address with POST /v2/calendar-feeds.',
      parameters: ['feed', 'if_none_match'],
      responses: {
        200: {
          description: 'The calendar.',
          schema: Type.String({ description: 'iCalendar.' }),
          type: 'text/calendar',
          headers: ['etag'],
        },
        304: NOT_MODIFIED,
      },
      errors: [[404, 'not_found', 'There is no calendar address with the secret in `feed`.']],
    },
    handle: async (request, reply) => {
      const member = await readerOf(request, deps.calendars)
      const text = await memberCalendar(member, deps)
      if (notModified(request, reply, textTag(text))) return await reply.code(304).send()
      return await reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="trips.ics"')
        .send(text)
    },
  })
}

/** The member of the token or of the secret in `feed`. */
async function readerOf(request: FastifyRequest, calendars: CalendarFeeds): Promise<string> {
  if (request.caller !== null) return memberOf(request).member
  const secret = textParameter(request, 'feed')
  const member = secret !== null && SECRET.test(secret) ? await calendars.memberOf(secret) : null
  // Not 401: a calendar program would ask for a password.
  if (member === null)
    throw new ApiError(
      'not_found',
      'There is no calendar at this address. It was removed, or the address is incomplete.',
    )
  return member
}

async function memberCalendar(member: string, { reads, now, settings }: ApiDeps): Promise<string> {
  const { rows } = await reads.segments.list(member, {
    type: null,
    source: null,
    status: ['Active', 'Pending', 'Cancelled'],
    start: now() - PAST_DAYS * DAY_MS,
    end: null,
    since: null,
    until: null,
    confirmationNo: null,
    unfiled: false,
    provenance: false,
    latest: true,
    limit: MAX_EVENTS,
    offset: 0,
    after: null,
  })
  const segments = rows
    .reverse()
    .map((row) => ({ doc: JSON.parse(row.doc) as SegmentDoc, version: row.version }))
  return calendarText(segments, { name: 'Tripfold', pageUrl: `${settings.authUrl}/account/trips` })
}

/** The itinerary for calendar programs (contract.md 2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import Type from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { memberOf } from '../auth/guard.js'
import { calendarCache } from '../calendar/calendar-cache.js'
import { calendarLimits } from '../calendar/calendar-limits.js'
import type { CalendarLimits } from '../calendar/calendar-limits.js'
import { calendarRenderer } from '../calendar/calendar-renderer.js'
import { airportCodes } from '../calendar/event-place.js'
import { CALENDARS_IN_FLIGHT } from '../operation/in-flight-limit.js'
import { NOT_MODIFIED } from '../document/common-responses.js'
import type { AddEndpoint } from '../endpoint.js'
import { notModified, textTag } from '../http/etag.js'
import { textParameter } from '../http/query.js'
import { acceptsGzip } from '../plugins/compression.js'
import type { RateLimits } from '../plugins/rate-limits.js'
import type { CalendarAddress } from '../ports/calendar-feeds.js'
import type { ApiDeps } from '../ports/deps.js'

const DAY_MS = 86_400_000
/** How far back a calendar goes, and how many segments it has at most: the latest ones. */
const PAST_DAYS = 400
const MAX_SEGMENTS = 2_000
/** Of the documents that a calendar is made from. */
const MAX_DOCUMENT_BYTES = 8 * 2 ** 20
/** Of compressed calendars: those of some thousand members. */
const CACHE_BYTES = 16 * 2 ** 20
const AT_ONCE = 2
const MAX_WAITING = 200
/** To be raised when the same segments make another calendar than before. */
const FORMAT = 2
const SECRET = /^cal_[\w-]{43}$/

const toText = promisify(gunzip)

/** Adds the endpoint; `app` ends its thread when it closes. */
export function calendarRoutes(
  app: FastifyInstance,
  add: AddEndpoint,
  deps: ApiDeps,
  limits: RateLimits,
): void {
  const reader = calendarLimits(limits, deps.calendars, deps.now)
  const calendarOf = memberCalendars(app, deps)
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
        `${MAX_SEGMENTS.toLocaleString('en-US')} if there are more; each end is in the time zone of its ` +
        'place. A stay is whole days that leave the traveller free, a rental its pick-up and its return, ' +
        'anything else one event. Identifiers are stable, cancelled segments are marked as such, and URL is ' +
        'the page of the trip. For a calendar program, create an address with POST /v2/calendar-feeds. Reads have a limit of their own, per ' +
        'address or token; the entity tag changes with the itinerary, and once a day.',
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
      const { member, version } = await readerOf(request, reply, reader, deps)
      const tag = textTag([member, version, today(deps), saltOf(deps)].join(' '))
      if (notModified(request, reply, tag)) return await reply.code(304).send()
      const calendar = await calendarOf(member, tag)
      void reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="trips.ics"')
        .header('etag', calendar.tag)
      return acceptsGzip(request.headers['accept-encoding'])
        ? await reply.header('content-encoding', 'gzip').send(calendar.gzip)
        : await reply.send(await toText(calendar.gzip))
    },
  })
}

/** Days since 1970: a calendar begins with a day, so that it stays the same until the next one. */
const today = ({ now }: ApiDeps): number => Math.floor(now() / DAY_MS)

/** What else a calendar is made from. */
const saltOf = (deps: ApiDeps): string => `${FORMAT} ${process.versions['tz'] ?? ''} ${pageUrl(deps)}`
const pageUrl = ({ settings }: ApiDeps): string => `${settings.authUrl}/account/trips`

/** The member of the token or of the secret in `feed`, and the version of the itinerary. */
async function readerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  limits: CalendarLimits,
  { reads }: ApiDeps,
): Promise<CalendarAddress> {
  if (request.caller !== null) {
    const caller = memberOf(request)
    limits.takeToken(caller, reply)
    return { member: caller.member, version: (await reads.calendar.version(caller.member)) ?? '' }
  }
  const secret = textParameter(request, 'feed')
  const address =
    secret !== null && SECRET.test(secret) ? await limits.findAddress(secret, request, reply) : null
  // Not 401: a calendar program would ask for a password.
  if (address === null)
    throw new ApiError(
      'not_found',
      'There is no calendar at this address. It was removed, or the address is incomplete.',
    )
  return address
}

/** The calendars of members, made in a thread and kept while their itineraries stay as they are. */
function memberCalendars(app: FastifyInstance, deps: ApiDeps): ReturnType<typeof calendarCache> {
  const renderer = calendarRenderer(deps.calendarThread)
  app.addHook('onClose', async () => {
    await renderer.close()
  })
  return calendarCache({
    make: async (member) => {
      const rows = await deps.reads.calendar.segments(member, {
        since: (today(deps) - PAST_DAYS) * DAY_MS,
        segments: MAX_SEGMENTS,
        bytes: MAX_DOCUMENT_BYTES,
      })
      const airports = await deps.reads.calendar.airportNames(airportCodes(rows.map(({ doc }) => doc)))
      return await renderer.render({ rows, pageUrl: pageUrl(deps), airports, now: deps.now() })
    },
    bytes: CACHE_BYTES,
    atOnce: AT_ONCE,
    waiting: MAX_WAITING,
  })
}

/** The itinerary for calendar programs (contract.md 2). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import Type from 'typebox'
import { calendarCache } from '../calendar/calendar-cache.js'
import type { CalendarLimits } from '../calendar/calendar-limits.js'
import { calendarRenderer } from '../calendar/calendar-renderer.js'
import { airportCodes } from '../calendar/event-place.js'
import { NOT_MODIFIED } from '../document/common-responses.js'
import { textTag } from '../http/etag.js'
import { member, or } from '../operation/access.js'
import type { MemberCaller } from '../operation/access.js'
import { ok, ready, unchanged } from '../operation/answer.js'
import { operation } from '../operation/declaration.js'
import { CALENDARS_IN_FLIGHT } from '../operation/in-flight-limit.js'
import { problem } from '../operation/problem.js'
import { acceptsGzip } from '../plugins/compression.js'
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

/** What the calendars of a server share. */
export interface CalendarDeps extends ApiDeps {
  calendarLimits: CalendarLimits
  calendarOf: ReturnType<typeof calendarCache>
}

// Not 401: a calendar program would ask for a password.
const NO_CALENDAR = problem(
  404,
  'not_found',
  'There is no calendar at this address. It was removed, or the address is incomplete.',
)

export const getCalendar = operation(
  {
    route: 'GET /v2/trips.ics',
    id: 'getCalendar',
    tag: 'Calendar',
    access: or(
      member('calendar'),
      ({ headers, query }) => headers.authorization === undefined && 'feed' in (query as object),
    ),
    produces: 'text/calendar',
    inFlight: CALENDARS_IN_FLIGHT,
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
    problems: [NO_CALENDAR],
  },
  async (input, deps: CalendarDeps) => {
    const { caller, query, request, has, header } = input
    const address =
      caller === null
        ? await addressOf(query.feed, request, header, deps)
        : await tokenAddress(caller, header, deps)
    if (address === null) return NO_CALENDAR
    const tag = textTag([address.member, address.version, today(deps), saltOf(deps)].join(' '))
    if (has(tag)) return unchanged(tag)
    const calendar = await deps.calendarOf(address.member, tag)
    const headers = { 'content-disposition': 'inline; filename="trips.ics"' }
    if (acceptsGzip(request.headers['accept-encoding']))
      return ok(ready(calendar.gzip), {
        tag: calendar.tag,
        headers: { ...headers, 'content-encoding': 'gzip' },
      })
    return ok(ready(await toText(calendar.gzip)), { tag: calendar.tag, headers })
  },
)

/** Days since 1970: a calendar begins with a day, so that it stays the same until the next one. */
const today = ({ now }: ApiDeps): number => Math.floor(now() / DAY_MS)

/** What else a calendar is made from. */
const saltOf = (deps: ApiDeps): string => `${FORMAT} ${process.versions['tz'] ?? ''} ${pageUrl(deps)}`
const pageUrl = ({ settings }: ApiDeps): string => `${settings.authUrl}/account/trips`

type SetHeader = (name: string, value: string) => void

/** The calendar of a token's member; its read is counted. */
async function tokenAddress(
  caller: MemberCaller,
  header: SetHeader,
  { reads, calendarLimits }: CalendarDeps,
): Promise<CalendarAddress> {
  calendarLimits.takeToken(caller, header)
  return { member: caller.member, version: (await reads.calendar.version(caller.member)) ?? '' }
}

/** The calendar at an address; null if there is none. */
async function addressOf(
  secret: string | null,
  request: FastifyRequest,
  header: SetHeader,
  { calendarLimits }: CalendarDeps,
): Promise<CalendarAddress | null> {
  return secret !== null && SECRET.test(secret)
    ? await calendarLimits.findAddress(secret, request, header)
    : null
}

/** The calendars of members, made in a thread and kept while their itineraries stay as they are; `app` ends it. */
export function memberCalendars(app: FastifyInstance, deps: ApiDeps): ReturnType<typeof calendarCache> {
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

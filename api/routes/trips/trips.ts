/** Reading trips (contract.md 2, 4 and 10.4). */
import type { TripQuery, TripRow } from '../../../schemas/itinerary/reads.js'
import { Trip } from '../../../schemas/itinerary/trip.js'
import { found, listedOrSame, tagged } from '../../document/common-responses.js'
import { segmentsVariant } from '../../http/etag.js'
import { pageOf, positionAfter } from '../../http/pagination.js'
import { tripText } from '../../http/splice-segments.js'
import { JSON_LD, LINKED_TRIP, tripAsLinkedData } from '../../linked-data/trip.js'
import { member } from '../../operation/access.js'
import { cut, ok, ready, resource } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import type { QueryOf } from '../../operation/parameters.js'
import { problem } from '../../operation/problem.js'
import type { ApiDeps } from '../../ports/deps.js'
import { tripListTag } from './list-answers.js'
import type { ListAnswers } from './list-answers.js'
import { NO_TRIP, TRIP_ID } from './trip-target.js'

const DAY_MS = 86_400_000

const LIST_PARAMETERS = [
  'start',
  'end',
  'since',
  'until',
  'trip_status',
  'privacy',
  'purpose',
  'segments',
  'limit_trips',
  'offset',
  'cursor',
  'if_none_match',
] as const
const ONE = {
  ...found('The trip.', Trip),
  200: { ...tagged('The trip.', Trip), otherTypes: { [JSON_LD]: LINKED_TRIP } },
}
const AS_LINKED_DATA =
  ' With `Accept: application/ld+json`, a schema.org ReservationPackage with a reservation for each of its ' +
  'segments, for email programs, calendars and assistants.'

interface ListDeps extends ApiDeps {
  tripLists: ListAnswers
}

const listOperation = (
  path: `/v2/${string}`,
  view: TripQuery['view'],
  texts: { id: string; summary: string; description: string },
) =>
  operation(
    {
      route: `GET ${path}`,
      ...texts,
      tag: 'Trips',
      access: member('trips:read'),
      parameters: LIST_PARAMETERS,
      responses: listedOrSame('The trips; an empty list if there is none.', Trip),
    },
    async ({ query, caller, request, has }, { reads, now, tripLists }: ListDeps) => {
      const filters = listFilters(query, view, now())
      const isSync = filters.since !== null || filters.until !== null
      const page = pageOf(query, isSync && view === 'list' ? 'trips.updated' : `trips.${view}`)
      const key = `${caller.member} ${request.url}`
      const { revisions, answer } = tripLists.earlier(key)
      const asked = { ...filters, limit: page.limit + 1, offset: page.offset, after: positionAfter(page) }
      const found = await reads.trips.listChanged(caller.member, asked, revisions)
      const { rows, total, next } = cut(page, found, (row) => [row.at, row.id])
      const tag = tripListTag(rows, total, filters.segments)
      const body = has(tag) ? '' : tripLists.body(key, tag, rows, answer)
      return ok(ready(body), { tag, total, next })
    },
  )

export const listTrips = listOperation('/v2/trips', 'list', {
  id: 'listTrips',
  summary: 'List trips',
  description:
    'Trips by begin, then id. Without since and until, `start` is `today` and `status` is Active; trips ' +
    'without times come first then, unless `start` or `end` is given. With since or until, the list is ' +
    'ordered by `updated` and includes cancelled, merged and deleted trips, so that a client can stay ' +
    'in sync.',
})

export const listUpcomingTrips = listOperation('/v2/trips/upcoming', 'upcoming', {
  id: 'listUpcomingTrips',
  summary: 'List upcoming trips',
  description: 'Trips that end now or later, in increasing order of begin; a running trip comes first.',
})

export const listPastTrips = listOperation('/v2/trips/past', 'past', {
  id: 'listPastTrips',
  summary: 'List past trips',
  description: 'Trips that have ended, in decreasing order of end.',
})

export const listPastTripsAlias = listOperation('/v2/trip/past', 'past', {
  id: 'listPastTripsAlias',
  summary: 'List past trips (alias)',
  description: 'The same as GET /v2/trips/past, for clients that use the singular form.',
})

/** With `since` or `until`, a client stays in sync: `start` and `status` have no default (contract.md 4). */
function listFilters(
  { since, until, start, end, status, privacy, purpose, segments }: QueryOf<(typeof LIST_PARAMETERS)[number]>,
  view: TripQuery['view'],
  now: number,
): Omit<TripQuery, 'limit' | 'offset' | 'after'> {
  const isSync = since !== null || until !== null
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return {
    view,
    now,
    since,
    until,
    undated: start === null,
    start: start ?? (view === 'list' && !isSync ? today : null),
    end,
    status: status ?? (isSync ? null : ['Active']),
    privacy,
    purpose,
    segments,
  }
}

const NO_CURRENT_TRIP = problem(404, 'not_found', 'This member has no Active trip with times.')

export const getCurrentTrip = operation(
  {
    route: 'GET /v2/trips/current',
    id: 'getCurrentTrip',
    tag: 'Trips',
    access: member('trips:read'),
    summary: 'Read the current trip',
    description:
      'The trip being travelled now; of several, the one that began last. Otherwise the one nearest in time: ' +
      'the last past one by its end or the next one by its begin, whichever is closer; of two equally close, the ' +
      `next one. Only Active trips with times count. If there is none, 404.${AS_LINKED_DATA}`,
    alsoProduces: [JSON_LD],
    parameters: ['segments', 'if_none_match'],
    responses: ONE,
    problems: [NO_CURRENT_TRIP],
  },
  async ({ query, caller, type }, { reads, now }: ApiDeps) => {
    const row = await reads.trips.current(caller.member, now(), query.segments || type === JSON_LD)
    return row === null ? NO_CURRENT_TRIP : tripResource(row, type)
  },
)

export const getTrip = operation(
  {
    route: 'GET /v2/trips/{trip_id}',
    id: 'getTrip',
    tag: 'Trips',
    access: member('trips:read'),
    summary: 'Read a trip',
    description: `One trip by its id, whatever its status.${AS_LINKED_DATA}`,
    alsoProduces: [JSON_LD],
    params: TRIP_ID,
    parameters: ['segments', 'follow', 'if_none_match'],
    responses: ONE,
    problems: [NO_TRIP],
  },
  async ({ params, query, caller, type }, { reads }: ApiDeps) => {
    const options = { ...query, segments: query.segments || type === JSON_LD }
    const row = await reads.trips.byId(caller.member, params.trip_id, options)
    return row === null ? NO_TRIP : tripResource(row, type)
  },
)

const tripResource = (row: TripRow, type: string) =>
  type === JSON_LD
    ? resource(row, { text: () => tripAsLinkedData(tripText(row)), variant: `${segmentsVariant([row])}~ld` })
    : resource(row, { text: () => tripText(row), variant: segmentsVariant([row]) })

/** Reading trips (contract.md 2, 4 and 10.4). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { PRIVACIES, TRIP_STATUSES, Trip } from '../../../schemas/itinerary/trip.js'
import { memberOf } from '../../auth/guard.js'
import { NOT_MODIFIED } from '../../document/common-responses.js'
import { tripExample } from '../../document/examples/resources.js'
import type { Operation } from '../../document/operation.js'
import type { AddEndpoint } from '../../endpoint.js'
import { dayParameter, instantParameter } from '../../http/date-parameters.js'
import { notModified, rowTag, segmentsVariant } from '../../http/etag.js'
import { PAGE_SIZES } from '../../http/page-sizes.js'
import { paginate, positionAfter, readPageRequest } from '../../http/pagination.js'
import { choiceParameter, choicesParameter, flagParameter } from '../../http/query.js'
import { sendJson } from '../../http/reply.js'
import { tripText } from '../../http/splice-segments.js'
import type { ApiDeps } from '../../ports/deps.js'
import type { TripQuery, TripRow } from '../../../schemas/itinerary/reads.js'
import { listAnswers, tripListTag } from './list-answers.js'
import type { ListAnswers } from './list-answers.js'
import { TRIP_PARAMS, TRIP_PATH, tripId, tripNotFound } from './trip-target.js'

const DAY_MS = 86_400_000

const LIST: Pick<Operation, 'tag' | 'parameters' | 'responses'> = {
  tag: 'Trips',
  parameters: [
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
  ],
  responses: {
    200: {
      description: 'The trips; an empty list if there is none.',
      schema: Type.Array(Trip),
      example: [tripExample],
      headers: ['x-total-count', 'link', 'etag'],
    },
    304: NOT_MODIFIED,
  },
}
const ONE: Operation['responses'] = {
  200: { description: 'The trip.', schema: Trip, example: tripExample, headers: ['etag'] },
  304: NOT_MODIFIED,
}

interface ListEndpoint {
  url: string
  view: TripQuery['view']
  id: string
  summary: string
  description: string
}

const LISTS: readonly ListEndpoint[] = [
  {
    url: '/v2/trips',
    view: 'list',
    id: 'listTrips',
    summary: 'List trips',
    description:
      'Trips by begin, then id. Without since and until, `start` is `today` and `status` is Active; trips ' +
      'without times come first then, unless `start` or `end` is given. With since or until, the list is ' +
      'ordered by `updated` and includes cancelled, merged and deleted trips, so that a client can stay ' +
      'in sync.',
  },
  {
    url: '/v2/trips/upcoming',
    view: 'upcoming',
    id: 'listUpcomingTrips',
    summary: 'List upcoming trips',
    description: 'Trips that end now or later, in increasing order of begin; a running trip comes first.',
  },
  {
    url: '/v2/trips/past',
    view: 'past',
    id: 'listPastTrips',
    summary: 'List past trips',
    description: 'Trips that have ended, in decreasing order of end.',
  },
  {
    url: '/v2/trip/past',
    view: 'past',
    id: 'listPastTripsAlias',
    summary: 'List past trips (alias)',
    description: 'The same as GET /v2/trips/past, for clients that use the singular form.',
  },
]

const READ_CACHE_BYTES = 32 * 2 ** 20

export function tripRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const answers = listAnswers(deps.settings.readCacheBytes ?? READ_CACHE_BYTES)
  for (const { url, view, id, summary, description } of LISTS)
    add({
      method: 'GET',
      url,
      access: ['M'],
      scopes: ['trips:read'],
      operation: { id, summary, description, ...LIST },
      handle: async (request, reply) => await listTrips({ ...deps, answers }, view, request, reply),
    })
  getCurrentTrip(add, deps)
  getTrip(add, deps)
}

async function listTrips(
  deps: ApiDeps & { answers: ListAnswers },
  view: TripQuery['view'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const filters = listFilters(request, view, deps.now())
  const isSync = filters.since !== null || filters.until !== null
  const order = isSync && view === 'list' ? 'trips.updated' : `trips.${view}`
  const page = readPageRequest(request, order, PAGE_SIZES.trips)
  const { member } = memberOf(request)
  const key = `${member} ${request.url}`
  const { revisions, answer } = deps.answers.earlier(key)
  const query = { ...filters, limit: page.limit + 1, offset: page.offset, after: positionAfter(page) }
  const result = await deps.reads.trips.listChanged(member, query, revisions)
  const rows = paginate(request, reply, deps.settings.baseUrl, page, {
    ...result,
    positionOf: (row) => [row.at, row.id],
  })
  const tag = tripListTag(rows, result.total, filters.segments)
  if (notModified(request, reply, tag)) return await reply.code(304).send()
  return await sendJson(reply, deps.answers.body(key, tag, rows, answer))
}

/** With `since` or `until`, a client stays in sync: `start` and `status` have no default (contract.md 4). */
function listFilters(
  request: FastifyRequest,
  view: TripQuery['view'],
  now: number,
): Omit<TripQuery, 'limit' | 'offset' | 'after'> {
  const since = instantParameter(request, 'since')
  const until = instantParameter(request, 'until')
  const isSync = since !== null || until !== null
  const start = dayParameter(request, 'start', now)
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return {
    view,
    now,
    since,
    until,
    undated: start === null,
    start: start ?? (view === 'list' && !isSync ? today : null),
    end: dayParameter(request, 'end', now),
    status: choicesParameter(request, 'status', TRIP_STATUSES) ?? (isSync ? null : ['Active']),
    privacy: choicesParameter(request, 'privacy', PRIVACIES),
    purpose: choiceParameter(request, 'purpose', ['Personal', 'Business']),
    segments: flagParameter(request, 'segments'),
  }
}

function getCurrentTrip(add: AddEndpoint, { reads, now }: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/trips/current',
    access: ['M'],
    scopes: ['trips:read'],
    operation: {
      id: 'getCurrentTrip',
      tag: 'Trips',
      summary: 'Read the current trip',
      description:
        'The trip being travelled now; of several, the one that began last. Else the one that is nearest in time: ' +
        'the last past one by its end or the next one by its begin, whichever is closer; of two as close, the ' +
        'coming one. Only Active trips with times count. Without any, 404.',
      parameters: ['segments', 'if_none_match'],
      responses: ONE,
      errors: [[404, 'not_found', 'The member has no trip.']],
    },
    handle: async (request, reply) => {
      const segments = flagParameter(request, 'segments')
      const row = await reads.trips.current(memberOf(request).member, now(), segments)
      if (row === null) throw new ApiError('not_found', 'This member has no trip.')
      return await sendTrip(request, reply, row)
    },
  })
}

function getTrip(add: AddEndpoint, { reads }: ApiDeps): void {
  add({
    method: 'GET',
    url: '/v2/trips/:trip_id',
    params: TRIP_PARAMS,
    access: ['M'],
    scopes: ['trips:read'],
    operation: {
      id: 'getTrip',
      tag: 'Trips',
      summary: 'Read a trip',
      description: 'One trip by its id, whatever its status.',
      path: TRIP_PATH,
      parameters: ['segments', 'follow', 'if_none_match'],
      responses: ONE,
      errors: [[404, 'invalid_request', 'There is no trip with this id.']],
    },
    handle: async (request, reply) => {
      const id = tripId(request)
      const segments = flagParameter(request, 'segments')
      const follow = flagParameter(request, 'follow')
      const row = await reads.trips.byId(memberOf(request).member, id, { segments, follow })
      if (row === null) throw tripNotFound()
      return await sendTrip(request, reply, row)
    },
  })
}

async function sendTrip(request: FastifyRequest, reply: FastifyReply, row: TripRow): Promise<FastifyReply> {
  if (notModified(request, reply, rowTag(row, segmentsVariant([row])))) return await reply.code(304).send()
  return await sendJson(reply, tripText(row))
}

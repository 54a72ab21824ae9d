/** Reading trips (interface.txt 4.1, contract.md 2 and 4). */
import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { PRIVACIES, TRIP_STATUSES, Trip } from '../../schemas/itinerary/trip.js'
import { memberOf } from '../auth/guard.js'
import type { ApiDeps } from '../ports/deps.js'
import { tripExample } from '../document/examples/resources.js'
import type { Operation } from '../document/operation.js'
import type { AddEndpoint, TypedRequest } from '../endpoint.js'
import { listTag, rowTag, segmentsVariant, notModified } from '../http/etag.js'
import { positionAfter, paginate, readPageRequest } from '../http/pagination.js'
import { dayParameter, instantParameter } from '../http/date-parameters.js'
import { choiceParameter, choicesParameter, flagParameter } from '../http/query.js'
import type { TripQuery } from '../ports/reads.js'
import { sendJson } from '../http/reply.js'
import { arrayText, tripText } from '../http/splice-segments.js'

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
    'limit',
    'offset',
    'cursor',
    'if_none_match',
  ],
  responses: {
    200: {
      description: 'Trips; an empty list when there is none.',
      schema: Type.Array(Trip),
      example: [tripExample],
      headers: ['x-total-count', 'link', 'etag'],
    },
    304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
  },
}

export const TRIP_PARAMS = { trip_id: Type.String() }

/** An id of a trip in a path; a malformed one is `invalid_request`. */
export function tripId(request: TypedRequest<typeof TRIP_PARAMS>): string {
  const { trip_id: id } = request.params
  if (!isId(id)) throw new ApiError('invalid_request', 'A trip id is a decimal number.')
  return id
}

/** interface.txt lists `invalid_request` as the one code of a trip by id, found or not. */
export const tripNotFound = (): ApiError =>
  new ApiError('invalid_request', 'There is no trip with this id.', { status: 404 })

export function tripRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { trips } = deps.reads
  const { baseUrl } = deps.settings

  const list =
    (view: TripQuery['view']) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const now = deps.now()
      const since = instantParameter(request, 'since')
      const until = instantParameter(request, 'until')
      const stepping = since !== null || until !== null
      const start = dayParameter(request, 'start', now)
      const segments = flagParameter(request, 'segments')
      const wanted = readPageRequest(
        request,
        stepping && view === 'list' ? 'trips.updated' : `trips.${view}`,
        20,
        100,
      )
      const page = await trips.list(memberOf(request).member, {
        view,
        now,
        since,
        until,
        undated: start === null,
        start: start ?? (view === 'list' && !stepping ? Math.floor(now / 86_400_000) * 86_400_000 : null),
        end: dayParameter(request, 'end', now),
        status: choicesParameter(request, 'status', TRIP_STATUSES) ?? (stepping ? null : ['Active']),
        privacy: choicesParameter(request, 'privacy', PRIVACIES),
        purpose: choiceParameter(request, 'purpose', ['Personal', 'Business']),
        segments,
        limit: wanted.limit + 1,
        offset: wanted.offset,
        after: positionAfter(wanted),
      })
      const rows = paginate(request, reply, baseUrl, wanted, page, (row) => [row.at, row.id])
      if (notModified(request, reply, listTag(rows, page.total, segmentsVariant(rows))))
        return await reply.code(304).send()
      return await sendJson(reply, arrayText(rows.map(tripText)))
    }

  const describe = (id: string, summary: string, description: string): Operation => ({
    id,
    summary,
    description,
    ...LIST,
  })
  add({
    method: 'GET',
    url: '/v2/trips',
    access: ['M'],
    operation: describe(
      'listTrips',
      'List trips',
      'Trips by begin, then id. Without since and until, `start` is `today` and `status` is Active; trips that have no times yet come first then, unless `start` or `end` is given. With since or until the list is ordered by `updated` and holds cancelled, merged and deleted trips too, so that a client can stay in step.',
    ),
    handle: list('list'),
  })
  add({
    method: 'GET',
    url: '/v2/trips/upcoming',
    access: ['M'],
    operation: describe(
      'listUpcomingTrips',
      'List trips to come',
      'Trips that end now or later, in increasing order of begin; a trip that is running comes first.',
    ),
    handle: list('upcoming'),
  })
  add({
    method: 'GET',
    url: '/v2/trips/past',
    access: ['M'],
    operation: describe(
      'listPastTrips',
      'List past trips',
      'Trips that have ended, in decreasing order of end.',
    ),
    handle: list('past'),
  })
  add({
    method: 'GET',
    url: '/v2/trip/past',
    access: ['M'],
    operation: describe(
      'listPastTripsAlias',
      'List past trips (alias)',
      'The same as GET /v2/trips/past, for clients that use the singular form.',
    ),
    handle: list('past'),
  })

  add({
    method: 'GET',
    url: '/v2/trips/current',
    access: ['M'],
    operation: {
      id: 'getCurrentTrip',
      tag: 'Trips',
      summary: 'Read the current trip',
      description:
        'The trip that is being travelled now, else the nearest one in either direction; with the same distance the coming one.',
      parameters: ['segments', 'if_none_match'],
      responses: {
        200: { description: 'The trip.', schema: Trip, example: tripExample, headers: ['etag'] },
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
      errors: [[404, 'not_found', 'The member has no trip.']],
    },
    handle: async (request, reply) => {
      const segments = flagParameter(request, 'segments')
      const row = await trips.current(memberOf(request).member, deps.now(), segments)
      if (row === null) throw new ApiError('not_found', 'This member has no trip.')
      if (notModified(request, reply, rowTag(row, segmentsVariant([row]))))
        return await reply.code(304).send()
      return await sendJson(reply, tripText(row))
    },
  })

  add({
    method: 'GET',
    url: '/v2/trips/:trip_id',
    params: TRIP_PARAMS,
    access: ['M'],
    operation: {
      id: 'getTrip',
      tag: 'Trips',
      summary: 'Read a trip',
      description: 'One trip by its id, whatever its status.',
      path: { trip_id: { description: 'Id of the trip.', example: tripExample.id } },
      parameters: ['segments', 'follow', 'if_none_match'],
      responses: {
        200: { description: 'The trip.', schema: Trip, example: tripExample, headers: ['etag'] },
        304: { description: 'Nothing has changed since the entity tag in If-None-Match.' },
      },
      errors: [[404, 'invalid_request', 'There is no trip with this id.']],
    },
    handle: async (request, reply) => {
      const id = tripId(request)
      const segments = flagParameter(request, 'segments')
      const row = await trips.byId(memberOf(request).member, id, {
        segments,
        follow: flagParameter(request, 'follow'),
      })
      if (row === null) throw tripNotFound()
      if (notModified(request, reply, rowTag(row, segmentsVariant([row]))))
        return await reply.code(304).send()
      return await sendJson(reply, tripText(row))
    },
  })
}

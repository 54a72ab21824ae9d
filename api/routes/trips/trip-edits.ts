/** Trips made and edited by the member: constraints that later data keeps (contract.md 2, RULES 5). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { Identifier } from '../../../schemas/base/formats.js'
import { TripFields } from '../../../schemas/itinerary/edit.js'
import type { Edit } from '../../../schemas/itinerary/edit.js'
import { Trip } from '../../../schemas/itinerary/trip.js'
import type { Envelope } from '../../../schemas/stream/message.js'
import { memberOf } from '../../auth/guard.js'
import { IDEMPOTENCY_PROBLEMS, REPLAYED_HEADER } from '../../commands/idempotency.js'
import type { Command } from '../../commands/submit-command.js'
import { PENDING } from '../../document/common-responses.js'
import { tripExample } from '../../document/examples/resources.js'
import type { Operation, ResponseDoc } from '../../document/operation.js'
import { sendCommand } from '../../endpoint.js'
import type { AddEndpoint } from '../../endpoint.js'
import { bodyReader } from '../../http/body-reader.js'
import { requireIfMatch, rowTag } from '../../http/etag.js'
import { FORM_TYPE } from '../../http/form/form-fields.js'
import type { ApiDeps } from '../../ports/deps.js'
import { TRIP_PARAMS, TRIP_PATH, tripId, tripNotFound } from './trip-target.js'
import { timeErrors } from './trip-times.js'

const ids = (description: string, minItems: number) =>
  Type.Array(Identifier('An id.'), { description, minItems, maxItems: 1_000 })
const NewTrip = Type.Object(
  {
    ...TripFields.properties,
    segment_ids: Type.Optional(ids('Segments that belong to it, whatever the grouping rules say.', 0)),
  },
  { description: 'A trip made by hand.', 'x-extends': [TripFields], additionalProperties: false },
)
const Merge = Type.Object(
  { trip_ids: ids('Trips to merge into this one.', 1) },
  { description: 'Trips to merge.', additionalProperties: false },
)
const Split = Type.Object(
  { segment_ids: ids('Segments to move to a new trip.', 1) },
  { description: 'Segments to split off.', additionalProperties: false },
)
const Change = Type.Object(TripFields.properties, {
  description: 'What to change; null removes an override.',
})

const BODY_TYPES = ['application/json', FORM_TYPE]
const THE_TRIP: ResponseDoc = {
  description: 'The trip.',
  schema: Trip,
  example: tripExample,
  headers: ['etag'],
}
const CREATED: Operation['responses'] = {
  201: { ...THE_TRIP, headers: ['location', 'etag', ...REPLAYED_HEADER] },
  202: { ...PENDING, headers: ['location', ...REPLAYED_HEADER] },
}
const FOLLOWS_MERGE =
  'For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: ' +
  'read it with follow=1.'
const NOT_FOUND: NonNullable<Operation['errors']> = [
  [404, 'invalid_request', 'There is no trip with this id.'],
]

export function tripEditRoutes(add: AddEndpoint, deps: ApiDeps): void {
  createTrip(add, deps)
  updateTrip(add, deps)
  deleteTrip(add, deps)
  mergeTrips(add, deps)
  splitTrip(add, deps)
}

/** Submits an edit and answers with the resulting trip. */
async function submitEdit(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  edit: Edit,
  options: Partial<Command> = {},
): Promise<FastifyReply> {
  const { member } = memberOf(request)
  return await sendCommand(deps, request, reply, {
    kind: 'edit',
    body: edit,
    status: 200,
    loadResult: async (id) => {
      const row = await deps.reads.trips.byId(member, id, { segments: false, follow: false })
      return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/trips/${id}` }
    },
    ...options,
  })
}

/**
 * What `If-Match` expects of the trip, for the envelope of its change. Throws `precondition_failed`.
 * @param follow for a Merged trip, checks the trip that it was merged into, because that one is changed
 */
async function expectedTrip(
  { reads }: ApiDeps,
  request: FastifyRequest,
  id: string,
  follow = true,
): Promise<Pick<Envelope, 'expects'>> {
  if (request.headers['if-match'] === undefined) return {}
  const row = await reads.trips.byId(memberOf(request).member, id, { segments: false, follow })
  if (row === null) throw tripNotFound()
  return requireIfMatch(request, row)
}

function createTrip(add: AddEndpoint, deps: ApiDeps): void {
  const readBody = bodyReader(NewTrip, { resource: Trip, check: timeErrors })
  add({
    method: 'POST',
    url: '/v2/trips',
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      id: 'createTrip',
      tag: 'Trips',
      summary: 'Create a trip by hand',
      description:
        'A permanent trip with the given segments. Later segments join it by the usual grouping rules.',
      parameters: ['idempotency_key'],
      body: {
        schema: NewTrip,
        example: { headline: 'Spring in Zürich', segment_ids: ['58241077248003'] },
        types: BODY_TYPES,
      },
      responses: CREATED,
      errors: [[404, 'not_found', 'There is no segment with an id in segment_ids.']],
      problems: IDEMPOTENCY_PROBLEMS,
    },
    handle: async (request, reply) => {
      const { segment_ids: segments = [], ...fields } = readBody(request)
      const edit: Edit = { do: 'trip.create', trip: deps.ids.next(), fields, segments }
      return await submitEdit(deps, request, reply, edit, { status: 201, idempotent: true })
    },
  })
}

function updateTrip(add: AddEndpoint, deps: ApiDeps): void {
  const readBody = bodyReader(Change, { resource: Trip, mayBeSentBack: true, check: timeErrors })
  add({
    method: 'PUT',
    url: '/v2/trips/:trip_id',
    params: TRIP_PARAMS,
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      id: 'updateTrip',
      tag: 'Trips',
      summary: 'Change a trip',
      description:
        "Sets the member's own values, which override computed ones until they are set to null. Omitted " +
        'fields stay as they are, and so do computed values that are sent back as they were read. ' +
        `${FOLLOWS_MERGE}`,
      path: TRIP_PATH,
      parameters: ['if_match'],
      body: {
        schema: TripFields,
        example: { headline: 'Spring in Zürich', business: true },
        types: BODY_TYPES,
      },
      responses: { 200: THE_TRIP, 202: PENDING },
      errors: NOT_FOUND,
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      const edit: Edit = { do: 'trip.update', trip, fields: readBody(request) }
      return await submitEdit(deps, request, reply, edit, {
        envelope: await expectedTrip(deps, request, trip),
      })
    },
  })
}

function deleteTrip(add: AddEndpoint, deps: ApiDeps): void {
  add({
    method: 'DELETE',
    url: '/v2/trips/:trip_id',
    params: TRIP_PARAMS,
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      id: 'deleteTrip',
      tag: 'Trips',
      summary: 'Delete a trip',
      description:
        'The trip becomes Deleted. Its segments belong to no trip until they are pinned to another one. ' +
        'A Merged trip cannot be deleted: 404.',
      path: TRIP_PATH,
      parameters: ['if_match'],
      responses: {
        200: { description: 'The trip is deleted.', schema: Type.Object({}), example: {} },
        202: PENDING,
      },
      errors: NOT_FOUND,
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      return await sendCommand(deps, request, reply, {
        kind: 'edit',
        body: { do: 'trip.delete', trip } satisfies Edit,
        status: 200,
        envelope: await expectedTrip(deps, request, trip, false),
      })
    },
  })
}

function mergeTrips(add: AddEndpoint, deps: ApiDeps): void {
  const readBody = bodyReader(Merge)
  add({
    method: 'POST',
    url: '/v2/trips/:trip_id/merge',
    params: TRIP_PARAMS,
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      id: 'mergeTrips',
      tag: 'Trips',
      summary: 'Merge trips',
      description: `Merges the given trips into this one, permanently. ${FOLLOWS_MERGE}`,
      path: TRIP_PATH,
      parameters: ['if_match', 'idempotency_key'],
      body: { schema: Merge, example: { trip_ids: ['58241077248020'] }, types: BODY_TYPES },
      responses: CREATED,
      errors: [...NOT_FOUND],
      problems: IDEMPOTENCY_PROBLEMS,
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      const { trip_ids: from } = readBody(request)
      if (from.includes(trip))
        throw new ApiError('invalid_request', 'Field "trip_ids" must not contain the trip itself.')
      const edit: Edit = { do: 'trip.merge', trip, from }
      return await submitEdit(deps, request, reply, edit, {
        status: 201,
        idempotent: true,
        envelope: await expectedTrip(deps, request, trip),
      })
    },
  })
}

function splitTrip(add: AddEndpoint, deps: ApiDeps): void {
  const readBody = bodyReader(Split)
  add({
    method: 'POST',
    url: '/v2/trips/:trip_id/split',
    params: TRIP_PARAMS,
    access: ['M'],
    scopes: ['trips:write'],
    operation: {
      id: 'splitTrip',
      tag: 'Trips',
      summary: 'Split a trip',
      description: `Moves the given segments to a new trip and returns it. The two trips stay apart. ${FOLLOWS_MERGE}`,
      path: TRIP_PATH,
      parameters: ['if_match', 'idempotency_key'],
      body: { schema: Split, example: { segment_ids: ['58241077248003'] }, types: BODY_TYPES },
      responses: CREATED,
      errors: [
        [
          404,
          'invalid_request',
          'There is no trip with this id. If a segment does not exist, the code is `not_found`.',
        ],
      ],
      problems: IDEMPOTENCY_PROBLEMS,
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      const { segment_ids: segments } = readBody(request)
      const expected = await expectedTrip(deps, request, trip)
      const edit: Edit = { do: 'trip.split', trip, segments }
      return await submitEdit(deps, request, reply, edit, {
        status: 201,
        idempotent: true,
        envelope: { first: deps.ids.next(), ...expected },
      })
    },
  })
}

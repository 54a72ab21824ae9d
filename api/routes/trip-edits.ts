/** Manual trips and edits: constraints that survive whatever arrives later (contract.md 2, RULES 5.16). */
import Type from 'typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BatchStatus } from '../../schemas/itinerary/batch-status.js'
import { TripFields } from '../../schemas/itinerary/edit.js'
import type { Edit } from '../../schemas/itinerary/edit.js'
import { ApiError } from '../../schemas/base/errors.js'
import { Identifier } from '../../schemas/base/formats.js'
import type { Envelope } from '../../schemas/stream/message.js'
import { Trip } from '../../schemas/itinerary/trip.js'
import { parseWall } from '../../schemas/base/wall-time.js'
import { memberOf } from '../auth/guard.js'
import { bodyReader } from '../http/body-reader.js'
import type { ApiDeps } from '../ports/deps.js'
import { pendingExample, tripExample } from '../document/examples/resources.js'
import type { ResponseDoc, Operation } from '../document/operation.js'
import type { AddEndpoint } from '../endpoint.js'
import { requireIfMatch, rowTag } from '../http/etag.js'
import { FORM_TYPE } from '../http/form.js'
import { IDEMPOTENCY_ERRORS, REPLAYED_HEADER } from '../commands/idempotency.js'
import type { Command } from '../commands/submit-command.js'
import { submitCommand } from '../commands/submit-command.js'
import { TRIP_PARAMS, tripNotFound, tripId } from './trips.js'

const ids = (description: string, minItems: number) =>
  Type.Array(Identifier('An id.'), { description, minItems, maxItems: 1_000 })
const NewTrip = Type.Object(
  {
    ...TripFields.properties,
    segment_ids: Type.Optional(ids('Segments that belong to it, whatever the rules say.', 0)),
  },
  { description: 'A trip made by hand.' },
)
const Merge = Type.Object(
  { trip_ids: ids('Trips that go into this one.', 1) },
  { description: 'Trips to merge.' },
)
const Split = Type.Object(
  { segment_ids: ids('Segments that leave for a trip of their own.', 1) },
  { description: 'Segments to split off.' },
)
const TYPES = ['application/json', FORM_TYPE]
const PENDING: ResponseDoc = {
  description: 'Accepted, but not applied within five seconds.',
  schema: BatchStatus,
  example: pendingExample,
  headers: ['location'],
}
const THE_TRIP: ResponseDoc = {
  description: 'The trip.',
  schema: Trip,
  example: tripExample,
  headers: ['etag'],
}
const MADE: Operation['responses'] = {
  201: { ...THE_TRIP, headers: ['location', 'etag', ...REPLAYED_HEADER] },
  202: { ...PENDING, headers: ['location', ...REPLAYED_HEADER] },
}
const FOLLOWS =
  'Of a Merged trip the one that lives on is changed, and If-Match is compared with that: read it with follow=1.'
const NO_TRIP: NonNullable<Operation['errors']> = [[404, 'invalid_request', 'There is no trip with this id.']]

export function tripEditRoutes(add: AddEndpoint, deps: ApiDeps): void {
  const { trips } = deps.reads
  const readNew = bodyReader(NewTrip)
  const readFields = bodyReader(
    Type.Object(TripFields.properties, { description: 'What to change; null takes a pinned value back.' }),
  )
  const readMerge = bodyReader(Merge)
  const readSplit = bodyReader(Split)

  const edit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: Edit,
    options: Partial<Command> = {},
  ): Promise<FastifyReply> => {
    const { member } = memberOf(request)
    return await submitCommand(deps, request, reply, {
      kind: 'edit',
      body,
      status: 200,
      loadResult: async (id) => {
        const row = await trips.byId(member, id, { segments: false, follow: false })
        return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/trips/${id}` }
      },
      ...options,
    })
  }
  /** What `If-Match` asks of the trip, for the envelope of its change. `follow`: of a merged one the survivor, which is what is changed. */
  const matched = async (
    request: FastifyRequest,
    id: string,
    follow = true,
  ): Promise<Pick<Envelope, 'expects'>> => {
    if (request.headers['if-match'] === undefined) return {}
    const row = await trips.byId(memberOf(request).member, id, { segments: false, follow })
    if (row === null) throw tripNotFound()
    return requireIfMatch(request, row)
  }
  const path = { trip_id: { description: 'Id of the trip.', example: tripExample.id } }

  add({
    method: 'POST',
    url: '/v2/trips',
    access: ['M'],
    operation: {
      id: 'createTrip',
      tag: 'Trips',
      summary: 'Make a trip by hand',
      description: 'A trip that stays, with the segments named; later segments join it by the usual rules.',
      parameters: ['idempotency_key'],
      body: {
        schema: NewTrip,
        example: { headline: 'Spring in Zürich', segment_ids: ['58241077248003'] },
        types: TYPES,
      },
      responses: MADE,
      errors: [[404, 'not_found', 'There is no segment with an id in segment_ids.'], ...IDEMPOTENCY_ERRORS],
    },
    handle: async (request, reply) => {
      const { segment_ids: segments = [], ...fields } = readNew(request)
      return await edit(
        request,
        reply,
        { do: 'trip.create', trip: deps.ids.next(), fields: checked(fields), segments },
        { status: 201, idempotent: true },
      )
    },
  })

  add({
    method: 'PUT',
    url: '/v2/trips/:trip_id',
    params: TRIP_PARAMS,
    access: ['M'],
    operation: {
      id: 'updateTrip',
      tag: 'Trips',
      summary: 'Change a trip',
      description: `The member's own words and settings. They win over what is computed until null takes them back. Fields that are left out stay as they are, and so does what is computed where it is put back as it was read. ${FOLLOWS}`,
      path,
      parameters: ['if_match'],
      body: { schema: TripFields, example: { headline: 'Spring in Zürich', business: true }, types: TYPES },
      responses: { 200: THE_TRIP, 202: PENDING },
      errors: NO_TRIP,
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      const fields = checked(readFields(request))
      return await edit(
        request,
        reply,
        { do: 'trip.update', trip, fields },
        { envelope: await matched(request, trip) },
      )
    },
  })

  add({
    method: 'DELETE',
    url: '/v2/trips/:trip_id',
    params: TRIP_PARAMS,
    access: ['M'],
    operation: {
      id: 'deleteTrip',
      tag: 'Trips',
      summary: 'Delete a trip',
      description:
        'The trip becomes Deleted; its segments are unfiled until they are pinned elsewhere. A Merged trip is no longer there to be deleted: 404.',
      path,
      parameters: ['if_match'],
      responses: {
        200: { description: 'It is deleted.', schema: Type.Object({}), example: {} },
        202: PENDING,
      },
      errors: NO_TRIP,
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      return await submitCommand(deps, request, reply, {
        kind: 'edit',
        body: { do: 'trip.delete', trip } satisfies Edit,
        status: 200,
        envelope: await matched(request, trip, false),
      })
    },
  })

  add({
    method: 'POST',
    url: '/v2/trips/:trip_id/merge',
    params: TRIP_PARAMS,
    access: ['M'],
    operation: {
      id: 'mergeTrips',
      tag: 'Trips',
      summary: 'Merge trips',
      description: `The trips named become one with this one, and stay so. ${FOLLOWS}`,
      path,
      parameters: ['if_match', 'idempotency_key'],
      body: { schema: Merge, example: { trip_ids: ['58241077248020'] }, types: TYPES },
      responses: MADE,
      errors: [...NO_TRIP, ...IDEMPOTENCY_ERRORS],
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      const { trip_ids: from } = readMerge(request)
      if (from.includes(trip))
        throw new ApiError('invalid_request', 'Field "trip_ids" holds the trip itself; name the other ones.')
      return await edit(
        request,
        reply,
        { do: 'trip.merge', trip, from },
        { status: 201, idempotent: true, envelope: await matched(request, trip) },
      )
    },
  })

  add({
    method: 'POST',
    url: '/v2/trips/:trip_id/split',
    params: TRIP_PARAMS,
    access: ['M'],
    operation: {
      id: 'splitTrip',
      tag: 'Trips',
      summary: 'Split a trip',
      description: `The segments named leave for a trip of their own, which is the answer, and stay apart. ${FOLLOWS}`,
      path,
      parameters: ['if_match', 'idempotency_key'],
      body: { schema: Split, example: { segment_ids: ['58241077248003'] }, types: TYPES },
      responses: MADE,
      errors: [
        [
          404,
          'invalid_request',
          'There is no trip with this id; of a segment that is not there the code is `not_found`.',
        ],
        ...IDEMPOTENCY_ERRORS,
      ],
    },
    handle: async (request, reply) => {
      const trip = tripId(request)
      const { segment_ids: segments } = readSplit(request)
      const extra = await matched(request, trip)
      return await edit(
        request,
        reply,
        { do: 'trip.split', trip, segments },
        { status: 201, idempotent: true, envelope: { first: deps.ids.next(), ...extra } },
      )
    },
  })
}

/** Trip fields whose times exist. */
function checked(fields: TripFields): TripFields {
  for (const name of ['begin_datetime', 'end_datetime'] as const) {
    const value = fields[name]
    if (typeof value === 'string' && Number.isNaN(parseWall(value)))
      throw new ApiError(
        'invalid_request',
        `Field "${name}" must be a local date and time that exists, YYYY-MM-DDTHH:MM.`,
      )
  }
  const { begin_datetime: begin, end_datetime: end } = fields
  if (typeof begin === 'string' && typeof end === 'string' && parseWall(end) < parseWall(begin))
    throw new ApiError('invalid_request', 'Field "end_datetime" must not be before "begin_datetime".')
  return fields
}

/** Trips made and edited by the member: constraints that later data keeps (contract.md 2, RULES 5). */
import Type from 'typebox'
import { ApiError } from '../../../schemas/base/errors.js'
import { Identifier } from '../../../schemas/base/formats.js'
import { TripFields } from '../../../schemas/itinerary/edit.js'
import type { Edit } from '../../../schemas/itinerary/edit.js'
import { Trip } from '../../../schemas/itinerary/trip.js'
import type { Envelope } from '../../../schemas/stream/message.js'
import { IDEMPOTENCY_PROBLEMS, REPLAYED_HEADER } from '../../commands/idempotency.js'
import { submitCommand } from '../../commands/submit-command.js'
import type { Asking, Command } from '../../commands/submit-command.js'
import { PENDING, done, tagged } from '../../document/common-responses.js'
import { requireIfMatch, rowTag } from '../../http/etag.js'
import { FORM_TYPE } from '../../http/form/form-fields.js'
import { member } from '../../operation/access.js'
import { operation } from '../../operation/declaration.js'
import { problem } from '../../operation/problem.js'
import type { ApiDeps } from '../../ports/deps.js'
import { NO_TRIP, TRIP_ID } from './trip-target.js'
import { timeErrors } from './trip-times.js'

const ids = (description: string, minItems: number) =>
  Type.Array(Identifier('An id.'), { description, minItems, maxItems: 1_000 })
const NewTrip = Type.Object(
  {
    ...TripFields.properties,
    segment_ids: Type.Optional(ids('Segments that belong to the trip, whatever the grouping rules say.', 0)),
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

const types = ['application/json', FORM_TYPE]
const CREATED = {
  201: tagged('The trip.', Trip, ['location', ...REPLAYED_HEADER]),
  202: { ...PENDING, headers: ['location', ...REPLAYED_HEADER] },
} as const
const FOLLOWS_MERGE =
  'For a Merged trip, the trip that it was merged into is changed, and If-Match is compared with that one: ' +
  'read it with follow=1.'
/** The actor refuses it. */
const NO_SEGMENT = problem(404, 'not_found', 'There is no segment with an id in segment_ids.')

/** Submits an edit and answers with the resulting trip. */
async function submitEdit<S extends 200 | 201>(
  deps: ApiDeps,
  asking: Asking,
  edit: Edit,
  options: Pick<Command<S>, 'status' | 'idempotent' | 'envelope'>,
) {
  const { member } = asking.caller
  return await submitCommand(deps, asking, {
    kind: 'edit',
    body: edit,
    loadResult: async (id) => {
      const row = await deps.reads.trips.byId(member, id, { segments: false, follow: false })
      return row === null ? null : { text: row.doc, tag: rowTag(row), path: `/v2/trips/${id}` }
    },
    ...options,
  })
}

/**
 * What `If-Match` expects of the trip, for the envelope of its change; null: there is no such trip. Throws
 * `precondition_failed`.
 * @param follow for a Merged trip, checks the trip that it was merged into, because that one is changed
 */
async function expectedTrip(
  { reads }: ApiDeps,
  { request, caller }: Asking,
  id: string,
  follow = true,
): Promise<Pick<Envelope, 'expects'> | null> {
  if (request.headers['if-match'] === undefined) return {}
  const row = await reads.trips.byId(caller.member, id, { segments: false, follow })
  return row === null ? null : requireIfMatch(request, row)
}

export const createTrip = operation(
  {
    route: 'POST /v2/trips',
    id: 'createTrip',
    tag: 'Trips',
    access: member('trips:write'),
    summary: 'Create a trip by hand',
    description:
      'Creates a permanent trip with the given segments. Later segments join it by the usual grouping rules.',
    repeats: 'Without an Idempotency-Key, each request makes a trip.',
    parameters: ['idempotency_key'],
    body: {
      schema: NewTrip,
      example: { headline: 'Spring in Zürich', segment_ids: ['58241077248003'] },
      types,
      resource: Trip,
      check: timeErrors,
    },
    responses: CREATED,
    problems: [NO_SEGMENT, ...IDEMPOTENCY_PROBLEMS],
  },
  async (input, deps: ApiDeps) => {
    const { segment_ids: segments = [], ...fields } = input.body
    const edit: Edit = { do: 'trip.create', trip: deps.ids.next(), fields, segments }
    return await submitEdit(deps, input, edit, { status: 201, idempotent: true })
  },
)

export const updateTrip = operation(
  {
    route: 'PUT /v2/trips/{trip_id}',
    id: 'updateTrip',
    tag: 'Trips',
    access: member('trips:write'),
    summary: 'Change a trip',
    description:
      "Sets the member's own values, which override computed ones until they are set to null. Omitted " +
      'fields stay as they are, and so do computed values that are sent back as they were read. ' +
      FOLLOWS_MERGE,
    params: TRIP_ID,
    parameters: ['if_match'],
    body: {
      schema: Change,
      documented: TripFields,
      example: { headline: 'Spring in Zürich', business: true },
      types,
      resource: Trip,
      mayBeSentBack: true,
      check: timeErrors,
    },
    responses: { 200: tagged('The trip.', Trip), 202: PENDING },
    problems: [NO_TRIP],
  },
  async (input, deps: ApiDeps) => {
    const { trip_id: trip } = input.params
    const envelope = await expectedTrip(deps, input, trip)
    if (envelope === null) return NO_TRIP
    const edit: Edit = { do: 'trip.update', trip, fields: input.body }
    return await submitEdit(deps, input, edit, { status: 200, envelope })
  },
)

export const deleteTrip = operation(
  {
    route: 'DELETE /v2/trips/{trip_id}',
    id: 'deleteTrip',
    tag: 'Trips',
    access: member('trips:write'),
    summary: 'Delete a trip',
    description:
      'The trip becomes Deleted. Its segments belong to no trip until they are pinned to another one. ' +
      'A Merged trip cannot be deleted: 404.',
    params: TRIP_ID,
    parameters: ['if_match'],
    responses: { 200: done('The trip is deleted.'), 202: PENDING },
    problems: [NO_TRIP],
  },
  async (input, deps: ApiDeps) => {
    const { trip_id: trip } = input.params
    const envelope = await expectedTrip(deps, input, trip, false)
    if (envelope === null) return NO_TRIP
    const body: Edit = { do: 'trip.delete', trip }
    return await submitCommand(deps, input, { kind: 'edit', body, status: 200, envelope })
  },
)

export const mergeTrips = operation(
  {
    route: 'POST /v2/trips/{trip_id}/merge',
    id: 'mergeTrips',
    tag: 'Trips',
    access: member('trips:write'),
    summary: 'Merge trips',
    description: `Merges the given trips into this one, permanently. ${FOLLOWS_MERGE}`,
    params: TRIP_ID,
    parameters: ['if_match', 'idempotency_key'],
    body: { schema: Merge, example: { trip_ids: ['58241077248020'] }, types },
    responses: CREATED,
    problems: [NO_TRIP, ...IDEMPOTENCY_PROBLEMS],
  },
  async (input, deps: ApiDeps) => {
    const { trip_id: trip } = input.params
    const { trip_ids: from } = input.body
    if (from.includes(trip))
      throw new ApiError('invalid_request', 'Field "trip_ids" must not contain the trip itself.')
    const envelope = await expectedTrip(deps, input, trip)
    if (envelope === null) return NO_TRIP
    const edit: Edit = { do: 'trip.merge', trip, from }
    return await submitEdit(deps, input, edit, { status: 201, idempotent: true, envelope })
  },
)

export const splitTrip = operation(
  {
    route: 'POST /v2/trips/{trip_id}/split',
    id: 'splitTrip',
    tag: 'Trips',
    access: member('trips:write'),
    summary: 'Split a trip',
    description: `Moves the given segments to a new trip and returns it. The two trips stay apart. ${FOLLOWS_MERGE}`,
    params: TRIP_ID,
    parameters: ['if_match', 'idempotency_key'],
    body: { schema: Split, example: { segment_ids: ['58241077248003'] }, types },
    responses: CREATED,
    problems: [NO_TRIP, NO_SEGMENT, ...IDEMPOTENCY_PROBLEMS],
  },
  async (input, deps: ApiDeps) => {
    const { trip_id: trip } = input.params
    const expected = await expectedTrip(deps, input, trip)
    if (expected === null) return NO_TRIP
    const edit: Edit = { do: 'trip.split', trip, segments: input.body.segment_ids }
    const envelope = { first: deps.ids.next(), ...expected }
    return await submitEdit(deps, input, edit, { status: 201, idempotent: true, envelope })
  },
)

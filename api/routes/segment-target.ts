/** Which segment an id in a path refers to: its own id, or that of a raw segment (contract.md 2 and 2.3). */
import Type from 'typebox'
import type { TSchema } from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import type { Id } from '../../schemas/base/ids.js'
import { Segment, SEGMENT_RESOURCES } from '../../schemas/itinerary/segment-resource.js'
import { mayBeSentAs } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { mayBeInFlight, mayStillBeHeld } from '../commands/in-flight-ids.js'
import { segmentExample } from '../document/examples/resources.js'
import type { Operation } from '../document/operation.js'
import type { TypedRequest } from '../endpoint.js'
import type { ApiDeps } from '../ports/deps.js'
import type { SegmentRow } from '../../schemas/itinerary/reads.js'

export const SEGMENT_PATH: NonNullable<Operation['path']> = {
  segment_id: {
    description: 'Id of the segment, or of one of its raw segments.',
    example: segmentExample.id,
  },
}
export const SEGMENT_PARAMS = { segment_id: Type.String() }
export type SegmentRequest = TypedRequest<typeof SEGMENT_PARAMS>

const TRANSPORT_ANSWER = Type.Union([SEGMENT_RESOURCES.Transport, SEGMENT_RESOURCES.Ferry], {
  description: 'A ride, or the crossing that it is.',
  'x-discriminator': 'type',
})

/** The schema of a segment that an endpoint of this type answers with; null: of the endpoints for all types. */
export function segmentAnswer(type: SegmentType | null): TSchema {
  if (type === null) return Segment
  return mayBeSentAs(type, 'Ferry') && type !== 'Ferry' ? TRANSPORT_ANSWER : SEGMENT_RESOURCES[type]
}

const notFound = (): ApiError => new ApiError('not_found', 'There is no segment with this id.')

/** The segment id in the path. Throws `not_found` for a malformed one. */
export function segmentId(request: SegmentRequest): string {
  const { segment_id: id } = request.params
  if (!isId(id)) throw notFound()
  return id
}

/**
 * The segment that the id of a segment or raw segment refers to; null while it is in flight or held. Throws
 * `not_found` if it is neither stored, nor in flight, nor held.
 * @param options.follow for a Merged segment, returns the one that it was merged into
 */
export async function resolveSegment(
  deps: ApiDeps,
  member: Id,
  id: Id,
  options: { provenance: boolean; follow: boolean },
): Promise<SegmentRow | null> {
  const { segments, batches } = deps.reads
  const row = (await segments.byId(member, id, options)) ?? (await segments.byRawId(member, id, options))
  if (row !== null) return row
  // A raw segment that was replaced, withdrawn, or only cancelled something belongs to no segment: the id
  // refers to the segment that it became in its batch.
  const batch = await batches.byRawId(member, id)
  const segment = batch?.segment ?? null
  const became = segment === null ? null : await segments.byId(member, segment, { ...options, follow: true })
  if (became !== null) return became
  const isHeld = batch?.held === true && mayStillBeHeld(deps, id)
  if (!isHeld && !(await mayBeInFlight(deps, member, id))) throw notFound()
  return null
}

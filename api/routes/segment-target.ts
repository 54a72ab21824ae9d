/** Which segment an id in a path refers to: its own id, or that of a raw segment (contract.md 2 and 2.3). */
import type { Id } from '../../schemas/base/ids.js'
import type { SegmentRow } from '../../schemas/itinerary/reads.js'
import { SEGMENT_TYPES } from '../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { mayBeInFlight, mayStillBeHeld } from '../commands/in-flight-ids.js'
import { segmentExample } from '../document/examples/resources.js'
import { choiceInPath, idParameter } from '../operation/path-parameter.js'
import { problem } from '../operation/problem.js'
import type { Problem } from '../operation/problem.js'
import type { ApiDeps } from '../ports/deps.js'

export const NO_SEGMENT = problem(404, 'not_found', 'There is no segment with this id.')
export const notOfType = (type: SegmentType): Problem<'not_found'> =>
  problem(404, 'not_found', `There is no segment of type ${type} with this id.`)
export const NOT_OF_TYPE = notOfType('Air')

const ID = idParameter('Id of the segment, or of one of its raw segments.', segmentExample.id, NO_SEGMENT)
/** After `/v2/segments/` there is an id, or a type in lower case: the document has one path for both. */
export const SEGMENT = { segment: ID }
export const TYPE = choiceInPath('Type of the segment, in lower case.', SEGMENT_TYPES)
export const SEGMENT_OF_TYPE = { segment_type: TYPE, segment_id: ID }

/**
 * The segment that the id of a segment or raw segment refers to; null while it is in flight or held. A problem if
 * it is neither stored, nor in flight, nor held.
 * @param options.follow for a Merged segment, returns the one that it was merged into
 */
export async function resolveSegment(
  deps: ApiDeps,
  member: Id,
  id: Id,
  options: { provenance: boolean; follow: boolean },
): Promise<SegmentRow | null | typeof NO_SEGMENT> {
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
  return isHeld || (await mayBeInFlight(deps, member, id)) ? null : NO_SEGMENT
}

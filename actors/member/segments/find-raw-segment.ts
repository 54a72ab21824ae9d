/** Raw segments by the ids that applications know them by (contract.md 2). */
import type { Id } from '../../../schemas/base/ids.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { MemberState } from '../model.js'

/** The raw segment with this id, the one that it repeated or that took its place; undefined for any other id. */
export function findRawSegment(state: MemberState, named: Id): RawSegment | undefined {
  const { index, segments } = state
  if (segments.has(named)) return undefined
  const id = idOfRepeated(state, named) ?? named
  const tookItsPlace = ({ replaced }: RawSegment): boolean => replaced?.includes(id) === true
  return (
    index.all.get(id) ??
    findApart(state, (raw) => raw.id === id) ??
    [...index.all.values()].find(tookItsPlace) ??
    findApart(state, tookItsPlace)
  )
}

/** The id of the statement that the raw segment with this id repeated; null if it repeated none. */
function idOfRepeated({ repeats }: MemberState, id: Id): Id | null {
  const at = Number(id)
  const found = repeats.find(({ first, count }) => at >= first && at < first + count)
  return found === undefined ? null : String(found.kept + at - found.first)
}

/** A raw segment that is not a statement: the cancellation of a whole booking or status report that `accepts` accepts. */
function findApart(
  { bookingCancellations, statusReports }: MemberState,
  accepts: (raw: RawSegment) => boolean,
): RawSegment | undefined {
  for (const raws of [...bookingCancellations.values(), [...statusReports.holders.keys()]]) {
    const found = raws.find(accepts)
    if (found !== undefined) return found
  }
  return undefined
}

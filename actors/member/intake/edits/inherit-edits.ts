/** RULES 7.1: what the member decided of a segment goes with its statements when they move to another one. */
import type { Id } from '../../../../schemas/base/ids.js'
import type { Constraints, MemberState } from '../../model.js'
import type { SegmentState } from '../../segments/segment-state.js'

/**
 * Gives `to`, which took the statements of `from`, the fields that the member pinned there and the trip chosen for it. Of a
 * field pinned in both the later pin counts; of two choices of a trip that for `to`. True if fields were taken, so that `to`
 * has to be merged again.
 */
export function inheritEdits({ constraints }: MemberState, from: SegmentState, to: SegmentState): boolean {
  inheritChoices(constraints, from.id, to.id)
  const taken = Object.keys(from.pinnedFields).filter((field) => {
    const [its, own] = [from.knownAtPin[field]?.at ?? 0, to.knownAtPin[field]?.at ?? -1]
    return its > own
  })
  if (taken.length === 0) return false
  to.pinnedFields = { ...to.pinnedFields, ...pick(from.pinnedFields, taken) }
  to.knownAtPin = { ...to.knownAtPin, ...pick(from.knownAtPin, taken) }
  return true
}

const pick = <Value>(
  record: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> => Object.fromEntries(names.map((name) => [name, record[name] as Value]))

function inheritChoices(constraints: Constraints, from: Id, to: Id): void {
  const { pins, apart, together } = constraints
  const isChosen = pins.has(to) || apart.some(({ segments }) => segments.includes(to))
  const renamed = (id: Id): Id => (id === from ? to : id)
  const trip = pins.get(from)
  if (trip !== undefined && !isChosen) pins.set(to, trip)
  pins.delete(from)
  constraints.apart = apart.map((split) => ({
    ...split,
    segments: split.segments.filter((id) => id !== from || !isChosen).map(renamed),
  }))
  constraints.together = together
    .map(([a, b]): [Id, Id] => [renamed(a), renamed(b)])
    .filter(([a, b]) => a !== b)
}

/**
 * What a step changed, and which changes were material, as far as that follows from the reports alone: in live segments
 * that only gained statements, in trips that only gained segments. Where segments or trips exchange their parts, their
 * history decides which id goes on (RULES 2.1, 7.1, 7.2).
 */
import type { MemberState } from '../../../actors/member/model.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { EventWrite } from '../../../schemas/stream/fold-result.js'

/** Positions of the reports that something is made of. */
type Reports = ReadonlySet<number>

/** What each segment and active trip was made of at some time, and which segments were live. */
export interface Holdings {
  segments: ReadonlyMap<Id, Reports>
  trips: ReadonlyMap<Id, Reports>
  live: ReadonlySet<Id>
}

export function holdingsOf(state: MemberState, positions: ReadonlyMap<Id, number>): Holdings {
  const segments = new Map<Id, Set<number>>()
  for (const { id, rawSegments } of state.segments.values())
    segments.set(id, new Set(rawSegments.flatMap((raw) => positions.get(raw.id) ?? [])))
  const live = [...state.segments.values()].filter(({ leg }) => leg !== null)
  const trips = new Map<Id, Set<number>>()
  for (const { id, tripId } of live)
    if (tripId !== null)
      trips.set(tripId, new Set([...(trips.get(tripId) ?? []), ...(segments.get(id) ?? [])]))
  return { segments, trips, live: new Set(live.map(({ id }) => id)) }
}

/** True if it holds all of one of those before, and nothing of the others. */
function goesOn(reports: Reports, before: ReadonlyMap<Id, Reports>): boolean {
  const shared = [...before.values()].filter((old) => [...old].some((position) => reports.has(position)))
  return shared.length <= 1 && shared.every((old) => [...old].every((position) => reports.has(position)))
}

/** Links, which change with the id of the other one. */
const HISTORY = new Set(['trip_id', 'replaces', 'replaced_by', 'possible_duplicate_of'])

/** A line for each such change. */
export function changeLines(
  events: readonly EventWrite[],
  { before, after, nameOf }: { before: Holdings; after: Holdings; nameOf: (id: Id) => string },
): string[] {
  return events.flatMap(({ type, resourceId, body }) => {
    const reports = after.segments.get(resourceId)
    if (
      // What was told last is history (RULES 7.8).
      type === 'segment.delayed' ||
      reports === undefined ||
      reports.size === 0 ||
      !before.live.has(resourceId) ||
      !goesOn(reports, before.segments)
    )
      return []
    const trip = [...after.trips.values()].find((other) => [...reports].some((one) => other.has(one)))
    if (trip !== undefined && !goesOn(trip, before.trips)) return []
    const { data } = JSON.parse(body.join('')) as { data: { changed_fields: string[]; material: boolean } }
    const changed = data.changed_fields.filter((field) => !HISTORY.has(field)).sort()
    return changed.length === 0 ? [] : `${type} ${nameOf(resourceId)} ${data.material} ${changed.join(' ')}`
  })
}

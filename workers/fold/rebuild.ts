/**
 * Folds a member's messages again from the beginning without saving anything, and reports where the result
 * differs from what is stored: nowhere, unless the rules have changed since.
 *
 * Ids made by the fold differ from run to run, so segments are identified by their raw segments and trips by
 * their live segments. Three things are history and not compared: which trip a cancelled segment was in (one
 * that was submitted and cancelled in one step was never in any), trips whose segments are all cancelled, and
 * which trip another was split from.
 */
import { inOnePiece } from '../../actors/itinerary/lib/pieces.js'
import type { Id } from '../../schemas/base/ids.js'
import { expandSegment } from '../../schemas/itinerary/stored/compact-segment.js'
import type { FoldResult, SegmentWrite, StoredMember, TripWrite } from '../../schemas/stream/fold-result.js'
import type { DecodedMessage } from '../../schemas/stream/decoded-message.js'
import { idRemapping, type FirstOutcome } from './id-remapping.js'
import type { Rules } from './pool/fold-task.js'

/** A member as stored, with all its messages in stream order. */
export interface MemberHistory {
  id: Id
  profile: string
  /**
   * `became`: their first outcome. Without it, later messages that name its segments or trips refer to
   * nothing.
   */
  messages: Array<DecodedMessage & { became?: FirstOutcome }>
  segments: Array<{ id: Id; rawIds: Id[]; status: string; doc: string }>
  trips: Array<{ id: Id; status: string; doc: string }>
}

export interface Difference {
  what: 'segment' | 'trip'
  key: string
  field: string
  stored: unknown
  rebuilt: unknown
}

/** Document fields that change with every fold and are not decided by the rules. */
const VOLATILE_FIELDS = new Set(['created', 'updated', 'version', 'url', 'previous', 'split_from'])
const REMOVED = new Set(['Deleted', 'Merged'])

/** The differences, at most `max` of them. Throws what the rules throw. */
export function rebuildMember<S>(rules: Rules<S>, history: MemberHistory, max = 20): Difference[] {
  const rows = foldAgain(rules, history)
  const again = [...rows.segments.values()]
  const [stored, rebuilt] = [
    keyedDocuments(history.segments, history.trips, again),
    keyedDocuments(again, [...rows.trips.values()], history.segments),
  ]
  const differences: Difference[] = []
  for (const what of ['segment', 'trip'] as const) {
    for (const key of new Set([...stored[what].keys(), ...rebuilt[what].keys()])) {
      differences.push(...compare(what, key, stored[what].get(key), rebuilt[what].get(key)))
      if (differences.length >= max) return differences.slice(0, max)
    }
  }
  return differences
}

function foldAgain<S>(
  rules: Rules<S>,
  history: MemberHistory,
): { segments: Map<Id, SegmentWrite>; trips: Map<Id, TripWrite> } {
  const blank: StoredMember = {
    id: history.id,
    profile: history.profile,
    head: null,
    sequence: 0,
    appliedSeq: 0,
    segments: [],
    trips: [],
    accounts: [],
  }
  const segments = new Map<Id, SegmentWrite>()
  const trips = new Map<Id, TripWrite>()
  const keep = (folded: FoldResult): void => {
    for (const segment of folded.segments) segments.set(segment.id, segment)
    for (const trip of folded.trips) trips.set(trip.id, trip)
  }
  const ids = idRemapping()
  let state = inOnePiece(rules.restore(blank, 0))
  for (const { seq, envelope, body, became } of history.messages) {
    // Versions count fold steps, which differ here. Messages refused for their version are not part of the
    // history.
    const { expects: _ignored, ...unconditional } = envelope
    const message = ids.remap({ seq, envelope: unconditional, body: JSON.parse(body) as unknown })
    const step = inOnePiece(rules.decide(state, [message], envelope.received))
    keep(step.folded)
    const outcome = step.folded.batches.find((batch) => batch.seq === seq)
    if (became !== undefined && outcome !== undefined) ids.learn(became, outcome)
    state = step.state
  }
  return { segments, trips }
}

type Fields = Record<string, unknown>
interface KeyedDocuments {
  segment: Map<string, Fields>
  trip: Map<string, Fields>
}

/**
 * Live documents under keys that do not depend on ids made by the fold; such ids inside them are replaced by
 * the keys. Keys leave out raw segments that the `others` do not have: repeats that came in one step with what they
 * repeat (RULES 3.2).
 */
function keyedDocuments(
  segments: MemberHistory['segments'],
  trips: MemberHistory['trips'],
  others: ReadonlyArray<{ rawIds: Id[] }>,
): KeyedDocuments {
  const keys = new Map<string, string>()
  const shared = new Set(others.flatMap(({ rawIds }) => rawIds))
  const segmentsOfTrip = new Map<string, string[]>()
  for (const { id, rawIds, status, doc } of segments) {
    const known = rawIds.filter((raw) => shared.has(raw))
    const key = `raw ${(known.length > 0 ? known : [...rawIds]).sort().join('+')}`
    keys.set(id, key)
    const trip = (JSON.parse(doc) as Fields)['trip_id']
    if (typeof trip === 'string' && status !== 'Cancelled')
      segmentsOfTrip.set(trip, [...(segmentsOfTrip.get(trip) ?? []), key])
  }
  for (const { id } of trips) keys.set(id, `trip of ${(segmentsOfTrip.get(id) ?? []).sort().join(', ')}`)
  const live = (rows: Array<{ id: Id; status: string; doc: string }>): Map<string, Fields> =>
    new Map(
      rows
        .filter((row) => !REMOVED.has(row.status))
        .map((row) => [
          keys.get(row.id) ?? row.id,
          comparable(JSON.parse(expandSegment(row.doc)), keys) as Fields,
        ]),
    )
  const segment = live(segments)
  for (const fields of segment.values()) if (fields['status'] === 'Cancelled') delete fields['trip_id']
  return { segment, trip: live(trips.filter((trip) => trip.status !== 'Cancelled')) }
}

/** The JSON value without volatile fields and with ids replaced by keys. */
function comparable(value: unknown, keys: Map<string, string>): unknown {
  if (typeof value === 'string') return keys.get(value) ?? value
  if (Array.isArray(value)) return value.map((entry) => comparable(entry, keys))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !VOLATILE_FIELDS.has(field))
      .map(([field, entry]) => [field, comparable(entry, keys)]),
  )
}

function compare(
  what: Difference['what'],
  key: string,
  stored: Fields | undefined,
  rebuilt: Fields | undefined,
): Difference[] {
  if (stored === undefined || rebuilt === undefined) {
    const presence = (fields: Fields | undefined): string | null => (fields === undefined ? null : 'there')
    return [{ what, key, field: '', stored: presence(stored), rebuilt: presence(rebuilt) }]
  }
  return [...new Set([...Object.keys(stored), ...Object.keys(rebuilt)])]
    .filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(rebuilt[field]))
    .map((field) => ({ what, key, field, stored: stored[field], rebuilt: rebuilt[field] }))
}

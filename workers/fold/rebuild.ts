/**
 * Folds what a member was told once more from the beginning, beside the service and without saving anything, and says where
 * the result differs from what is stored: nowhere, unless the rules have changed since. Ids that the fold makes differ from
 * run to run, so segments are told apart by the raw segments they hold, and trips by their live segments. Which trip a
 * cancelled segment stood in before is history, not the itinerary: one that was told and cancelled in one step never stood
 * in any, and a trip whose segments are all cancelled is as much history. So is which trip another one was split from: what
 * is told and cancelled in one step holds nothing together.
 */
import type { FoldResult, SegmentWrite, StoredMember, TripWrite } from '../../schemas/stream/fold-result.js'
import type { Id } from '../../schemas/base/ids.js'
import type { DecodedMessage } from '../ports.js'
import { idRemapping } from './id-remapping.js'
import type { FirstOutcome } from './id-remapping.js'
import type { Rules } from './pool/fold-task.js'

/** A member as stored, with everything it was told (in stream order). */
export interface MemberHistory {
  id: Id
  profile: string
  /** `became`: what the service made of it; without it, later messages that name its segments or trips name nothing. */
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

/** Shown in documents, made anew by every fold, and no part of what the rules decide. */
const PASSING = new Set(['created', 'updated', 'version', 'url', 'previous', 'split_from'])
const GONE = new Set(['Deleted', 'Merged'])

/** Where the two differ, at most `most` of them. Throws what the rules throw. */
export function rebuildMember<S>(rules: Rules<S>, told: MemberHistory, most = 20): Difference[] {
  const rows = refold(rules, told)
  const stored = named(told.segments, told.trips)
  const rebuilt = named([...rows.segments.values()], [...rows.trips.values()])
  const differences: Difference[] = []
  for (const what of ['segment', 'trip'] as const) {
    for (const key of new Set([...stored[what].keys(), ...rebuilt[what].keys()])) {
      differences.push(...compare(what, key, stored[what].get(key), rebuilt[what].get(key)))
      if (differences.length >= most) return differences.slice(0, most)
    }
  }
  return differences
}

function refold<S>(
  rules: Rules<S>,
  told: MemberHistory,
): { segments: Map<Id, SegmentWrite>; trips: Map<Id, TripWrite> } {
  const blank: StoredMember = {
    id: told.id,
    profile: told.profile,
    head: null,
    sequence: 0,
    lastSeq: 0,
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
  let state = rules.restore(blank, 0)
  for (const {
    seq,
    envelope: { expects: _asked, ...envelope },
    body,
    became,
  } of told.messages) {
    // Versions count steps, which are others here; what was refused for its version is not among the messages.
    const step = rules.decide(
      state,
      [ids.remap({ seq, envelope, body: JSON.parse(body) as unknown })],
      envelope.received,
    )
    keep(step.folded)
    const now = step.folded.batches.find((batch) => batch.seq === seq)
    if (became !== undefined && now !== undefined) ids.learn(became, now)
    state = step.state
  }
  return { segments, trips }
}

type Fields = Record<string, unknown>
interface Named {
  segment: Map<string, Fields>
  trip: Map<string, Fields>
}

/** Live documents under names that do not depend on the ids that the fold made, those ids replaced by such names within. */
function named(segments: MemberHistory['segments'], trips: MemberHistory['trips']): Named {
  const names = new Map<string, string>()
  const members = new Map<string, string[]>()
  for (const { id, rawIds, status, doc } of segments) {
    const name = `raw ${[...rawIds].sort().join('+')}`
    names.set(id, name)
    const trip = (JSON.parse(doc) as Fields)['trip_id']
    if (typeof trip === 'string' && status !== 'Cancelled')
      members.set(trip, [...(members.get(trip) ?? []), name])
  }
  for (const { id } of trips) names.set(id, `trip of ${(members.get(id) ?? []).sort().join(', ')}`)
  const live = (rows: Array<{ id: Id; status: string; doc: string }>): Map<string, Fields> =>
    new Map(
      rows
        .filter((row) => !GONE.has(row.status))
        .map((row) => [names.get(row.id) ?? row.id, rename(JSON.parse(row.doc), names) as Fields]),
    )
  const segment = live(segments)
  for (const fields of segment.values()) if (fields['status'] === 'Cancelled') delete fields['trip_id']
  return { segment, trip: live(trips.filter((trip) => trip.status !== 'Cancelled')) }
}

function rename(value: unknown, names: Map<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => rename(one, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !PASSING.has(field))
      .map(([field, one]) => [field, rename(one, names)]),
  )
}

function compare(
  what: Difference['what'],
  key: string,
  stored: Fields | undefined,
  rebuilt: Fields | undefined,
): Difference[] {
  if (stored === undefined || rebuilt === undefined) {
    return [
      {
        what,
        key,
        field: '',
        stored: stored === undefined ? null : 'there',
        rebuilt: rebuilt === undefined ? null : 'there',
      },
    ]
  }
  return [...new Set([...Object.keys(stored), ...Object.keys(rebuilt)])]
    .filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(rebuilt[field]))
    .map((field) => ({ what, key, field, stored: stored[field], rebuilt: rebuilt[field] }))
}

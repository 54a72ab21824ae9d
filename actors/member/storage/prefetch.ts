/**
 * Which evicted segments a step will need: a guess on the safe side from the days and locators of its
 * messages, before anything is changed. If the guess falls short, the rules throw `NotLoadedError`, and the
 * worker loads the member in full.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { locatorKey, normaliseLocator } from '../../../schemas/base/locator.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { isSegmentType, SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import { legsNear } from '../../itinerary/grouping/timeline/legs-near.js'
import { MINUTE, wallMinutes } from '../../itinerary/lib/local-time.js'
import { isFerryTransport } from '../../itinerary/statement/ferry-body.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'
import {
  endingOn,
  startingOn,
  statementsOfBooking,
  statementsUnder,
} from '../../itinerary/statement/statement-index.js'
import type { MemberState, TripState } from '../model.js'
import { concernOf } from './named-segments.js'

/** What a submitted segment is found by; times in minutes of the local clock since 1970. */
interface Hint {
  type: SegmentType
  source: string
  start: number | null
  end: number | null
  key: string | null
}

/**
 * How many days around a new statement others may concern it: matching looks one day either way, rebooking
 * two.
 */
const REACH_DAYS = 2
const DAY_MINUTES = 1440

/**
 * Ids of the segments to load before these messages are folded; all evicted ones if the messages may concern
 * any segment.
 */
export function segmentsToLoad(state: MemberState, messages: readonly StreamMessage[]): Id[] {
  if (state.recentlyUsed.size === state.segments.size) return []
  const hints = new Map<string, Hint>()
  const named = new Set<Id>()
  for (const message of messages) {
    const concern = concernOf(state, message)
    if (concern === null) return evictedOf(state, state.segments.keys())
    for (const id of concern.named) named.add(id)
    for (const fields of concern.submitted) {
      const hint = hintOf(fields)
      if (hint !== null) hints.set(hintKey(hint), hint)
    }
  }
  const concerned = concernedSegments(state, [...hints.values()])
  for (const id of aroundNamed(state, named)) concerned.add(id)
  const needed = new Set(evictedOf(state, concerned))
  for (const trip of tripsOf(state, concerned))
    for (const id of evictedOf(state, trip.segmentIds)) needed.add(id)
  return [...needed]
}

function evictedOf(state: MemberState, ids: Iterable<Id>): Id[] {
  return [...ids].filter((id) => state.segments.get(id)?.isEvicted === true)
}

function tripsOf(state: MemberState, ids: Iterable<Id>): Set<TripState> {
  const trips = new Set<TripState>()
  for (const id of ids) {
    const trip = state.trips.get(state.segments.get(id)?.tripId ?? '')
    if (trip !== undefined) trips.add(trip)
  }
  return trips
}

/**
 * What a change of existing segments may concern: they, what relates to their statements, what names them, the legs
 * near theirs, and the trips that overlap one that may lose them.
 */
function aroundNamed(state: MemberState, named: ReadonlySet<Id>): Set<Id> {
  const ids = new Set<Id>()
  const hints = new Map<string, Hint>()
  for (const id of named) {
    const segment = state.segments.get(id)
    if (segment === undefined) continue
    const { leg, replaces, replacedBy, possibleDuplicates } = segment
    for (const other of [id, replaces, replacedBy, ...possibleDuplicates]) if (other !== null) ids.add(other)
    if (leg !== null) for (const other of legsNear(state.timeline, leg.start, leg.end)) ids.add(other)
    for (const { indexKey, source } of segment.rawSegments) {
      if (indexKey === null) continue
      const [start, end] = [wallOf(indexKey[0]), wallOf(indexKey[1])]
      const hint = { type: segment.type, source, start, end, key: indexKey[2] }
      hints.set(hintKey(hint), hint)
    }
  }
  for (const hint of hints.values())
    for (const raw of relatedStatements(state, hint)) {
      const id = state.segmentOf.get(raw.id)
      if (id !== undefined) ids.add(id)
    }
  for (const trip of tripsOf(state, [...ids]))
    for (const other of trip.overlaps) for (const id of state.trips.get(other)?.segmentIds ?? []) ids.add(id)
  return ids
}

function wallOf(day: number | null): number | null {
  return day === null ? null : day * DAY_MINUTES
}

function hintOf(body: unknown): Hint | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const fields = body as Fields
  const type = isFerryTransport(fields.type, fields) ? 'Ferry' : fields.type
  if (!isSegmentType(type)) return null
  const kind = SEGMENT_KINDS[type]
  const locator = normaliseLocator(fields.confirmation_no)
  return {
    type,
    source: normaliseText(fields.source) ?? 'manual',
    start: wallMinutes(normaliseText(fields[kind.start])),
    end: kind.end === null ? null : wallMinutes(normaliseText(fields[kind.end])),
    key: locator === null ? null : locatorKey(locator),
  }
}

/**
 * Equal for hints that find the same; the source matters only to a cancellation by locator, which has no
 * start.
 */
function hintKey({ type, start, end, key, source }: Hint): string {
  return `${type} ${start} ${end} ${key} ${start === null ? source : ''}`
}

/** Segments with a statement that relates to a hint, and those with a leg near one. */
function concernedSegments(state: MemberState, hints: readonly Hint[]): Set<Id> {
  const ids = new Set<Id>()
  for (const hint of hints)
    for (const raw of relatedStatements(state, hint)) {
      const id = state.segmentOf.get(raw.id)
      if (id !== undefined) ids.add(id)
    }
  for (const { from, to } of intervalsOf(hints))
    for (const id of legsNear(state.timeline, from, to)) ids.add(id)
  return ids
}

/** The instants that the hints cover, whatever their time zones; overlapping intervals are joined. */
function intervalsOf(hints: readonly Hint[]): Array<{ from: number; to: number }> {
  const intervals: Array<{ from: number; to: number }> = []
  for (const { start, end } of hints.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    if (start === null) continue
    const from = (start - DAY_MINUTES) * MINUTE
    const to = (Math.max(start, end ?? start) + DAY_MINUTES) * MINUTE
    const last = intervals.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else intervals.push({ from, to })
  }
  return intervals
}

/**
 * The statements that matching will look at: near in time, of the same booking, and near in time to or of the
 * bookings of those.
 */
function relatedStatements(state: MemberState, { type, source, start, end, key }: Hint): Set<RawSegment> {
  const found = new Set<RawSegment>()
  const add = (raws: Iterable<RawSegment>): void => {
    for (const raw of raws) found.add(raw)
  }
  const { index } = state
  const addDays = (first: number | null, last: number | null, reach: number): void => {
    if (first !== null)
      for (let day = first - reach; day <= first + reach; day++) add(startingOn(index, type, day))
    if (SEGMENT_KINDS[type].isByDays && last !== null)
      for (let day = last - reach; day <= last + reach; day++) add(endingOn(index, type, day))
  }
  addDays(dayOf(start), dayOf(end), REACH_DAYS)
  if (key !== null) {
    add(statementsUnder(index, type, key))
    // A cancellation by locator alone concerns legs of every type.
    if (start === null) for (const other of SEGMENT_TYPES) add(statementsOfBooking(index, other, source, key))
  }
  const keys = new Set([...found].map((raw) => raw.indexKey?.[2] ?? null))
  for (const other of keys) if (other !== null) add(statementsUnder(index, type, other))
  for (const { indexKey } of [...found]) if (indexKey !== null) addDays(indexKey[0], indexKey[1], 1)
  return found
}

function dayOf(wall: number | null): number | null {
  return wall === null ? null : Math.floor(wall / DAY_MINUTES)
}

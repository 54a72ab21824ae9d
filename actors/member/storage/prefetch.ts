/**
 * What a step will ask for of segments that are away: guessed from the days and locators of what came, on the safe side,
 * before anything is changed. Where the guess falls short the rules throw `Away`, and the member is brought whole.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import { legsNear } from '../../itinerary/grouping/timeline/legs-near.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { isSegmentType, SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { statementsOfBooking } from '../../itinerary/statement/statement-index.js'
import { locatorKey, normaliseLocator } from '../../../schemas/base/locator.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { wallMinutes } from '../../itinerary/lib/local-time.js'
import type { MemberState } from '../state.js'

/** What a raw segment is looked for by, before it is a statement. */
interface Hint {
  type: SegmentType
  source: string
  start: number | null
  end: number | null
  key: string | null
}

/** Days either side of a new statement on which others may bear on it: matching looks at one (statements.ts), rebooking at two (links.ts). */
const REACH_DAYS = 2
const DAY_MINUTES = 1440

/** Ids of the segments to bring before these messages are folded; all that are away for messages that may concern any. */
export function segmentsToLoad(state: MemberState, messages: readonly StreamMessage[]): Id[] {
  if (state.recentlyUsed.size === state.segments.size) return []
  const hints = new Map<string, Hint>()
  for (const { envelope, body } of messages) {
    const told = envelope.kind === 'segments' ? (body as { segments?: unknown; mode?: unknown } | null) : null
    const written =
      envelope.kind === 'segment' && envelope.replaces === undefined && envelope.pin === undefined
    if ((told === null && !written) || told?.mode === 'replace')
      return [...state.segments.values()].filter((item) => item.isEvicted).map((item) => item.id)
    const list: unknown = written ? [body] : told?.segments
    for (const fields of Array.isArray(list) ? (list as unknown[]) : []) {
      const hint = hintOf(fields)
      if (hint !== null)
        hints.set(
          `${hint.type} ${hint.start} ${hint.end} ${hint.key} ${hint.start === null ? hint.source : ''}`,
          hint,
        )
    }
  }
  const ids = new Set<Id>()
  for (const hint of hints.values()) {
    for (const raw of relatedStatements(state, hint)) {
      const owner = state.segmentOf.get(raw.id)
      if (owner !== undefined) ids.add(owner)
    }
  }
  for (const { from, to } of spansOf([...hints.values()]))
    for (const id of legsNear(state.timeline, from, to)) ids.add(id)
  const trips = new Set<Id>()
  const out = new Set<Id>()
  for (const id of ids) {
    const item = state.segments.get(id)
    if (item?.isEvicted === true) out.add(id)
    if (item !== undefined && item.tripId !== null) trips.add(item.tripId)
  }
  for (const trip of trips)
    for (const id of state.trips.get(trip)?.segmentIds ?? [])
      if (state.segments.get(id)?.isEvicted === true) out.add(id)
  return [...out]
}

/** The instants between which something is told, whatever its zone; what lies near each other together. */
function spansOf(hints: readonly Hint[]): Array<{ from: number; to: number }> {
  const out: Array<{ from: number; to: number }> = []
  for (const { start, end } of hints.toSorted((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    if (start === null) continue
    const from = (start - DAY_MINUTES) * 60_000
    const to = (Math.max(start, end ?? start) + DAY_MINUTES) * 60_000
    const last = out.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else out.push({ from, to })
  }
  return out
}

function hintOf(body: unknown): Hint | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const fields = body as Fields
  const { type } = fields
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

/** Statements that matching will look at: near in time or of the same booking, of the bookings of those, and near in time to these. */
function relatedStatements(state: MemberState, { type, source, start, end, key }: Hint): Set<RawSegment> {
  const { buckets } = state.index
  const found = new Set<RawSegment>()
  const take = (name: string): void => {
    for (const raw of buckets.get(name) ?? []) found.add(raw)
  }
  const days = ([from, to]: readonly [number | null, number | null, ...unknown[]], reach: number): void => {
    if (from !== null) for (let d = from - reach; d <= from + reach; d++) take(`${type}|${d}`)
    if (type === 'Hotel' && to !== null) for (let d = to - reach; d <= to + reach; d++) take(`${type}<${d}`)
  }
  days(
    [
      start === null ? null : Math.floor(start / DAY_MINUTES),
      end === null ? null : Math.floor(end / DAY_MINUTES),
    ],
    REACH_DAYS,
  )
  if (key !== null) {
    take(`${type}#${key}`)
    // A booking that is cancelled by its locator alone has legs of every kind.
    if (start === null)
      for (const other of SEGMENT_TYPES)
        for (const raw of statementsOfBooking(state.index, other, source, key)) found.add(raw)
  }
  const keys = new Set([...found].map((raw) => raw.indexKey?.[2] ?? null))
  for (const other of keys) if (other !== null) take(`${type}#${other}`)
  for (const raw of [...found]) if (raw.indexKey !== null) days(raw.indexKey, 1)
  return found
}

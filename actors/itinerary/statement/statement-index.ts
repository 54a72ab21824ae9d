/**
 * A member's statements, indexed so that a new one meets only those that could match it (RULES 2.2): by type and day
 * of start (stays also by day of end), and by type and locator.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { MATCH_RULES } from '../match/match-rules.js'
import type { IndexKey, RawSegment } from './raw-segment.js'
import type { Statement } from './statement.js'
import { statementOf } from './statement.js'
import type { Places } from '../places/places.js'
import { matchingFingerprint } from './matching-fields.js'

export interface StatementIndex {
  all: Map<Id, RawSegment>
  buckets: Map<string, RawSegment[]>
}

/** An index of no statements. */
export function createStatementIndex(): StatementIndex {
  return { all: new Map(), buckets: new Map() }
}

function day(wall: number): number {
  return Math.floor(wall / 1440)
}

/** By what a raw segment is found; worked out once. */
export function indexKey(raw: RawSegment, places: Places): IndexKey {
  return raw.indexKey ?? keyOf(statementOf(raw, places))
}

function keyOf(s: Statement): IndexKey {
  return [
    s.start === null ? null : day(s.start.wall),
    s.raw.type !== 'Hotel' || s.end === null ? null : day(s.end.wall),
    s.locatorKey,
  ]
}

function bucketNames({ type }: RawSegment, [start, end, key]: IndexKey): string[] {
  const out: string[] = []
  if (start !== null) out.push(`${type}|${start}`)
  if (end !== null) out.push(`${type}<${end}`)
  if (key !== null) out.push(`${type}#${key}`)
  return out
}

/** Adds a raw segment; what it is found by is worked out anew, also where that was done before. */
export function addStatement(index: StatementIndex, raw: RawSegment, places: Places): void {
  addWithKey(index, raw, keyOf(statementOf(raw, places)))
}

/** Adds a raw whose key was worked out before. */
export function addWithKey(index: StatementIndex, raw: RawSegment, key: IndexKey): void {
  index.all.set(raw.id, raw)
  raw.indexKey = key
  for (const name of bucketNames(raw, key)) {
    const bucket = index.buckets.get(name)
    if (bucket === undefined) index.buckets.set(name, [raw])
    else bucket.push(raw)
  }
}

/** Takes a raw segment out, under all that it is found by; one that is not in the index is passed over. */
export function removeStatement(index: StatementIndex, raw: RawSegment, places: Places): void {
  index.all.delete(raw.id)
  for (const key of bucketNames(raw, indexKey(raw, places))) {
    const bucket = index.buckets.get(key)
    if (bucket === undefined) continue
    const at = bucket.indexOf(raw)
    if (at >= 0) bucket.splice(at, 1)
    if (bucket.length === 0) index.buckets.delete(key)
  }
}

/** What a source has said, of one type, of the booking with this key of a locator. */
export function statementsOfBooking(
  index: StatementIndex,
  type: SegmentType,
  source: string,
  key: string,
): RawSegment[] {
  return (index.buckets.get(`${type}#${key}`) ?? []).filter((raw) => raw.source === source)
}

/** Days either side within which statements of a type can match without sharing a locator. */
const REACH_DAYS = 1

/** Buckets in which stands whatever may have to do with a statement. */
function nearbyBuckets(s: Statement): string[] {
  const out: string[] = []
  const { type } = s.raw
  if (s.start !== null)
    for (let d = -REACH_DAYS; d <= REACH_DAYS; d++) out.push(`${type}|${day(s.start.wall) + d}`)
  if (type === 'Hotel' && s.end !== null)
    for (let d = -REACH_DAYS; d <= REACH_DAYS; d++) out.push(`${type}<${day(s.end.wall) + d}`)
  if (s.locatorKey !== null) out.push(`${type}#${s.locatorKey}`)
  return out
}

/** From so many statements in a bucket on it is remembered who has looked through it in vain. */
const LARGE_BUCKET = 16

/**
 * Groups of statements that have to do with each other, reached from `seeds`: of one booking of one source, or related by
 * their type's rule. Clustering a group gives what clustering all of the member's statements would.
 */
export function relatedGroups(
  index: StatementIndex,
  seeds: Iterable<RawSegment>,
  places: Places,
): Statement[][] {
  const seen = new Set<RawSegment>()
  /** What of a bucket nobody has reached yet: looked through again and again, it gets shorter. */
  const left = new Map<string, RawSegment[]>()
  /** By bucket and what was said, the locators of those who found no more in it; null for all. */
  const searched = new Map<string, string | null>()
  const groups: Statement[][] = []
  for (const seed of seeds) {
    if (seen.has(seed) || !index.all.has(seed.id)) continue
    seen.add(seed)
    const group: Statement[] = []
    const queue: RawSegment[] = [seed]
    for (let raw = queue.pop(); raw !== undefined; raw = queue.pop()) {
      const s = statementOf(raw, places)
      group.push(s)
      const rule = MATCH_RULES[raw.type]
      let told: string | null = null
      for (const name of nearbyBuckets(s)) {
        const bucket = left.get(name) ?? index.buckets.get(name)
        if (bucket === undefined || bucket.length === 0) continue
        const rest = bucket.filter((other) => !seen.has(other))
        left.set(name, rest)
        if (rest.length > LARGE_BUCKET) {
          // Who says the same finds the same, but for those of his own locator: two of different locators speak for all.
          const search = `${name} ${(told ??= matchingFingerprint(raw))}`
          const before = searched.get(search)
          if (before === null || before === (s.locatorKey ?? '')) continue
          searched.set(search, before === undefined && s.locatorKey !== null ? s.locatorKey : null)
        }
        for (const other of rest) {
          const t = statementOf(other, places)
          const booking =
            other.source === raw.source && s.locatorKey !== null && s.locatorKey === t.locatorKey
          if (booking || rule.relate(s, t) > 0) {
            seen.add(other)
            queue.push(other)
          }
        }
      }
    }
    groups.push(group)
  }
  return groups
}

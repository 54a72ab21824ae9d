/**
 * RULES 2.2: a member's statements, indexed so that a new one is compared only with those that could match
 * it: by type and day of start (hotels also by day of end), and by type and locator.
 */
import type { Id } from '../../../schemas/base/ids.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { wallDay } from '../lib/local-time.js'
import { isMatch } from '../match/match-rule.js'
import { MATCH_RULES } from '../match/match-rules.js'
import type { Places } from '../places/places.js'
import { matchingFingerprint } from './matching-fields.js'
import type { IndexKey, RawSegment } from './raw-segment.js'
import { statementOf } from './statement.js'
import type { Statement } from './statement.js'

export interface StatementIndex {
  all: Map<Id, RawSegment>
  buckets: Map<string, RawSegment[]>
}

export function createStatementIndex(): StatementIndex {
  return { all: new Map(), buckets: new Map() }
}

/** The key of a raw segment in the index; derived once. */
export function indexKey(raw: RawSegment, places: Places): IndexKey {
  return raw.indexKey ?? keyOf(statementOf(raw, places))
}

function keyOf({ raw, start, end, locatorKey }: Statement): IndexKey {
  return [
    start === null ? null : wallDay(start.wall),
    raw.type !== 'Hotel' || end === null ? null : wallDay(end.wall),
    locatorKey,
  ]
}

const startBucket = (type: SegmentType, day: number): string => `${type}|${day}`
const endBucket = (type: SegmentType, day: number): string => `${type}<${day}`
const locatorBucket = (type: SegmentType, locatorKey: string): string => `${type}#${locatorKey}`

/** The raw segments of a type with a statement that starts on a day (days since 1970). */
export function startingOn(index: StatementIndex, type: SegmentType, day: number): readonly RawSegment[] {
  return index.buckets.get(startBucket(type, day)) ?? []
}

/** The hotels with a statement that ends on a day. */
export function endingOn(index: StatementIndex, type: SegmentType, day: number): readonly RawSegment[] {
  return index.buckets.get(endBucket(type, day)) ?? []
}

/** The buckets that a raw segment is in. */
function bucketNames({ type }: RawSegment, [startDay, endDay, locatorKey]: IndexKey): string[] {
  const names: string[] = []
  if (startDay !== null) names.push(startBucket(type, startDay))
  if (endDay !== null) names.push(endBucket(type, endDay))
  if (locatorKey !== null) names.push(locatorBucket(type, locatorKey))
  return names
}

/** Adds a raw segment; its key is derived again, even if it has one. */
export function addStatement(index: StatementIndex, raw: RawSegment, places: Places): void {
  addWithKey(index, raw, keyOf(statementOf(raw, places)))
}

/** Adds a raw segment whose key is known. */
export function addWithKey(index: StatementIndex, raw: RawSegment, key: IndexKey): void {
  index.all.set(raw.id, raw)
  raw.indexKey = key
  for (const name of bucketNames(raw, key)) {
    const bucket = index.buckets.get(name)
    if (bucket === undefined) index.buckets.set(name, [raw])
    else bucket.push(raw)
  }
}

/** Removes a raw segment from the index, if it is in it. */
export function removeStatement(index: StatementIndex, raw: RawSegment, places: Places): void {
  index.all.delete(raw.id)
  for (const name of bucketNames(raw, indexKey(raw, places))) {
    const bucket = index.buckets.get(name)
    if (bucket === undefined) continue
    const at = bucket.indexOf(raw)
    if (at >= 0) bucket.splice(at, 1)
    if (bucket.length === 0) index.buckets.delete(name)
  }
}

/** What a source reports, of one type, about the booking with this locator. */
export function statementsOfBooking(
  index: StatementIndex,
  type: SegmentType,
  source: string,
  locatorKey: string,
): RawSegment[] {
  const bucket = index.buckets.get(locatorBucket(type, locatorKey)) ?? []
  return bucket.filter((raw) => raw.source === source)
}

/** Days to either side in which statements without a common locator can match or look alike. */
export const REACH_DAYS = 1

/** The buckets of everything that may be related to a statement. */
function nearbyBuckets({ raw: { type }, start, end, locatorKey }: Statement): string[] {
  const names: string[] = []
  for (let days = -REACH_DAYS; start !== null && days <= REACH_DAYS; days++)
    names.push(startBucket(type, wallDay(start.wall) + days))
  for (let days = -REACH_DAYS; type === 'Hotel' && end !== null && days <= REACH_DAYS; days++)
    names.push(endBucket(type, wallDay(end.wall) + days))
  if (locatorKey !== null) names.push(locatorBucket(type, locatorKey))
  return names
}

/** True if a statement matches one of those that `isCounted` accepts, or is of one booking of one source with it. */
export function matchesAny(
  index: StatementIndex,
  s: Statement,
  places: Places,
  isCounted: (other: RawSegment) => boolean,
): boolean {
  return nearbyBuckets(s).some((name) =>
    index.buckets
      .get(name)
      ?.some((other) => other !== s.raw && isCounted(other) && areRelated(s, statementOf(other, places))),
  )
}

function areRelated(s: Statement, t: Statement): boolean {
  const isSameBooking =
    s.raw.source === t.raw.source && s.locatorKey !== null && s.locatorKey === t.locatorKey
  return isSameBooking || isMatch(MATCH_RULES[s.raw.type].relate(s, t))
}

/** True if a statement is in the buckets of those that start near another, and was compared with it there. */
function startsNear({ start }: Statement, [startDay]: IndexKey): boolean {
  return start !== null && startDay !== null && Math.abs(wallDay(start.wall) - startDay) <= REACH_DAYS
}

/** In buckets of this size, finished searches are remembered. */
const LARGE_BUCKET = 16

/**
 * Groups of related statements, reached from `seeds`: of one booking of one source, or matching by their
 * type's rule. Clustering a group has the same result as clustering all of the member's statements: what only
 * looks alike is never in one cluster. A search stops at `limit` statements.
 */
export function relatedGroups(
  index: StatementIndex,
  seeds: Iterable<RawSegment>,
  places: Places,
  limit = Infinity,
): Statement[][] {
  const search = new RelatedSearch(index, places, limit)
  const groups: Statement[][] = []
  for (const seed of seeds) {
    const group = search.groupOf(seed)
    if (group !== null) groups.push(group)
  }
  return groups
}

/** A breadth-first search in which every statement is reached once. */
class RelatedSearch {
  private readonly index: StatementIndex
  private readonly places: Places
  private readonly reached = new Set<RawSegment>()
  /** The members of a bucket that were not reached yet: searched repeatedly, the list gets shorter. */
  private readonly unreached = new Map<string, RawSegment[]>()
  /**
   * By bucket and fingerprint, the locator of the statement that already searched it; null: two locators did.
   * A statement with the same fingerprint finds the same, except what has its own locator.
   */
  private readonly searchedBy = new Map<string, string | null>()

  constructor(
    index: StatementIndex,
    places: Places,
    private readonly limit: number,
  ) {
    this.index = index
    this.places = places
  }

  /** The group of a seed; null if it was reached before or is not in the index. */
  groupOf(seed: RawSegment): Statement[] | null {
    if (this.reached.has(seed) || !this.index.all.has(seed.id)) return null
    this.reached.add(seed)
    const group: Statement[] = []
    const queue: RawSegment[] = [seed]
    for (let raw = queue.pop(); raw !== undefined; raw = queue.pop()) {
      const s = statementOf(raw, this.places)
      group.push(s)
      if (group.length < this.limit) this.enqueueRelated(s, queue)
    }
    return group
  }

  private enqueueRelated(s: Statement, queue: RawSegment[]): void {
    let fingerprint: string | null = null
    for (const name of nearbyBuckets(s)) {
      const bucket = this.unreached.get(name) ?? this.index.buckets.get(name)
      if (bucket === undefined || bucket.length === 0) continue
      const rest = bucket.filter((other) => !this.reached.has(other))
      this.unreached.set(name, rest)
      if (rest.length > LARGE_BUCKET) {
        fingerprint ??= matchingFingerprint(s.raw)
        if (this.wasSearched(`${name} ${fingerprint}`, s.locatorKey)) continue
      }
      const isByEnd = name.includes('<')
      for (const other of rest) {
        if (isByEnd && startsNear(s, indexKey(other, this.places))) continue
        if (!areRelated(s, statementOf(other, this.places))) continue
        this.reached.add(other)
        queue.push(other)
      }
    }
  }

  /** True if an equal statement already searched the bucket; otherwise notes this search. */
  private wasSearched(search: string, locatorKey: string | null): boolean {
    const before = this.searchedBy.get(search)
    if (before === null || before === (locatorKey ?? '')) return true
    this.searchedBy.set(search, before === undefined && locatorKey !== null ? locatorKey : null)
    return false
  }
}

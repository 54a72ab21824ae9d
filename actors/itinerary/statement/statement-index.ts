/**
 * RULES 2.2: a member's statements, indexed so that a new one is compared only with those that could match
 * it: by type and day of start (hotels also by day of end), and by type and locator.
 */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { Id } from '../../../schemas/base/ids.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { wallDay } from '../lib/local-time.js'
import { isMatch } from '../match/match-answer.js'
import { MATCH_RULES } from '../match/match-rules.js'
import type { Places } from '../places/places.js'
import { matchingFingerprint } from './matching-fields.js'
import type { IndexKey, RawSegment } from './raw-segment.js'
import { statementOf } from './statement.js'
import type { Statement } from './statement.js'

export interface StatementIndex {
  all: Map<Id, RawSegment>
  /** By type and day of start (days since 1970), as one number: making texts of them took 3 % of a fold. */
  byStart: Map<number, RawSegment[]>
  /** Hotels by day of end. */
  byEnd: Map<number, RawSegment[]>
  /** By type and locator. */
  byLocator: Map<string, RawSegment[]>
  /** By source and id of the entry. */
  byEntry: Map<string, RawSegment[]>
}

export function createStatementIndex(): StatementIndex {
  return { all: new Map(), byStart: new Map(), byEnd: new Map(), byLocator: new Map(), byEntry: new Map() }
}

/** The key of a raw segment in the index; derived once. */
export function indexKey(raw: RawSegment, places: Places): IndexKey {
  return raw.indexKey ?? keyOf(statementOf(raw, places))
}

function keyOf({ raw, start, end, locatorKey, entry }: Statement): IndexKey {
  const startDay = start === null ? null : wallDay(start.wall)
  const endDay = !SEGMENT_KINDS[raw.type].isByDays || end === null ? null : wallDay(end.wall)
  return entry === null ? [startDay, endDay, locatorKey] : [startDay, endDay, locatorKey, entry]
}

const TYPE_NUMBERS = Object.fromEntries(SEGMENT_TYPES.map((type, i) => [type, i])) as Record<
  SegmentType,
  number
>
const NO_STATEMENTS: readonly RawSegment[] = []

const dayKey = (type: SegmentType, day: number): number => day * SEGMENT_TYPES.length + TYPE_NUMBERS[type]
const bookingKey = (type: SegmentType, locatorKey: string): string => `${type}#${locatorKey}`
const entryKey = (source: string, entry: string): string => `${source}#${entry}`

/** The raw segments of a type with a statement that starts on a day (days since 1970). */
export function startingOn(index: StatementIndex, type: SegmentType, day: number): readonly RawSegment[] {
  return index.byStart.get(dayKey(type, day)) ?? NO_STATEMENTS
}

/** The hotels with a statement that ends on a day. */
export function endingOn(index: StatementIndex, type: SegmentType, day: number): readonly RawSegment[] {
  return index.byEnd.get(dayKey(type, day)) ?? NO_STATEMENTS
}

/** What any source reports, of one type, under a locator. */
export function statementsUnder(
  index: StatementIndex,
  type: SegmentType,
  locatorKey: string,
): readonly RawSegment[] {
  return index.byLocator.get(bookingKey(type, locatorKey)) ?? NO_STATEMENTS
}

/** What a source reports, of any type, about the entry with this id. */
export function statementsOfEntry(
  index: StatementIndex,
  source: string,
  entry: string,
): readonly RawSegment[] {
  return index.byEntry.get(entryKey(source, entry)) ?? NO_STATEMENTS
}

/** Adds a raw segment; its key is derived again, even if it has one. */
export function addStatement(index: StatementIndex, raw: RawSegment, places: Places): void {
  addWithKey(index, raw, keyOf(statementOf(raw, places)))
}

/** Adds a raw segment whose key is known. */
export function addWithKey(index: StatementIndex, raw: RawSegment, key: IndexKey): void {
  index.all.set(raw.id, raw)
  raw.indexKey = key
  const { type } = raw
  const [startDay, endDay, locatorKey, entry] = key
  if (startDay !== null) addTo(index.byStart, dayKey(type, startDay), raw)
  if (endDay !== null) addTo(index.byEnd, dayKey(type, endDay), raw)
  if (locatorKey !== null) addTo(index.byLocator, bookingKey(type, locatorKey), raw)
  if (entry !== undefined) addTo(index.byEntry, entryKey(raw.source, entry), raw)
}

function addTo<Key>(buckets: Map<Key, RawSegment[]>, key: Key, raw: RawSegment): void {
  const bucket = buckets.get(key)
  if (bucket === undefined) buckets.set(key, [raw])
  else bucket.push(raw)
}

/** Removes a raw segment from the index, if it is in it. */
export function removeStatement(index: StatementIndex, raw: RawSegment, places: Places): void {
  index.all.delete(raw.id)
  const { type } = raw
  const [startDay, endDay, locatorKey, entry] = indexKey(raw, places)
  if (startDay !== null) removeFrom(index.byStart, dayKey(type, startDay), raw)
  if (endDay !== null) removeFrom(index.byEnd, dayKey(type, endDay), raw)
  if (locatorKey !== null) removeFrom(index.byLocator, bookingKey(type, locatorKey), raw)
  if (entry !== undefined) removeFrom(index.byEntry, entryKey(raw.source, entry), raw)
}

function removeFrom<Key>(buckets: Map<Key, RawSegment[]>, key: Key, raw: RawSegment): void {
  const bucket = buckets.get(key)
  if (bucket === undefined) return
  const at = bucket.indexOf(raw)
  if (at >= 0) bucket.splice(at, 1)
  if (bucket.length === 0) buckets.delete(key)
}

/** What a source reports, of one type, about the booking with this locator. */
export function statementsOfBooking(
  index: StatementIndex,
  type: SegmentType,
  source: string,
  locatorKey: string,
): RawSegment[] {
  return statementsUnder(index, type, locatorKey).filter((raw) => raw.source === source)
}

/** Days to either side in which statements without a common locator can match or look alike. */
export const REACH_DAYS = 1

/**
 * Visits the buckets of everything that may be related to a statement, until a visit returns true, and returns
 * whether one did. `isByEnd` says that a bucket holds hotels by the day of their end.
 */
function someNearbyBucket(
  index: StatementIndex,
  { raw: { type }, start, end, locatorKey }: Statement,
  visit: (bucket: readonly RawSegment[], isByEnd: boolean) => boolean,
): boolean {
  const startDay = start === null ? null : wallDay(start.wall)
  const endDay = !SEGMENT_KINDS[type].isByDays || end === null ? null : wallDay(end.wall)
  for (let days = -REACH_DAYS; startDay !== null && days <= REACH_DAYS; days++) {
    const bucket = startingOn(index, type, startDay + days)
    if (bucket.length > 0 && visit(bucket, false)) return true
  }
  for (let days = -REACH_DAYS; endDay !== null && days <= REACH_DAYS; days++) {
    const bucket = endingOn(index, type, endDay + days)
    if (bucket.length > 0 && visit(bucket, true)) return true
  }
  if (locatorKey === null) return false
  const bucket = statementsUnder(index, type, locatorKey)
  return bucket.length > 0 && visit(bucket, false)
}

/** True if a statement matches one of those that `isCounted` accepts, or is of one booking of one source with it. */
export function matchesAny(
  index: StatementIndex,
  s: Statement,
  places: Places,
  isCounted: (other: RawSegment) => boolean,
): boolean {
  return someNearbyBucket(index, s, (bucket) =>
    bucket.some((other) => other !== s.raw && isCounted(other) && areRelated(s, statementOf(other, places))),
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
  /** The members of a large bucket that were not reached yet: searched repeatedly, the list gets shorter. */
  private readonly unreached = new Map<readonly RawSegment[], readonly RawSegment[]>()
  /**
   * By bucket and fingerprint, the locator of the statement that already searched it; null: two locators did.
   * A statement with the same fingerprint finds the same, except what has its own locator.
   */
  private readonly searchedBy = new Map<readonly RawSegment[], Map<string, string | null>>()

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
    someNearbyBucket(this.index, s, (bucket, isByEnd) => {
      for (const other of this.toSearch(s, bucket)) {
        if (this.reached.has(other)) continue
        if (isByEnd && startsNear(s, indexKey(other, this.places))) continue
        if (!areRelated(s, statementOf(other, this.places))) continue
        this.reached.add(other)
        queue.push(other)
      }
      return false
    })
  }

  /** The members of a bucket to compare a statement with; of a large one those that no search has reached. */
  private toSearch(s: Statement, bucket: readonly RawSegment[]): readonly RawSegment[] {
    if (bucket.length <= LARGE_BUCKET) return bucket
    const rest = (this.unreached.get(bucket) ?? bucket).filter((other) => !this.reached.has(other))
    this.unreached.set(bucket, rest)
    return rest.length > LARGE_BUCKET && this.wasSearched(bucket, s) ? NO_STATEMENTS : rest
  }

  /** True if an equal statement already searched the bucket; otherwise notes this search. */
  private wasSearched(bucket: readonly RawSegment[], s: Statement): boolean {
    const { locatorKey } = s
    let searches = this.searchedBy.get(bucket)
    if (searches === undefined) this.searchedBy.set(bucket, (searches = new Map()))
    const fingerprint = matchingFingerprint(s)
    const before = searches.get(fingerprint)
    if (before === null || before === (locatorKey ?? '')) return true
    searches.set(fingerprint, before === undefined && locatorKey !== null ? locatorKey : null)
    return false
  }
}

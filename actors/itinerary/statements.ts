/**
 * A member's statements, indexed so that a new one meets only those that could match it (itinerary.md 2.2): by type and day
 * of start (stays also by day of end), and by type and locator.
 */
import type { Id } from '../../schemas/ids.js'
import type { SegmentType } from './kinds.js'
import { RULES } from './match/rules.js'
import type { IndexKey, Raw } from './raw.js'
import type { Statement } from './statement.js'
import { statementOf } from './statement.js'
import type { Places } from './places.js'
import { toldBy } from './told.js'

export interface StatementIndex {
  all: Map<Id, Raw>
  buckets: Map<string, Raw[]>
}

/** An index of no statements. */
export function emptyIndex(): StatementIndex {
  return { all: new Map(), buckets: new Map() }
}

function day(wall: number): number {
  return Math.floor(wall / 1440)
}

/** By what a raw segment is found; worked out once. */
export function indexKey(raw: Raw, places: Places): IndexKey {
  return raw.key ?? keyOf(statementOf(raw, places))
}

function keyOf(s: Statement): IndexKey {
  return [
    s.start === null ? null : day(s.start.wall),
    s.raw.type !== 'Hotel' || s.end === null ? null : day(s.end.wall),
    s.key,
  ]
}

function namesOf({ type }: Raw, [start, end, key]: IndexKey): string[] {
  const out: string[] = []
  if (start !== null) out.push(`${type}|${start}`)
  if (end !== null) out.push(`${type}<${end}`)
  if (key !== null) out.push(`${type}#${key}`)
  return out
}

/** Adds a raw segment; what it is found by is worked out anew, also where that was done before. */
export function addStatement(index: StatementIndex, raw: Raw, places: Places): void {
  addIndexed(index, raw, keyOf(statementOf(raw, places)))
}

/** Adds a raw whose key was worked out before. */
export function addIndexed(index: StatementIndex, raw: Raw, key: IndexKey): void {
  index.all.set(raw.id, raw)
  raw.key = key
  for (const name of namesOf(raw, key)) {
    const bucket = index.buckets.get(name)
    if (bucket === undefined) index.buckets.set(name, [raw])
    else bucket.push(raw)
  }
}

/** Takes a raw segment out, under all that it is found by; one that is not in the index is passed over. */
export function dropStatement(index: StatementIndex, raw: Raw, places: Places): void {
  index.all.delete(raw.id)
  for (const key of namesOf(raw, indexKey(raw, places))) {
    const bucket = index.buckets.get(key)
    if (bucket === undefined) continue
    const at = bucket.indexOf(raw)
    if (at >= 0) bucket.splice(at, 1)
    if (bucket.length === 0) index.buckets.delete(key)
  }
}

/** What a source has said, of one type, of the booking with this key of a locator. */
export function ofBooking(index: StatementIndex, type: SegmentType, source: string, key: string): Raw[] {
  return (index.buckets.get(`${type}#${key}`) ?? []).filter((raw) => raw.source === source)
}

/** Days either side within which statements of a type can match without sharing a locator. */
const REACH = 1

/** Buckets in which stands whatever may have to do with a statement. */
function near(s: Statement): string[] {
  const out: string[] = []
  const { type } = s.raw
  if (s.start !== null) for (let d = -REACH; d <= REACH; d++) out.push(`${type}|${day(s.start.wall) + d}`)
  if (type === 'Hotel' && s.end !== null)
    for (let d = -REACH; d <= REACH; d++) out.push(`${type}<${day(s.end.wall) + d}`)
  if (s.key !== null) out.push(`${type}#${s.key}`)
  return out
}

/** From so many statements in a bucket on it is remembered who has looked through it in vain. */
const MANY = 16

/**
 * Groups of statements that have to do with each other, reached from `seeds`: of one booking of one source, or related by
 * their type's rule. Clustering a group gives what clustering all of the member's statements would.
 */
export function related(index: StatementIndex, seeds: Iterable<Raw>, places: Places): Statement[][] {
  const seen = new Set<Raw>()
  /** What of a bucket nobody has reached yet: looked through again and again, it gets shorter. */
  const left = new Map<string, Raw[]>()
  /** By bucket and what was said, the locators of those who found no more in it; null for all. */
  const searched = new Map<string, string | null>()
  const groups: Statement[][] = []
  for (const seed of seeds) {
    if (seen.has(seed) || !index.all.has(seed.id)) continue
    seen.add(seed)
    const group: Statement[] = []
    const queue: Raw[] = [seed]
    for (let raw = queue.pop(); raw !== undefined; raw = queue.pop()) {
      const s = statementOf(raw, places)
      group.push(s)
      const rule = RULES[raw.type]
      let told: string | null = null
      for (const name of near(s)) {
        const bucket = left.get(name) ?? index.buckets.get(name)
        if (bucket === undefined || bucket.length === 0) continue
        const rest = bucket.filter((other) => !seen.has(other))
        left.set(name, rest)
        if (rest.length > MANY) {
          // Who says the same finds the same, but for those of his own locator: two of different locators speak for all.
          const search = `${name} ${(told ??= toldBy(raw))}`
          const before = searched.get(search)
          if (before === null || before === (s.key ?? '')) continue
          searched.set(search, before === undefined && s.key !== null ? s.key : null)
        }
        for (const other of rest) {
          const t = statementOf(other, places)
          const booking = other.source === raw.source && s.key !== null && s.key === t.key
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

/**
 * Versions (RULES 3.2): what one source says over time about one leg of one booking is a track. The newest word of a
 * track stands; the older ones still help other sources, who may lag behind, to find it.
 */
import { MATCH_RULES } from './match-rules.js'
import { LOOKALIKE, BEST_TIER } from './match-rule.js'
import { NEW_TIMES, OLD_TIMES } from '../statement/gds-status.js'
import { isSameCity } from '../places/place.js'
import { isMaybeSamePerson } from '../statement/person.js'
import { compareVersions, travellersOf } from '../statement/statement.js'
import { fieldNames } from '../statement/raw-segment.js'
import type { RawSegment } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'

export interface LegHistory {
  source: string
  locatorKey: string | null
  /** In order of word, the newest last. Never empty. */
  versions: Statement[]
  /** Words that differ in what matching looks at. */
  variants: Statement[]
  /** The newest word that names a traveller. */
  latestNamed: Statement | null
}

/** What matching looks at, as one text. */
export function variantKey(s: Statement): string {
  return `${s.start?.instant ?? ''}|${s.end?.instant ?? ''}|${s.number ?? ''}|${s.vendor ?? ''}|${s.nameWords.join(' ')}|${String(s.raw.fields.origin ?? s.raw.fields.city_name ?? s.raw.fields.pickup_location ?? s.raw.fields.start_city_name ?? '')}|${String(s.raw.fields.destination ?? s.raw.fields.lat ?? '')}|${s.status}`
}

/**
 * Order by content, for ties between words of one stamp: the same whatever order they arrived in. That of the texts of both as
 * JSON, `[[name, value], ...]` with names in order, of which only the first difference is written.
 */
export function compareContent(a: RawSegment, b: RawSegment): number {
  const [left, right] = [fieldNames(a), fieldNames(b)]
  for (let i = 0; i < left.length || i < right.length; i++) {
    const [name, other] = [left[i], right[i]]
    if (name === undefined || other === undefined) return name === undefined ? 1 : -1
    if (name !== other) return JSON.stringify(name) < JSON.stringify(other) ? -1 : 1
    const [value, against] = [a.fields[name], b.fields[name]]
    if (value === against) continue
    const [text, beside] = [`${JSON.stringify(value)}]`, `${JSON.stringify(against)}]`]
    if (text !== beside) return text < beside ? -1 : 1
  }
  return 0
}

/** Order of words; equal stamps by content, so that arrival does not show. */
export function compareVersionsByContent(a: Statement, b: Statement): number {
  if (a.statedAt !== b.statedAt || a.raw.receivedAt !== b.raw.receivedAt) return compareVersions(a, b)
  // Old times given up and new ones sold stand in one message: the new ones are the later word (rule 4.1).
  return (
    (a.status === 'Cancelled' ? 0 : 1) - (b.status === 'Cancelled' ? 0 : 1) ||
    compareContent(a.raw, b.raw) ||
    compareVersions(a, b)
  )
}

/** A sorted copy, oldest word first. */
export function sortVersions(statements: Statement[]): Statement[] {
  return statements.slice().sort(compareVersionsByContent)
}

/** A journey that leaves where the other two arrive, between them: nobody takes the same leg again without coming back. */
function returnsBetween(departures: readonly Statement[], a: Statement, b: Statement): boolean {
  if (a.start === null || b.start === null) return false
  const [first, last] = a.start.instant <= b.start.instant ? [a, b] : [b, a]
  return departures.some(
    (s) =>
      s.start !== null &&
      s.start.instant > (first.start?.instant ?? 0) &&
      s.start.instant < (last.start?.instant ?? 0) &&
      (s.raw.fields.origin === first.raw.fields.destination || isSameCity(s.from, first.to)),
  )
}

/** Of those that tell the same place and instant to leave it one. */
function departuresOf(group: readonly Statement[]): Statement[] {
  const out = new Map<string, Statement>()
  for (const s of group) {
    if (s.start === null || s.raw.fields.origin === undefined) continue
    const name = JSON.stringify([s.start.instant, s.raw.fields.origin, s.from])
    if (!out.has(name)) out.set(name, s)
  }
  return [...out.values()]
}

function hasOldTimesCode({ gdsStatus: gds }: Statement): boolean {
  return gds !== null && OLD_TIMES.has(gds)
}
function hasNewTimesCode({ gdsStatus: gds }: Statement): boolean {
  return gds !== null && NEW_TIMES.has(gds)
}

/** Whether a word ends times of the track that were given up before: its newest word tells others (rule 4.1). */
function isLateEndOfOldTimes({ versions: words }: LegHistory, s: Statement): boolean {
  const last = words.at(-1) as Statement
  if (
    !hasOldTimesCode(s) ||
    last.status === 'Cancelled' ||
    s.start === null ||
    last.start === null ||
    s.start.instant === last.start.instant
  )
    return false
  return hasNewTimesCode(last) || words.some((word) => word.start?.instant === s.start?.instant)
}

/** Puts a word before those that tell the times in force. */
function insertBeforeCurrentTimes({ versions: words }: LegHistory, s: Statement): void {
  const now = (words.at(-1) as Statement).start?.instant
  let at = words.length
  while (at > 0 && (words[at - 1] as Statement).start?.instant === now) at--
  words.splice(at, 0, s)
}

/**
 * Whether two words of one booking name travellers who cannot be one (rule V). A slip of the pen or names the wrong way round
 * are the same traveller's, a word that names nobody anyone's, and one that lists several speaks for each of them.
 */
export function isOtherTraveller(a: Statement, b: Statement): boolean {
  if (a.traveller === null || b.traveller === null || isMaybeSamePerson(a.traveller, b.traveller))
    return false
  if (a.raw.fields.travelers === undefined && b.raw.fields.travelers === undefined) return true
  const theirs = travellersOf(b.raw.fields)
  return !travellersOf(a.raw.fields).some((left) => theirs.some((right) => isMaybeSamePerson(left, right)))
}

/** Only a date is known of its start. */
function lacksStartTime({ start }: Statement): boolean {
  return start !== null && !start.timed
}

/** Whether any word of a track tells the hour of its start. */
export function hasStartTime({ variants: shapes }: LegHistory): boolean {
  return shapes.some((s) => !lacksStartTime(s))
}

/** A word with its hour against the newest of a track that has one: what tells the day alone does not join two hours. */
function hasOtherHour(track: LegHistory, s: Statement): boolean {
  if (lacksStartTime(s) || !track.variants.some(lacksStartTime)) return false
  const told = track.versions.findLast((word) => !lacksStartTime(word))
  return told !== undefined && MATCH_RULES[s.raw.type].compareLegs(told, s) === 0
}

/** Tracks of the statements of one source, one type and one locator (or none), given in order of word. */
export function buildLegHistories(group: Statement[]): LegHistory[] {
  const tracks: LegHistory[] = []
  const shapes = new Map<LegHistory, Set<string>>()
  let departures: Statement[] | null = null
  for (const s of group) {
    const rule = MATCH_RULES[s.raw.type]
    let best: LegHistory | null = null
    let bestRank = 3
    let bestGap = Infinity
    for (const track of tracks) {
      const last = track.versions.at(-1) as Statement
      if ((track.latestNamed !== null && isOtherTraveller(track.latestNamed, s)) || hasOtherHour(track, s))
        continue
      let rank = rule.compareLegs(last, s)
      if (
        rank === 0 &&
        track.variants.length > 1 &&
        track.variants.some((shape) => rule.compareLegs(shape, s) === 1)
      )
        rank = 2
      if (rank === 0) continue
      // Without a locator a word after a cancellation may be of a new booking: the cluster decides.
      if (s.locatorKey === null && last.status === 'Cancelled' && s.status !== 'Cancelled') continue
      if (
        rank === 2 &&
        ((last.raw.receivedAt === s.raw.receivedAt &&
          last.statedAt === s.statedAt &&
          !(hasOldTimesCode(last) && hasNewTimesCode(s))) ||
          returnsBetween((departures ??= departuresOf(group)), last, s))
      )
        continue
      const gap = Math.abs((last.start?.instant ?? 0) - (s.start?.instant ?? 0))
      if (rank < bestRank || (rank === bestRank && gap < bestGap)) {
        best = track
        bestRank = rank
        bestGap = gap
      }
    }
    if (best === null)
      tracks.push({
        source: s.raw.source,
        locatorKey: s.locatorKey,
        versions: [s],
        variants: [s],
        latestNamed: s.traveller === null ? null : s,
      })
    else {
      if (isLateEndOfOldTimes(best, s)) insertBeforeCurrentTimes(best, s)
      else best.versions.push(s)
      if (s.traveller !== null) best.latestNamed = s
      let known = shapes.get(best)
      if (known === undefined) shapes.set(best, (known = new Set(best.variants.map(variantKey))))
      const shape = variantKey(s)
      if (!known.has(shape)) {
        known.add(shape)
        best.variants.push(s)
      }
    }
  }
  return tracks
}

/** How two tracks stand to each other: the best tier of their words; conflict when only their newest words say so. */
export function relateHistories(a: LegHistory, b: LegHistory): number {
  const rule = MATCH_RULES[(a.versions[0] as Statement).raw.type]
  if (a.source === b.source && a.locatorKey !== null && a.locatorKey === b.locatorKey) {
    // Two travellers under one locator: one segment where both are told of the same leg, and no change of it is guessed.
    return a.latestNamed !== null &&
      b.latestNamed !== null &&
      isOtherTraveller(a.latestNamed, b.latestNamed) &&
      a.variants.some((left) => b.variants.some((right) => rule.compareLegs(left, right) === 1))
      ? 1
      : -1
  }
  const hours = hasStartTime(a) && hasStartTime(b)
  let best = 0
  for (const left of a.variants) {
    for (const right of b.variants) {
      if (hours && (lacksStartTime(left) || lacksStartTime(right))) continue
      const tier = rule.relate(left, right)
      if (tier === BEST_TIER) return tier
      if (tier > 0 && (best <= 0 || tier < best)) best = tier
    }
  }
  if (best > 0 && best < LOOKALIKE) return best
  const now = rule.relate(a.versions.at(-1) as Statement, b.versions.at(-1) as Statement)
  return now < 0 ? now : best
}

/**
 * Versions (itinerary.md 3 V): what one source says over time about one leg of one booking is a track. The newest word of a
 * track stands; the older ones still help other sources, who may lag behind, to find it.
 */
import { RULES } from './match/rules.js'
import { LOOKALIKE, SUREST } from './match/rule.js'
import { NEW_TIMES, OLD_TIMES } from './gds.js'
import { sameCity } from './place.js'
import { maybeSamePerson } from './person.js'
import { byWord, travellersOf } from './statement.js'
import { namesOf } from './raw.js'
import type { Raw } from './raw.js'
import type { Statement } from './statement.js'

export interface Track {
  source: string
  key: string | null
  /** In order of word, the newest last. Never empty. */
  words: Statement[]
  /** Words that differ in what matching looks at. */
  shapes: Statement[]
  /** The newest word that names a traveller. */
  named: Statement | null
}

/** What matching looks at, as one text. */
export function shapeOf(s: Statement): string {
  return `${s.start?.at ?? ''}|${s.end?.at ?? ''}|${s.number ?? ''}|${s.vendor ?? ''}|${s.name.join(' ')}|${String(s.raw.fields.origin ?? s.raw.fields.city_name ?? s.raw.fields.pickup_location ?? s.raw.fields.start_city_name ?? '')}|${String(s.raw.fields.destination ?? s.raw.fields.lat ?? '')}|${s.standing}`
}

/**
 * Order by content, for ties between words of one stamp: the same whatever order they arrived in. That of the texts of both as
 * JSON, `[[name, value], ...]` with names in order, of which only the first difference is written.
 */
export function byContent(a: Raw, b: Raw): number {
  const [left, right] = [namesOf(a), namesOf(b)]
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
export function inWordOrder(a: Statement, b: Statement): number {
  if (a.made !== b.made || a.raw.at !== b.raw.at) return byWord(a, b)
  // Old times given up and new ones sold stand in one message: the new ones are the later word (rule 4.1).
  return (
    (a.standing === 'Cancelled' ? 0 : 1) - (b.standing === 'Cancelled' ? 0 : 1) ||
    byContent(a.raw, b.raw) ||
    byWord(a, b)
  )
}

/** A sorted copy, oldest word first. */
export function inOrder(statements: Statement[]): Statement[] {
  return statements.slice().sort(inWordOrder)
}

/** A journey that leaves where the other two arrive, between them: nobody takes the same leg again without coming back. */
function returnsBetween(departures: readonly Statement[], a: Statement, b: Statement): boolean {
  if (a.start === null || b.start === null) return false
  const [first, last] = a.start.at <= b.start.at ? [a, b] : [b, a]
  return departures.some(
    (s) =>
      s.start !== null &&
      s.start.at > (first.start?.at ?? 0) &&
      s.start.at < (last.start?.at ?? 0) &&
      (s.raw.fields.origin === first.raw.fields.destination || sameCity(s.from, first.to)),
  )
}

/** Of those that tell the same place and instant to leave it one. */
function departuresOf(group: readonly Statement[]): Statement[] {
  const out = new Map<string, Statement>()
  for (const s of group) {
    if (s.start === null || s.raw.fields.origin === undefined) continue
    const name = JSON.stringify([s.start.at, s.raw.fields.origin, s.from])
    if (!out.has(name)) out.set(name, s)
  }
  return [...out.values()]
}

function endsTimes({ gds }: Statement): boolean {
  return gds !== null && OLD_TIMES.has(gds)
}
function bringsTimes({ gds }: Statement): boolean {
  return gds !== null && NEW_TIMES.has(gds)
}

/** Whether a word ends times of the track that were given up before: its newest word tells others (rule 4.1). */
function endsOldTimes({ words }: Track, s: Statement): boolean {
  const last = words.at(-1) as Statement
  if (
    !endsTimes(s) ||
    last.standing === 'Cancelled' ||
    s.start === null ||
    last.start === null ||
    s.start.at === last.start.at
  )
    return false
  return bringsTimes(last) || words.some((word) => word.start?.at === s.start?.at)
}

/** Puts a word before those that tell the times in force. */
function enterBefore({ words }: Track, s: Statement): void {
  const now = (words.at(-1) as Statement).start?.at
  let at = words.length
  while (at > 0 && (words[at - 1] as Statement).start?.at === now) at--
  words.splice(at, 0, s)
}

/**
 * Whether two words of one booking name travellers who cannot be one (rule V). A slip of the pen or names the wrong way round
 * are the same traveller's, a word that names nobody anyone's, and one that lists several speaks for each of them.
 */
export function otherTraveller(a: Statement, b: Statement): boolean {
  if (a.who === null || b.who === null || maybeSamePerson(a.who, b.who)) return false
  if (a.raw.fields.travelers === undefined && b.raw.fields.travelers === undefined) return true
  const theirs = travellersOf(b.raw.fields)
  return !travellersOf(a.raw.fields).some((left) => theirs.some((right) => maybeSamePerson(left, right)))
}

/** Only a date is known of its start. */
function untimed({ start }: Statement): boolean {
  return start !== null && !start.timed
}

/** Whether any word of a track tells the hour of its start. */
export function tellsHour({ shapes }: Track): boolean {
  return shapes.some((s) => !untimed(s))
}

/** A word with its hour against the newest of a track that has one: what tells the day alone does not join two hours. */
function otherHour(track: Track, s: Statement): boolean {
  if (untimed(s) || !track.shapes.some(untimed)) return false
  const told = track.words.findLast((word) => !untimed(word))
  return told !== undefined && RULES[s.raw.type].leg(told, s) === 0
}

/** Tracks of the statements of one source, one type and one locator (or none), given in order of word. */
export function tracksOf(group: Statement[]): Track[] {
  const tracks: Track[] = []
  const shapes = new Map<Track, Set<string>>()
  let departures: Statement[] | null = null
  for (const s of group) {
    const rule = RULES[s.raw.type]
    let best: Track | null = null
    let bestRank = 3
    let bestGap = Infinity
    for (const track of tracks) {
      const last = track.words.at(-1) as Statement
      if ((track.named !== null && otherTraveller(track.named, s)) || otherHour(track, s)) continue
      let rank = rule.leg(last, s)
      if (rank === 0 && track.shapes.length > 1 && track.shapes.some((shape) => rule.leg(shape, s) === 1))
        rank = 2
      if (rank === 0) continue
      // Without a locator a word after a cancellation may be of a new booking: the cluster decides.
      if (s.key === null && last.standing === 'Cancelled' && s.standing !== 'Cancelled') continue
      if (
        rank === 2 &&
        ((last.raw.at === s.raw.at && last.made === s.made && !(endsTimes(last) && bringsTimes(s))) ||
          returnsBetween((departures ??= departuresOf(group)), last, s))
      )
        continue
      const gap = Math.abs((last.start?.at ?? 0) - (s.start?.at ?? 0))
      if (rank < bestRank || (rank === bestRank && gap < bestGap)) {
        best = track
        bestRank = rank
        bestGap = gap
      }
    }
    if (best === null)
      tracks.push({
        source: s.raw.source,
        key: s.key,
        words: [s],
        shapes: [s],
        named: s.who === null ? null : s,
      })
    else {
      if (endsOldTimes(best, s)) enterBefore(best, s)
      else best.words.push(s)
      if (s.who !== null) best.named = s
      let known = shapes.get(best)
      if (known === undefined) shapes.set(best, (known = new Set(best.shapes.map(shapeOf))))
      const shape = shapeOf(s)
      if (!known.has(shape)) {
        known.add(shape)
        best.shapes.push(s)
      }
    }
  }
  return tracks
}

/** How two tracks stand to each other: the best tier of their words; conflict when only their newest words say so. */
export function relateTracks(a: Track, b: Track): number {
  const rule = RULES[(a.words[0] as Statement).raw.type]
  if (a.source === b.source && a.key !== null && a.key === b.key) {
    // Two travellers under one locator: one segment where both are told of the same leg, and no change of it is guessed.
    return a.named !== null &&
      b.named !== null &&
      otherTraveller(a.named, b.named) &&
      a.shapes.some((left) => b.shapes.some((right) => rule.leg(left, right) === 1))
      ? 1
      : -1
  }
  const hours = tellsHour(a) && tellsHour(b)
  let best = 0
  for (const left of a.shapes) {
    for (const right of b.shapes) {
      if (hours && (untimed(left) || untimed(right))) continue
      const tier = rule.relate(left, right)
      if (tier === SUREST) return tier
      if (tier > 0 && (best <= 0 || tier < best)) best = tier
    }
  }
  if (best > 0 && best < LOOKALIKE) return best
  const now = rule.relate(a.words.at(-1) as Statement, b.words.at(-1) as Statement)
  return now < 0 ? now : best
}

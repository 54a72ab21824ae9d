/**
 * RULES 3.6: the status words of a member. They are no statements of a segment: none is clustered or merged, so none can
 * make, join or move a segment. Each is kept until newer ones say all that it says, and shown by every segment that it is
 * about; one about none waits for its booking.
 */
import {
  MAX_HELD_STATUS_WORDS,
  MAX_STATUS_WORDS_OF_DAY,
} from '../../../schemas/itinerary/itinerary-limits.js'
import { isAboutBooked } from '../../itinerary/live/live-status.js'
import { namesItsService, statusWord, wordsThatCount } from '../../itinerary/live/status-word.js'
import { dayOf } from '../../itinerary/match/pair.js'
import type { Places } from '../../itinerary/places/places.js'
import type { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { startingOn } from '../../itinerary/statement/statement-index.js'
import { statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { MemberState, StatusWords } from '../model.js'
import type { SegmentState } from './segment-state.js'

export interface KeptWord {
  raw: RawSegment
  /** The words that no longer count. */
  forgotten: RawSegment[]
}

export const noStatusWords = (): StatusWords => ({ byDay: new Map(), holders: new Map() })

const NO_WORDS: readonly RawSegment[] = []

const dayKey = ({ raw, start }: Statement): string => `${raw.type}${start === null ? '' : dayOf(start)}`

/** The kept words about services of the type and local day of a statement. */
export function wordsOnDayOf({ statusWords }: MemberState, leg: Statement, places: Places): Statement[] {
  if (statusWords.byDay.size === 0) return []
  return (statusWords.byDay.get(dayKey(leg)) ?? NO_WORDS).map((raw) => statementOf(raw, places))
}

/**
 * Keeps what a raw segment of a status source says, and tells which words that makes superfluous; null if it does not say
 * of which service.
 */
export function keepWord(state: MemberState, sent: RawSegment, places: Places): KeptWord | null {
  const raw = statusWord(sent)
  const word = statementOf(raw, places)
  if (!namesItsService(word)) return null
  const known = wordsOnDayOf(state, word, places)
  const same = known.find((other) => other.raw.id === raw.id)
  if (same !== undefined) return { raw: same.raw, forgotten: [] }
  const counting = wordsThatCount([...known, word]).slice(0, MAX_STATUS_WORDS_OF_DAY)
  setWords(state, word, counting)
  return { raw, forgotten: known.filter((other) => !counting.includes(other)).map((other) => other.raw) }
}

/** Adds a word as it was saved: all that were saved count. */
export function restoreWord({ statusWords }: MemberState, raw: RawSegment, places: Places): RawSegment {
  const key = dayKey(statementOf(raw, places))
  const words = statusWords.byDay.get(key) ?? []
  const known = words.find(({ id }) => id === raw.id)
  if (known !== undefined) return known
  statusWords.byDay.set(key, [...words, raw])
  statusWords.holders.set(raw, 0)
  return raw
}

/** Forgets a word. */
export function dropWord(state: MemberState, raw: RawSegment, places: Places): void {
  const word = statementOf(raw, places)
  setWords(
    state,
    word,
    wordsOnDayOf(state, word, places).filter((other) => other.raw !== raw),
  )
}

function setWords(
  { statusWords }: MemberState,
  { raw, start }: Statement,
  words: readonly Statement[],
): void {
  const { byDay, holders } = statusWords
  const key = dayKey({ raw, start } as Statement)
  const kept = new Set(words.map((word) => word.raw))
  for (const old of byDay.get(key) ?? NO_WORDS) if (!kept.has(old)) holders.delete(old)
  for (const word of kept) if (!holders.has(word)) holders.set(word, 0)
  if (kept.size === 0) byDay.delete(key)
  else byDay.set(key, [...kept])
}

/** The segments that a word is about, the oldest first. */
export function segmentsOfWord(state: MemberState, raw: RawSegment, places: Places): SegmentState[] {
  const word = statementOf(raw, places)
  if (word.start === null) return []
  const near = startingOn(state.index, raw.type, dayOf(word.start))
  const ids = new Set(near.flatMap(({ id }) => state.segmentOf.get(id) ?? []))
  const segments = [...ids].flatMap((id) => state.segments.get(id) ?? [])
  return segments
    .filter(({ merged }) => merged !== null && isAboutBooked(word, merged))
    .sort((a, b) => Number(a.id) - Number(b.id))
}

/** Notes which words a segment shows. */
export function holdWords(
  { statusWords: { holders } }: MemberState,
  segment: SegmentState,
  words: readonly RawSegment[],
): void {
  const count = (raw: RawSegment, more: number): void => {
    const held = holders.get(raw)
    if (held !== undefined) holders.set(raw, held + more)
  }
  for (const raw of words) count(raw, 1)
  for (const raw of segment.words) count(raw, -1)
  segment.words = words
}

/** The words that no segment shows yet. */
export function heldWords({ statusWords: { holders } }: MemberState): RawSegment[] {
  return [...holders].filter(([, held]) => held === 0).map(([raw]) => raw)
}

/** RULES 2.3: forgets the held words whose departure is the earliest if there are too many. */
export function forgetExcess(state: MemberState, places: Places): void {
  const held = heldWords(state)
  if (held.length <= MAX_HELD_STATUS_WORDS) return
  const departs = (raw: RawSegment): number => statementOf(raw, places).start?.instant ?? 0
  held.sort((a, b) => departs(b) - departs(a) || Number(b.id) - Number(a.id))
  for (const raw of held.slice(MAX_HELD_STATUS_WORDS)) dropWord(state, raw, places)
}

/**
 * RULES 3.5.1: warnings in sentences that a traveller understands. No ids, codes, field names or ISO times: those
 * are next to the sentence. Each code has one entry here.
 */
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { wallDay, wallMinutes } from '../lib/local-time.js'
import { writtenDate, writtenDay, writtenTime, writtenYear } from '../lib/written-date.js'
import type { MergedSegment, SegmentWarning } from './merged-segment.js'
import { capitalised } from './segment-phrase.js'

/** What a sentence is made from. */
export interface SentenceFacts {
  warning: SegmentWarning
  merged: Pick<MergedSegment, 'type' | 'fields'>
  /** The name of a source. */
  sourceName: (id: string) => string
}

/** What follows the name of the segment and a colon. */
const SENTENCES: Readonly<Record<SegmentWarning['code'], (facts: SentenceFacts) => string>> = {
  schedule_conflict: scheduleSentence,
  status_conflict: statusSentence,
  date_order: orderSentence,
  time_skipped: skippedSentence,
  zone_unknown: () => 'the time zone is not known. The times are shown as they were reported.',
  place_missing: () => 'no source says where it is.',
  place_unknown: placeSentence,
  place_conflict: placeConflictSentence,
  vendor_missing: ({ merged }) =>
    `no source says which ${VENDOR_WORDS[merged.type] ?? 'company'} it is with.`,
  number_missing: () => 'no source gives its number.',
  end_missing: ({ warning }) => `no source says when ${endInWords(warning.field ?? '')} is.`,
  no_show: (facts) => `${firstSource(facts)} reports that the traveller did not show up.`,
  unknown_gds_status: (facts) =>
    `${firstSource(facts)} sent a booking status that is not known. The booking counts as confirmed.`,
}

/** The sentence of a warning; `phrase` is what the segment is called (`segment-phrase.ts`). */
export function warningSentence(phrase: string, facts: SentenceFacts): string {
  return aboutSegment(phrase, SENTENCES[facts.warning.code](facts))
}

/** `Flight BA304 to Paris on 20 January: ...` */
export function aboutSegment(phrase: string, sentence: string): string {
  return `${capitalised(phrase)}: ${sentence}`
}

/** `the arrival` for `arrival_datetime`, `the seat assignment` for `seat_assignment`. */
export function endInWords(field: string): string {
  const stem = field.replace(/_(?:datetime|date|time)$/, '')
  return `the ${END_WORDS[stem] ?? stem.replace(/_num$/, '_number').replaceAll('_', ' ')}`
}

const END_WORDS: Record<string, string> = {
  checkin: 'check-in',
  checkout: 'check-out',
  pickup: 'pick-up',
  dropoff: 'return',
  embark: 'embarkation',
  disembark: 'disembarkation',
  confirmation_no: 'booking number',
}

const VENDOR_WORDS: Partial<Record<SegmentType, string>> = { Air: 'airline' }

function firstSource({ warning, sourceName }: SentenceFacts): string {
  return sourceName(warning.values[0]?.source ?? '')
}

function scheduleSentence({ warning, sourceName }: SentenceFacts): string {
  const { field, values } = warning
  const times = writtenMoments(values.map(({ value }) => value))
  const statements = values.map(({ source }, i) => `${times[i] ?? ''} according to ${sourceName(source)}`)
  const [used, ...others] = statements
  return (
    `${endInWords(field ?? '')} is ${used ?? ''}, but ${others.join(' and ')}. ` +
    `The itinerary shows ${times[0] ?? ''}.` +
    (warning.otherClocks ?? []).map((id) => ` ${sourceName(id)} seems to write another zone's time.`).join('')
  )
}

function statusSentence({ warning, sourceName }: SentenceFacts): string {
  const [counts, other] = warning.values.map(({ source }) => sourceName(source)) as [string, string]
  return warning.values[0]?.value === 'Cancelled'
    ? `${counts} has cancelled it, but ${other} still shows it as booked. It counts as cancelled.`
    : `${other} has cancelled it, but ${counts} still shows it as booked. It counts as booked.`
}

function orderSentence({ warning, merged }: SentenceFacts): string {
  const { start, end } = SEGMENT_KINDS[merged.type]
  const [first, last] = writtenMoments([merged.fields.get(start), warning.values[0]?.value ?? null])
  return `${endInWords(end ?? '')}, ${last ?? ''}, is not after ${endInWords(start)}, ${first ?? ''}.`
}

function skippedSentence({ warning }: SentenceFacts): string {
  const wall = wallMinutes(warning.values[0]?.value ?? null)
  const time = wall === null ? 'a time' : `${writtenTime(wall)} on ${writtenDay(wall)}`
  return `${endInWords(warning.field ?? '')} is ${time}, which the clocks there skip when daylight saving begins.`
}

function placeConflictSentence({ warning, merged }: SentenceFacts): string {
  const end = warning.field === SEGMENT_KINDS[merged.type].to?.text ? 'destination' : 'place of departure'
  return (
    `the ${end} is shown where its name, city and map position say. ` +
    `Its code "${warning.values[0]?.value ?? ''}" is that of another place.`
  )
}

function placeSentence({ warning, merged }: SentenceFacts): string {
  const { route, to } = SEGMENT_KINDS[merged.type]
  const isEnd = to !== null && warning.field !== null && warning.field === to.text
  const start = route === null ? 'the place' : 'the place of departure'
  const text = warning.values[0]?.value ?? null
  return `${isEnd ? 'the destination' : start}${text === null ? '' : ` "${text}"`} is not known.`
}

/**
 * Local dates or date-times as people write them: the time alone if all are of one day, else with the day, and
 * with the year if the years differ. Any other text is quoted.
 */
function writtenMoments(texts: readonly unknown[]): string[] {
  const walls = texts.map((text) => wallMinutes(text))
  const known = walls.filter((wall) => wall !== null)
  const isOneDay = new Set(known.map(wallDay)).size <= 1
  const day = new Set(known.map(writtenYear)).size <= 1 ? writtenDay : writtenDate
  return walls.map((wall, i) => {
    if (wall === null) return texts[i] == null ? 'unknown' : `"${String(texts[i])}"`
    if (String(texts[i]).length === 10) return day(wall)
    return isOneDay ? writtenTime(wall) : `${writtenTime(wall)} on ${day(wall)}`
  })
}

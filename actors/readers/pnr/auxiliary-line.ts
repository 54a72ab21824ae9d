/** Hotels, cars, rides, tours and what else is no flight: a word for the kind, then vendor, status, city and fields. */
import { FULL_LINE, auxiliaryOf } from './auxiliary.js'
import type { Auxiliary } from './auxiliary.js'
import { carFields, hotelFields } from './hotel-or-car.js'
import { rideFields, tourFields } from './ride-or-tour.js'
import type { SegmentFields } from './segment-line.js'
import { isPassive, refuse } from './segment-line.js'
import type { LineReading } from './segment-line.js'
import { trainLine } from './train-line.js'
import { DAY } from './written-day.js'

type Kind = 'hotel' | 'car' | 'train' | 'tour' | 'ride' | 'other' | 'nothing'

const WORDS: Readonly<Record<Kind, string>> = {
  hotel: 'HHL HTL HOT HAY',
  car: 'CCR CAR',
  train: 'TRN',
  tour: 'TUR TOR TTO',
  ride: 'LIM LMO TAX BUS',
  other: 'MIS OTH SUR ATX SEA CRU FRR THE RAL',
  nothing: 'ARNK ARUNK SURFACE VOID INS MCO SVC FEE',
}
const KINDS = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind as Kind])),
)

/** A segment that keeps a record alive, or a note. */
const NOTE =
  /PRESERVE ?PNR|\b(?:RETENTION|RETAIN|THANK YOU|HOLD|PURGE|KEEP|EXCHANGE OF|REBOOK|DUMMY|GHOST|REFUND|INSURANCE)\b/

/** Agents enter the letter X three times as the city of a segment without a place, because the entry requires a city. */
const NO_CITY = 'X'.repeat(3)

const WORD = new RegExp(`^ {0,6}(?:(\\d{1,2})[.)]? {1,4})?[*/]?(${[...KINDS.keys()].join('|')})(?= |$)(.*)$`)

/** Of this form, with a word that is not known or does not stand alone. */
const LIKE_AUXILIARY = new RegExp(
  `^ {0,6}\\d{1,2}[.)]? {1,4}[*/]?[A-Z]{3} ?[A-Z\\d]{2} {1,3}(?:${DAY}.{0,4})?[A-Z]{2}\\d{1,2} {1,3}[A-Z]{3}[ /].{0,12}?${DAY}`,
)

/** @returns null: no line of this form */
export function auxiliaryLine(text: string, continued: readonly string[]): LineReading | null {
  const [, digits, word, tail] = WORD.exec(text) ?? []
  if (word === undefined)
    return LIKE_AUXILIARY.test(text)
      ? refuse(
          null,
          'This looks like a segment, but its kind is unknown. Send it as a segment of the right type.',
        )
      : null
  const kind = KINDS.get(word)!
  const number = digits === undefined ? null : Number(digits)
  if (kind === 'nothing') return { ignored: true }
  if (kind === 'train') return trainLine(number, tail!, continued)
  const auxiliary = auxiliaryOf(word, tail!, continued, text.trimEnd().length >= FULL_LINE)
  if (auxiliary === null)
    return number === null
      ? null
      : refuse(null, `The ${word} line does not have the vendor, status and city in the usual positions.`)
  if ((kind === 'other' || kind === 'tour') && isNote(auxiliary)) return { ignored: true }
  if (auxiliary.start === null) return refuse(null, `The ${word} line has no date after the city.`)
  const fields = fieldsOf(kind, auxiliary)
  if (fields === null)
    return refuse(
      null,
      `${word} segments describe the service in free text. Send it as a segment of the right type.`,
    )
  const { start, status } = auxiliary
  return {
    number,
    start,
    isPassive: isPassive(status),
    build: (day, problems) => ({ ...fields(day, problems), gds_status: status }),
  }
}

function isNote({ city, texts, keyed }: Auxiliary): boolean {
  if (city === NO_CITY || keyed.get('TYP') === 'INS') return true
  const text = texts.join(' ')
  return NOTE.test(text) || (keyed.size === 0 && !/[A-Z]{3}/.test(text))
}

function fieldsOf(kind: Kind, auxiliary: Auxiliary): SegmentFields | null {
  if (kind === 'hotel') return hotelFields(auxiliary)
  if (kind === 'car') return carFields(auxiliary)
  return (
    rideFields(auxiliary) ?? (kind === 'tour' || auxiliary.keyed.has('TYP') ? tourFields(auxiliary) : null)
  )
}

/** Vendors, flight and train numbers, and names of gatherings in comparison form. */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import TITLE_WORDS from '../../../schemas/data/title-words.json' with { type: 'json' }
import VENDOR_WORDS from '../../../schemas/data/vendor-words.json' with { type: 'json' }
import type { Places } from '../places/places.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { parseTrainName } from '../../../schemas/segment/fields/train-name.js'
import { entriesByAlias, wordSet } from '../lib/word-tables.js'
import { words } from '../lib/words.js'

/** Two-letter reservation codes of the large car companies, and words that name them. */
const CAR_CODES = entriesByAlias(VENDOR_WORDS.carCodes)
const CAR_NAMES = new Set([...CAR_CODES.values(), ...wordSet(VENDOR_WORDS.otherCars)])
const CAR_FILLER = wordSet(VENDOR_WORDS.carFiller)

/** A car company's name in one form: `ZE`, `HERTZ CORP` and `Hertz Rent A Car` are HERTZ. */
export function carVendor(text: string): string {
  const parts = words(text.replace(/-/g, ' '))
  const only = parts.length === 1 ? (parts[0] as string) : null
  const coded = only === null ? undefined : CAR_CODES.get(only)
  if (coded !== undefined) return coded
  for (const part of parts) if (part.length > 3 && CAR_NAMES.has(part)) return part
  const left = parts.filter((part) => !CAR_FILLER.has(part))
  return (left.length === 0 ? parts : left).join(' ')
}

/** What is written for an unknown number. */
const NO_NUMBER = /^(?:0+|NA|NONE|TB[ACD]|UNKNOWN|PENDING|OPEN|NULL|NIL)$/

const NO_NUMBERS: string[] = []

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

/** The comparison form of a number without spaces; null for text that means that it is unknown. */
function numberText(text: string | null): string | null {
  const upper = comparisonForm(text ?? '').replace(/ /g, '')
  return upper === '' || NO_NUMBER.test(upper) ? null : upper
}

/**
 * RULES N3: every number of a train without leading zeros, in the order of the text. A train with a name and
 * no number has the name instead; a line has neither, since many trains share it.
 */
export function trainNumbers(text: string | null): string[] {
  const name = numberText(text)
  if (text === null || name === null) return NO_NUMBERS
  const { line, numbers } = parseTrainName(text)
  if (numbers.length > 0) return numbers
  return /\d/.test(line ?? '') ? NO_NUMBERS : [name]
}

/**
 * RULES N3: the number of a flight or train without leading zeros, and the carrier that its prefix names. A
 * flight number keeps one suffix letter: `DL 0042` gives 42 and DL. Of several numbers of a train it is the
 * first; a train of which only the line is known has that.
 */
export function serviceNumber(
  text: string | null,
  vendor: string | null,
  type: SegmentType,
  places: Places,
): [number: string | null, carrier: string | null] {
  const upper = numberText(text)
  if (upper === null) return [null, null]
  if (TRIP_TRAITS[type].by === 'rail') return [trainNumbers(text)[0] ?? upper, null]
  const last = /(\d+)([A-Z]?)$/.exec(upper)
  if (last === null) return [upper, null]
  let digits = last[1] as string
  let prefix = upper.slice(0, upper.length - last[0].length)
  // Codes such as 6E or U2 hold a digit, which counts as the first of the number's digits above.
  const code = `${prefix}${digits[0] ?? ''}`
  const isCode = vendor === null ? places.airlineCode(code) !== null : vendor === code
  if (/^[A-Z]$/.test(prefix) && digits.length > 1 && isCode) {
    prefix += digits[0]
    digits = digits.slice(1)
  }
  const carrier =
    prefix === '' ? null : (places.airlineCode(prefix) ?? places.airlineCode(wordsBefore(text, digits)))
  return [`${withoutLeadingZeros(digits)}${last[2] ?? ''}`, carrier]
}

/** What is before the number: `British Airways` in `British Airways 304`. */
function wordsBefore(text: string | null, digits: string): string {
  return text?.slice(0, text.lastIndexOf(digits)).trim() ?? ''
}

/** What mail and calendars put before a title, followed by a colon or dash. */
const PREFIX_WORDS = TITLE_WORDS.prefixes.join('|')
const GATHERING_PREFIX = new RegExp(
  `^\\s*(?:(?:updated |cancell?ed |new |your )?(?:${PREFIX_WORDS})(?: for| to)?\\s*[:–-]\\s*)+`,
  'i',
)
/** What shops put before a title without a colon, and after it. */
const SHOP_PREFIX = /^\s*your (?:tickets?|booking|reservation|order) (?:for|to)\s+/i
const SHOP_SUFFIX = /\s*\(\d+ tickets?\)\s*$/i
/** Words that tell no title from another. */
const GATHERING_FILLER = wordSet(TITLE_WORDS.filler)

/** RULES 3.3.9: the words of a title without what mail, calendars and shops add to it. */
export function titleWords(text: string): string[] {
  const all = words(text.replace(GATHERING_PREFIX, '').replace(SHOP_PREFIX, '').replace(SHOP_SUFFIX, ''))
  const left = all.filter((word) => !GATHERING_FILLER.has(word))
  return left.length === 0 ? all : left
}

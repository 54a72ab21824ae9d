/** What a line of text says of a journey: a flight or train number, and the places between which it goes. */
import WORDS from '../../../schemas/data/calendar-words.json' with { type: 'json' }

/** Carrier and number: `BA 304`, `U2 8001`, `AF0123A`; not `Q4 2026`. */
const FLIGHT =
  /(?<![\p{L}\p{N}])(?![QHW]\d\s?20\d\d)([A-Z]{2}|[A-Z]\d|\d[A-Z]|[A-Z]{3})[\s-]?(\d{1,4}[A-Z]?)(?![\p{L}\p{N}])/u
/** TripIt's older feeds: `United Airlines(UA) #1120`. */
const NUMBERED = /\(([A-Z\d]{2})\)\s?#(\d{1,4})(?!\d)/
const PRODUCT = new RegExp(
  `(?<![\\p{L}\\p{N}])(${WORDS.products})[\\s-]{0,4}(\\d{1,5})(?![\\p{L}\\p{N}])`,
  'u',
)

export interface FoundNumber {
  carrier: string
  number: string
  /** As it stands in the text. */
  text: string
}

const foundNumber = (match: RegExpExecArray | null): FoundNumber | null =>
  match === null ? null : { carrier: match[1]!, number: match[2]!, text: match[0] }

export const flightNumber = (text: string): FoundNumber | null =>
  foundNumber(NUMBERED.exec(text)) ?? foundNumber(FLIGHT.exec(text))

export const trainNumber = (text: string): FoundNumber | null => foundNumber(PRODUCT.exec(text))

/** A place as it is written, with the code that stands in it. */
export interface NamedPlace {
  name: string | null
  code: string | null
}

const PAIR =
  /(?<![\p{L}\p{N}])([A-Z]{3})\s?(?:-|–|—|→|➞|➔|->|>|\/|✈|to|nach|à|a|naar)\s?([A-Z]{3})(?![\p{L}\p{N}])/u

/** `LHR-CDG`, `JFK to LAX`; null: there are no two codes. */
export function codePair(text: string): readonly [NamedPlace, NamedPlace] | null {
  const [, from, to] = PAIR.exec(text.slice(0, 300)) ?? []
  return from === undefined || to === undefined ? null : [placeOf(from), placeOf(to)]
}

const IN_BRACKETS = /\(([A-Z]{3})\)/
const CODES = [IN_BRACKETS, /^([A-Z]{3})(?=$|[\s,])/, /(?:^|\s)([A-Z]{3})$/]

/** `London Heathrow (LHR)`, `Newark EWR`, `LHR`, `Kyoto`. */
export const placeOf = (text: string): NamedPlace => placeWith(text.trim(), CODES)

/** `Glasgow Central (GLC)`, `Berlin ZOB`: capitals are a code only in brackets. */
export const stationOf = (text: string): NamedPlace => placeWith(text.trim(), [IN_BRACKETS])

function placeWith(text: string, forms: readonly RegExp[]): NamedPlace {
  const match = forms.map((form) => form.exec(text)).find((found) => found !== null)
  const name = trimmed(match == null ? text : text.replace(match[0], ' '))
  return { name: name === '' ? null : name, code: match?.[1] ?? null }
}

const trimmed = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/^[\s,;:·•|–-]+|[\s,;:·•|–-]+$/g, '')

const FROM = new RegExp(`^(?:${WORDS.froms})`, 'i')

export interface Route {
  /** What stands before it and is no place: the company or the number. */
  before: string
  /** Empty: only the other end is said. */
  from: string
  to: string
}

/** `From Vienna Hbf to Brno`, `ÖBB - Wien Hbf to Hamburg`, `to Paris`; null: there is no word or sign between places. */
export function routeOf(text: string): Route | null {
  for (const words of WORDS.betweens) {
    const [at, word] = earliest(` ${text}`, words.split('|'))
    if (at === -1) continue
    const left = ` ${text}`.slice(0, at).trim()
    const to = ` ${text}`.slice(at + word.length).trim()
    const mark = Math.max(left.lastIndexOf(': '), left.lastIndexOf(' - '), left.lastIndexOf(' – '))
    const from = (mark === -1 ? left : left.slice(mark + 2).replace(/^[\s-–]+/, '')).replace(FROM, '').trim()
    if (to !== '') return { before: mark === -1 ? '' : left.slice(0, mark).trim(), from, to }
  }
  return null
}

function earliest(text: string, words: readonly string[]): [at: number, word: string] {
  let found: [number, string] = [-1, '']
  const lower = text.toLowerCase()
  for (const word of words) {
    const at = lower.indexOf(word)
    if (at !== -1 && (found[0] === -1 || at < found[0])) found = [at, word]
  }
  return found
}

/** What follows one of some phrases at the start of a text; null: it begins with none of them. */
export function afterPhrase(text: string, phrases: string): string | null {
  const lower = text.toLowerCase()
  let longest = ''
  for (const phrase of phrases.split('|'))
    if (lower.startsWith(phrase) && phrase.length > longest.length && endsWord(lower, phrase))
      longest = phrase
  return longest === ''
    ? null
    : text
        .slice(longest.length)
        .replace(/^[\s:–-]+/, '')
        .trim()
}

const endsWord = (text: string, phrase: string): boolean =>
  !/[\p{L}\p{N}]$/u.test(phrase) || !/^[\p{L}\p{N}]/u.test(text.slice(phrase.length))

/** What follows the first of some words in a text; the text itself: none stands in it as a whole word. */
export function afterWord(text: string, words: string): string {
  const [at, word] = wordIn(text, words)
  return at === -1 ? text : text.slice(at + word.length)
}

export const hasWord = (text: string, words: string): boolean => wordIn(text, words)[0] !== -1

function wordIn(text: string, words: string): [at: number, word: string] {
  const lower = text.toLowerCase()
  for (const word of words.split('|')) {
    const at = lower.indexOf(word)
    const around = [lower[at - 1], lower[at + word.length]]
    if (at !== -1 && !around.some((char) => char !== undefined && /[\p{L}\p{N}]/u.test(char)))
      return [at, word]
  }
  return [-1, '']
}

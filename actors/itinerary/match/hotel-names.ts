/** Whether two names may be one hotel. Sources abbreviate, cut off and reorder what a hotel is called. */
import HOTEL_WORDS from '../../../schemas/data/hotel-words.json' with { type: 'json' }
import { memoize } from '../../../schemas/base/memoize.js'
import { comparisonForm } from '../../../schemas/base/text.js'
import { isOneEditApart } from '../lib/words.js'
import { toLatin } from '../../../schemas/itinerary/person.js'
import { entriesByAlias, wordSet } from '../lib/word-tables.js'

/** What abbreviations and spellings in other languages stand for. */
const ABBREVIATIONS = entriesByAlias(HOTEL_WORDS.abbreviations)
/** Words that tell no hotel from another. */
const FILLER_WORDS = wordSet(HOTEL_WORDS.filler)
/** Groups whose name may follow that of a brand. */
const GROUP_NAMES = wordSet(HOTEL_WORDS.groups)
/** Collections that a group adds to the names of its hotels. */
const COLLECTION_LABEL = new RegExp(
  `(?<=\\S )(?:A )?(?:${HOTEL_WORDS.collections.replaceAll(' ', '|')})(?: HOTEL)? COLLECTION\\b` +
    '|(?<=\\S )(?:A )?TRIBUTE PORTFOLIO\\b',
)
/** Spellings of more than one word. */
const SPELLINGS: Array<[RegExp, string]> = [
  [/\bMAIN (?=STATION\b)/g, 'CENTRAL '],
  [/\bT(?=\d\b)/g, 'TERMINAL '],
]
/**
 * Brands whose name is that of another brand of their group, the first word, and more; hotels of both often stand
 * side by side.
 */
const SISTER_BRANDS = HOTEL_WORDS.sisterBrands.map((name): [brand: string, more: string[]] => {
  const [brand = '', ...more] = name.split(' ')
  return [brand, more]
})

/** Sources with short fields cut names off; from this length on the last word may be incomplete. */
const CUT_LENGTH = 22
/** An incomplete word of this length is recognised in either spelling of its vowels. */
const CUT_WORD_LENGTH = 5
/** Shortest part of a city's name that is recognised within another word, or with one wrong letter. */
const MIN_CITY_LENGTH = 4

/** Numbers that card statements and shops add to a name. */
const SHOP_NUMBER = /^\d{3,}$/

/** Words that tell a hotel from others, without those of its city. */
function distinctiveWords(name: string, city: ReadonlySet<string>): string[] {
  const parts = SPELLINGS.reduce(
    (text, [pattern, meant]) => text.replace(pattern, meant),
    name.replace(COLLECTION_LABEL, ''),
  )
    .trim()
    .split(/ +/)
    .map((part) => withoutCityPrefix(part, city))
  while (parts.length > 1 && SHOP_NUMBER.test(parts.at(-1) ?? '')) parts.pop()
  const isCut = name.length >= CUT_LENGTH
  if (isCut && parts.length > 2 && isPieceOfPlainWord(parts.at(-1) ?? '', city)) parts.pop()
  const words = spellOut(parts, isCut).filter((word) => !SHOP_NUMBER.test(word))
  const local = words.filter((word) => !isOfCity(word, city))
  return local.length > 0 ? local : words
}

/** The words of names by city, as one name is usually compared with many of its city. */
const MAX_KNOWN_NAMES = 200
const wordsByCity = new WeakMap<ReadonlySet<string>, (name: string) => string[]>()

function knownWords(name: string, city: ReadonlySet<string>): string[] {
  let wordsOf = wordsByCity.get(city)
  if (wordsOf === undefined)
    wordsByCity.set(city, (wordsOf = memoize(MAX_KNOWN_NAMES, (text) => distinctiveWords(text, city))))
  return wordsOf(name)
}

/** True if a cut off word is the beginning of a word that tells no hotel from another. */
function isPieceOfPlainWord(piece: string, city: ReadonlySet<string>): boolean {
  return [...city, ...FILLER_WORDS].some((word) => word !== piece && word.startsWith(piece))
}

/** Abbreviations written in full, without filler words and without `by Hilton`. */
function spellOut(parts: readonly string[], isCut: boolean): string[] {
  const words: string[] = []
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string
    if (part === 'BY' && isGroupName(parts[i + 1] ?? '', isCut && i + 2 === parts.length)) {
      i++
      continue
    }
    for (const word of (ABBREVIATIONS.get(part) ?? part).split(' '))
      if (word !== '' && !FILLER_WORDS.has(word)) words.push(word)
  }
  return words
}

function isGroupName(word: string, isCut: boolean): boolean {
  return (
    GROUP_NAMES.has(word) ||
    (isCut && word.length > 1 && [...GROUP_NAMES].some((group) => group.startsWith(word)))
  )
}

function isOfCity(word: string, city: ReadonlySet<string>): boolean {
  if (city.has(word)) return true
  if (word.length < MIN_CITY_LENGTH) return false
  for (const name of city) if (name.length >= MIN_CITY_LENGTH && isOneEditApart(name, word)) return true
  return false
}

/** `CONROEBEST` without its city. */
function withoutCityPrefix(word: string, city: ReadonlySet<string>): string {
  for (const name of city)
    if (name.length >= MIN_CITY_LENGTH && word.length > name.length + 2 && word.startsWith(name))
      return word.slice(name.length)
  return word
}

const MAX_KNOWN_CITIES = 500
const wordsOfCities = memoize(MAX_KNOWN_CITIES, (names): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const name of JSON.parse(names) as unknown[])
    if (typeof name === 'string')
      for (const word of comparisonForm(name).split(' ')) if (word !== '') words.add(word)
  return words
})

/** Words of cities whose names may be part of a hotel's name; one and the same set for the same names. */
export function cityWords(...names: Array<string | null | undefined>): ReadonlySet<string> {
  return wordsOfCities(JSON.stringify(names))
}

/** `AE`, `OE`, `UE` as the plain vowel that the comparison form makes of an accented one. */
function withPlainVowels(word: string): string {
  return word.replace(/([AOU])E/g, '$1')
}

/** A word, and whether it is the last of its name and may therefore be cut off. */
interface NameWord {
  text: string
  isLast: boolean
}

/**
 * True for two words that mean one: equal, a letter apart, or one cut off or abbreviated (`AIRPOR`, `HO`).
 */
function isSameWord(a: NameWord, b: NameWord): boolean {
  const [plainA, plainB] = [withPlainVowels(a.text), withPlainVowels(b.text)]
  if (a.text === b.text || plainA === plainB) return true
  if (Math.min(a.text.length, b.text.length) >= 3 && isOneEditApart(a.text, b.text)) return true
  if (a.isLast && a.text.length >= CUT_WORD_LENGTH && plainB.startsWith(plainA)) return true
  if (b.isLast && b.text.length >= CUT_WORD_LENGTH && plainA.startsWith(plainB)) return true
  return isCutFrom(a, b.text) || isCutFrom(b, a.text) || isAbbreviated(a, b.text) || isAbbreviated(b, a.text)
}

function isCutFrom({ text, isLast }: NameWord, long: string): boolean {
  return isLast && text.length > 1 && long.startsWith(text)
}

/**
 * `WTRFR` for WATERFRONT: its first letter and consonants in order; a word that may be cut off needs only two
 * letters.
 */
function isAbbreviated({ text, isLast }: NameWord, long: string): boolean {
  if (
    text.length < (isLast ? 2 : 3) ||
    text.length > long.length - 2 ||
    text[0] !== long[0] ||
    /[AEIOU]/.test(text.slice(1))
  )
    return false
  let matched = 0
  for (const letter of long) if (letter === text[matched]) matched++
  return matched === text.length
}

/** The single word that two names differ in, if each has exactly one that the other lacks. */
interface SingleDifference {
  own: string
  other: string
}

function singleDifference(own: string[], others: string[], length: number): SingleDifference | null {
  return own.length === 1 && others.length === 1 && length > 2
    ? { own: own[0] ?? '', other: others[0] ?? '' }
    : null
}

/** Too little of a two-letter word is left to recognise it by, except that all other words agree. */
function isShortMisspelling({ own, other }: SingleDifference): boolean {
  return own.length === 2 && other.length === 3 && !/\d/.test(`${own}${other}`) && isOneEditApart(own, other)
}

/** The words of a name, the last one in full if it was cut off where the other name goes on. */
function completeLast(parts: string[], otherParts: readonly string[]): string[] {
  const last = parts.at(-1) as string
  if (parts.length === 1 || otherParts.includes(last)) return parts
  const whole = otherParts.find((word) => word.startsWith(last))
  // Of a single letter nothing is known.
  return whole === undefined ? parts : [...parts.slice(0, -1), ...(last.length > 1 ? [whole] : [])]
}

/**
 * A name with joined words split and misspellings corrected where the other name shows how. Done before words
 * are looked up, because neither `CENTRALSTATION` nor `CENRE` is in any list.
 */
function alignSpelling(name: string, otherName: string): string {
  const otherParts = otherName.split(' ')
  const parts = completeLast(name.split(' '), otherParts)
  const own = parts.filter((word) => !otherParts.includes(word))
  const others = otherParts.filter((word) => !parts.includes(word))
  const difference = singleDifference(own, others, parts.length)
  const misspelt = difference !== null && isShortMisspelling(difference) ? difference : null
  return parts
    .map((word) => {
      if (misspelt !== null && word === misspelt.own) return misspelt.other
      if (word.length < 4 || otherParts.includes(word)) return word
      const split = otherParts.findIndex((head, i) => `${head}${otherParts[i + 1] ?? ''}` === word)
      if (split >= 0) return `${otherParts[split] ?? ''} ${otherParts[split + 1] ?? ''}`
      // Numbers tell hotels apart, and so may either of two words that one of the names has both of.
      if (/\d/.test(word)) return word
      const meant = others.find(
        (other) => other.length >= 4 && ABBREVIATIONS.has(other) && isOneEditApart(other, word),
      )
      return meant ?? word
    })
    .join(' ')
}

const LATIN = /[A-Z]/
const CYRILLIC = /[\u0400-\u04ff]/

/**
 * True if the words that only `longer` has make another brand of it, and `shorter` was not cut off just
 * before them.
 */
function isSisterBrand(shorter: string, words: string[], longer: string, extra: string[]): boolean {
  const brand = SISTER_BRANDS.find(
    ([name, more]) => words.includes(name) && more.every((word) => extra.includes(word)),
  )
  if (brand === undefined) return false
  const last = shorter.slice(shorter.lastIndexOf(' ') + 1)
  return shorter.length < CUT_LENGTH || !longer.includes(`${last} ${brand[1][0] ?? ''}`)
}

/**
 * `same`: every distinctive word of both has its counterpart. `part`: one name says less, and all it says
 * agrees. `sister`: as `part`, but what the longer one adds makes it another brand. `other`: each says
 * something the other lacks.
 */
export type HotelMatch = 'same' | 'part' | 'sister' | 'other'

/** Compares two names in comparison form; the words of `city` do not count. */
export function compareHotels(a: string, b: string, city: ReadonlySet<string>): HotelMatch {
  if (a === b) return 'same'
  if (LATIN.test(a) !== LATIN.test(b)) return compareScripts(a, b, city)
  const left = knownWords(alignSpelling(a, b), city)
  const right = knownWords(alignSpelling(b, a), city)
  if (left.length === 0 || right.length === 0) return 'part'
  const { matched, onlyLeft, onlyRight } = pairWords(left, right)
  if (onlyLeft.length === 0 && onlyRight.length === 0) return 'same'
  if (matched === 0 || (onlyLeft.length > 0 && onlyRight.length > 0)) return 'other'
  const isSister =
    onlyLeft.length === 0 ? isSisterBrand(a, left, b, onlyRight) : isSisterBrand(b, right, a, onlyLeft)
  return isSister ? 'sister' : 'part'
}

/**
 * Names in two scripts say nothing that could be compared, unless one is Cyrillic and its letters in Latin
 * agree.
 */
function compareScripts(a: string, b: string, city: ReadonlySet<string>): HotelMatch {
  if (!CYRILLIC.test(`${a}${b}`)) return 'part'
  const match = compareHotels(toLatin(a), toLatin(b), new Set([...city].map(toLatin)))
  return match === 'same' ? 'same' : 'part'
}

/** Pairs each word with one of the other name; single letters that remain do not count. */
function pairWords(
  left: readonly string[],
  right: readonly string[],
): { matched: number; onlyLeft: string[]; onlyRight: string[] } {
  const used = new Set<number>()
  const onlyLeft: string[] = []
  left.forEach((text, i) => {
    const word = { text, isLast: i === left.length - 1 }
    const match = right.findIndex(
      (other, k) => !used.has(k) && isSameWord(word, { text: other, isLast: k === right.length - 1 }),
    )
    if (match >= 0) used.add(match)
    else if (text.length > 1) onlyLeft.push(text)
  })
  const onlyRight = right.filter((text, k) => !used.has(k) && text.length > 1)
  return { matched: used.size, onlyLeft, onlyRight }
}

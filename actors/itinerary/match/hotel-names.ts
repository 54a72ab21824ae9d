/** Whether two names may be one house. Sources shorten, cut off and turn about what a hotel is called. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { toLatin } from '../statement/person.js'
import { isOneEditApart } from '../lib/words.js'

const ABBREVIATIONS: Record<string, string> = {
  STES: 'SUITES',
  STE: 'SUITES',
  SUITE: 'SUITES',
  HTL: 'HOTEL',
  HTEL: 'HOTEL',
  HOTELS: 'HOTEL',
  INTL: 'INTERNATIONAL',
  ARPT: 'AIRPORT',
  ARP: 'AIRPORT',
  APT: 'AIRPORT',
  APRT: 'AIRPORT',
  AIRPT: 'AIRPORT',
  DTWN: 'DOWNTOWN',
  DT: 'DOWNTOWN',
  DWTN: 'DOWNTOWN',
  DNTN: 'DOWNTOWN',
  DWNTWN: 'DOWNTOWN',
  CTR: 'CENTER',
  CNTR: 'CENTER',
  CENTRE: 'CENTER',
  CNTRE: 'CENTER',
  CTRE: 'CENTER',
  CONV: 'CONVENTION',
  CONVTN: 'CONVENTION',
  N: 'NORTH',
  S: 'SOUTH',
  E: 'EAST',
  W: 'WEST',
  WTRFRNT: 'WATERFRONT',
  STN: 'STATION',
  STA: 'STATION',
  RST: 'RESORT',
  RSRT: 'RESORT',
  PLZ: 'PLAZA',
  SQ: 'SQUARE',
  GDN: 'GARDEN',
  GDNS: 'GARDENS',
  CYD: 'COURTYARD',
  CRTYRD: 'COURTYARD',
  CTYD: 'COURTYARD',
  HAMP: 'HAMPTON',
  RES: 'RESIDENCE',
  INTERCONT: 'INTERCONTINENTAL',
  CP: 'CROWNE PLAZA',
  HIX: 'HOLIDAY INN EXPRESS',
  HIEX: 'HOLIDAY INN EXPRESS',
  HI: 'HOLIDAY INN',
  HGI: 'HILTON GARDEN INN',
  DBLTREE: 'DOUBLETREE',
  DT2: 'DOUBLETREE',
  BW: 'BEST WESTERN',
  FOURPOINTS: 'FOUR POINTS',
  MTN: 'MOUNTAIN',
  BCH: 'BEACH',
  HBR: 'HARBOR',
  HARBOUR: 'HARBOR',
  RVR: 'RIVER',
  UNIV: 'UNIVERSITY',
  TWR: 'TOWER',
  MIDTWN: 'MIDTOWN',
  EXPR: 'EXPRESS',
  EXP: 'EXPRESS',
  GRND: 'GRAND',
  RGCY: 'REGENCY',
  PK: 'PARK',
  CY: 'COURTYARD',
  FFI: 'FAIRFIELD INN',
  FP: 'FOUR POINTS',
  IC: 'INTERCONTINENTAL',
  EMB: 'EMBASSY',
  SAS: 'BLU',
  AP: 'AIRPORT',
  SAINT: 'ST',
  SANKT: 'ST',
  SANCT: 'ST',
  FLUGHAFEN: 'AIRPORT',
  AEROPORT: 'AIRPORT',
  AEROPORTO: 'AIRPORT',
  AEROPUERTO: 'AIRPORT',
  LUCHTHAVEN: 'AIRPORT',
  LUFTHAVN: 'AIRPORT',
  TML: 'TERMINAL',
  HBF: 'CENTRAL STATION',
  HAUPTBAHNHOF: 'CENTRAL STATION',
  BAHNHOF: 'STATION',
  BHF: 'STATION',
  CENTRO: 'CENTER',
  CENTRUM: 'CENTER',
  ZENTRUM: 'CENTER',
  NORD: 'NORTH',
  1: 'ONE',
  2: 'TWO',
  3: 'THREE',
  4: 'FOUR',
  5: 'FIVE',
  6: 'SIX',
  7: 'SEVEN',
  8: 'EIGHT',
  9: 'NINE',
}
const FILLER = new Set([
  'THE',
  'HOTEL',
  'AND',
  'BY',
  'AT',
  'OF',
  'STAY',
  'LE',
  'LA',
  'A',
  'AN',
  'IN',
  'YOUR',
  'BOOKING',
  'RESERVATION',
  'CHECK',
  'CHECKIN',
  'GOSTINITSA',
  'OTEL',
])
const GROUPS = new Set([
  'MARRIOTT',
  'HILTON',
  'WYNDHAM',
  'HYATT',
  'IHG',
  'ACCOR',
  'RADISSON',
  'CHOICE',
  'SHERATON',
])
/** What a group adds to houses that have names of their own. */
const LABEL =
  /(?<=\S )(?:A )?(?:AUTOGRAPH|LUXURY|CURIO|TAPESTRY|UNBOUND|VIGNETTE|TRADEMARK|ASCEND|MGALLERY|DESTINATION)(?: HOTEL)? COLLECTION\b|(?<=\S )(?:A )?TRIBUTE PORTFOLIO\b/
/** Spellings of more than one word. */
const SPELLINGS: Array<[RegExp, string]> = [
  [/\bMAIN (?=STATION\b)/g, 'CENTRAL '],
  [/\bT(?=\d\b)/g, 'TERMINAL '],
]

/** Sources with short fields cut names off; from this length on the last word may be a piece of one. */
const CUT_LENGTH = 22
/** A piece of a word as long as this is one in either spelling of its vowels. */
const CUT_WORD = 5

/** Words that tell a house from others, without those of its city. */
function distinctiveWords(folded: string, city: ReadonlySet<string>): string[] {
  const parts = SPELLINGS.reduce(
    (name, [pattern, meant]) => name.replace(pattern, meant),
    folded.replace(LABEL, ''),
  )
    .trim()
    .split(/ +/)
    .map((part) => unglued(part, city))
  // A number at the end is the shop's own, as card statements have it.
  while (parts.length > 1 && /^\d{3,}$/.test(parts.at(-1) ?? '')) parts.pop()
  const last = parts.at(-1) ?? ''
  if (
    parts.length > 2 &&
    folded.length >= CUT_LENGTH &&
    [...city, ...FILLER].some((word) => word !== last && word.startsWith(last))
  )
    parts.pop()
  const out: string[] = []
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string
    if (part === 'BY' && isGroup(parts[i + 1] ?? '', i + 2 === parts.length && folded.length >= CUT_LENGTH)) {
      i++
      continue
    }
    for (const word of (ABBREVIATIONS[part] ?? part).split(' '))
      if (word !== '' && !FILLER.has(word)) out.push(word)
  }
  const lean = out.filter((word) => !/^\d{3,}$/.test(word))
  const local = lean.filter((word) => !isOfCity(word, city))
  return local.length > 0 ? local : lean
}

function isGroup(word: string, cut: boolean): boolean {
  return GROUPS.has(word) || (cut && word.length > 1 && [...GROUPS].some((group) => group.startsWith(word)))
}

function isOfCity(word: string, city: ReadonlySet<string>): boolean {
  if (city.has(word)) return true
  if (word.length <= 3) return false
  for (const name of city) if (name.length > 3 && isOneEditApart(name, word)) return true
  return false
}

/** `CONROEBEST` without its city. */
function unglued(word: string, city: ReadonlySet<string>): string {
  for (const name of city)
    if (name.length > 3 && word.length > name.length + 2 && word.startsWith(name))
      return word.slice(name.length)
  return word
}

/** Words of cities whose names may stand in a hotel's name. */
export function cityWords(...names: Array<string | null | undefined>): Set<string> {
  const out = new Set<string>()
  for (const name of names)
    if (typeof name === 'string')
      for (const word of comparisonForm(name).split(' ')) if (word !== '') out.add(word)
  return out
}

/** Vowels that fold makes of accented ones, where they are written as two. */
function plain(word: string): string {
  return word.replace(/([AOU])E/g, '$1')
}

/** Two words for one: equal, a letter apart, or the one cut off (`AIRPOR`, `HO`). */
function alike(a: string, b: string, cutA: boolean, cutB: boolean): boolean {
  if (a === b || plain(a) === plain(b)) return true
  if (Math.min(a.length, b.length) >= 3 && isOneEditApart(a, b)) return true
  if (cutA && a.length >= CUT_WORD && plain(b).startsWith(plain(a))) return true
  if (cutB && b.length >= CUT_WORD && plain(a).startsWith(plain(b))) return true
  return (
    (cutA && a.length > 1 && b.startsWith(a)) ||
    (cutB && b.length > 1 && a.startsWith(b)) ||
    shortens(a, b, cutA) ||
    shortens(b, a, cutB)
  )
}

/** `WTRFR` of WATERFRONT: the first letter and consonants of it, in order; two letters will do where a name is cut off. */
function shortens(short: string, long: string, cut: boolean): boolean {
  if (
    short.length < (cut ? 2 : 3) ||
    short.length > long.length - 2 ||
    short[0] !== long[0] ||
    /[AEIOU]/.test(short.slice(1))
  )
    return false
  let i = 0
  for (const letter of long) if (letter === short[i]) i++
  return i === short.length
}

/**
 * A name with words run together parted, and a letter's slip mended, where the other name shows how: before its words are
 * looked up, for neither `CENTRALSTATION` nor `CENRE` is found.
 */
function alignSpelling(name: string, other: string): string {
  const parts = name.split(' ')
  const theirs = other.split(' ')
  const [own, others] = [
    parts.filter((word) => !theirs.includes(word)),
    theirs.filter((word) => !parts.includes(word)),
  ]
  const [slip, meant] =
    own.length === 1 && others.length === 1 && parts.length > 2 ? [own[0] ?? '', others[0] ?? ''] : ['', '']
  // Of a short word with a letter lost hardly anything is left to go by, but that all the others are the same.
  const mended =
    slip.length === 2 && meant.length === 3 && !/\d/.test(`${slip}${meant}`) && isOneEditApart(slip, meant)
  return parts
    .map((word) => {
      if (mended && word === slip) return meant
      if (word.length < 4 || theirs.includes(word)) return word
      const parted = theirs.findIndex((head, i) => `${head}${theirs[i + 1] ?? ''}` === word)
      if (parted >= 0) return `${theirs[parted] ?? ''} ${theirs[parted + 1] ?? ''}`
      // A number tells houses apart, and so may either of two words that one of the names has both of.
      return /\d/.test(word)
        ? word
        : (others.find(
            (told) => told.length >= 4 && ABBREVIATIONS[told] !== undefined && isOneEditApart(told, word),
          ) ?? word)
    })
    .join(' ')
}

const LATIN = /[A-Z]/
const CYRILLIC = /[\u0400-\u04ff]/

/** Brands that are called like another of their group and more; houses of both often stand side by side. */
const SISTER_BRANDS: Array<[brand: string, beside: string[]]> = [
  ['INN', ['EXPRESS']],
  ['RITZ', ['CARLTON']],
  ['IBIS', ['BUDGET']],
  ['IBIS', ['STYLES']],
  ['HILTON', ['GARDEN', 'INN']],
]

/** Whether the words that `longer` alone has make another brand of it, and `shorter` was not cut off just before them. */
function isSister(shorter: string, words: string[], longer: string, beside: string[]): boolean {
  const brand = SISTER_BRANDS.find(
    ([name, more]) => words.includes(name) && more.every((word) => beside.includes(word)),
  )
  if (brand === undefined) return false
  const last = shorter.slice(shorter.lastIndexOf(' ') + 1)
  return shorter.length < CUT_LENGTH || !longer.includes(`${last} ${brand[1][0] ?? ''}`)
}

export type HotelMatch = 'same' | 'part' | 'sister' | 'other'

/**
 * `same`: every telling word of both has its fellow. `part`: one name says less than the other, and all it says agrees.
 * `sister`: as `part`, but what the longer says besides makes another brand of it. `other`: each says something the other
 * does not. Folded names; `city` words are left aside.
 */
export function compareHotels(a: string, b: string, city: ReadonlySet<string>): HotelMatch {
  if (a === b) return 'same'
  // What is written in another script says nothing that could be compared, unless its letters do.
  if (LATIN.test(a) !== LATIN.test(b))
    return CYRILLIC.test(`${a}${b}`) &&
      compareHotels(toLatin(a), toLatin(b), new Set([...city].map(toLatin))) === 'same'
      ? 'same'
      : 'part'
  const left = distinctiveWords(alignSpelling(a, b), city)
  const right = distinctiveWords(alignSpelling(b, a), city)
  if (left.length === 0 || right.length === 0) return 'part'
  const used = new Set<number>()
  const loose: string[] = []
  left.forEach((word, i) => {
    const j = right.findIndex(
      (other, k) => !used.has(k) && alike(word, other, i === left.length - 1, k === right.length - 1),
    )
    if (j >= 0) used.add(j)
    else if (word.length > 1) loose.push(word)
  })
  const spare = right.filter((word, k) => !used.has(k) && word.length > 1)
  if (loose.length === 0 && spare.length === 0) return 'same'
  if (used.size === 0 || (loose.length > 0 && spare.length > 0)) return 'other'
  const sister = loose.length === 0 ? isSister(a, left, b, spare) : isSister(b, right, a, loose)
  return sister ? 'sister' : 'part'
}

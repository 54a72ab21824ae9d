/**
 * Whether the traveller of a feed line agrees with a member by name (contract.md 8.3): the same family name and
 * the same first letter of the given name, whatever the spelling. Each name becomes keys (`SMITH/J`); two names
 * agree if they have a key in common, so that the database can compare them too.
 */
import { loyaltyKey } from './loyalty-number.js'
import { PARTICLES, parseName, toLatin } from './person.js'

/** Words after a family name; `III` and `II` as `toLatin` leaves them. */
const SUFFIXES = new Set(['JR', 'SR', 'I', 'II', 'IV'])
/** The same at the end of a name as one text. */
const SUFFIX_AT_END = /[\s,]+(?:jr|sr|iii|ii|iv)\.?\s*$/i
/** `Smith, John` */
const COMMA_NAME = /^([^,/]+),([^,/]+)$/
const IS_ASCII = /^[\u0000-\u007f]*$/

/** The travellers that a line names, as keys; null: it names nobody. No key: it names several who differ. */
export interface LineNames {
  names: string[] | null
  /** It names nobody, or only a family name: the member must have proven that the number is theirs. */
  needsProof: boolean
}

/** Letters that look like punctuation, and the capital sharp s, in the form that the comparison knows. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string' || IS_ASCII.test(value)) return value
  return value.replace(/\p{Lm}/gu, '').replaceAll('ẞ', 'ß')
}

/**
 * The keys of a name: `FAMILY/G` with the first letter of the given name, `FAMILY/` without one; several if the
 * family name has a suffix (Jr) or a particle (van, de), which systems leave out or move. Empty without a family
 * name.
 * @param whole the name as one text, used if `last` is absent
 */
export function nameKeys(first: unknown, last: unknown, whole: unknown = null): string[] {
  const text =
    typeof whole === 'string' ? whole.replace(SUFFIX_AT_END, '').replace(COMMA_NAME, '$1/$2') : whole
  const parsed = parseName(plain(first), plain(last), plain(text))
  if (parsed === null || parsed.person.family === '') return []
  const [initial = ''] = parsed.person.given
  return familyForms(parsed.familyWords).map((family) => `${family}/${initial}`)
}

/** A family name in one word: as it is, without suffixes, without particles, without both. */
function familyForms(words: readonly string[]): string[] {
  if (words.length === 1) return [joined(words)]
  const unsuffixed = [...words]
  while (unsuffixed.length > 1 && SUFFIXES.has(unsuffixed.at(-1) ?? '')) unsuffixed.pop()
  const forms = [words, unsuffixed, withoutParticles(words), withoutParticles(unsuffixed)]
  return [...new Set(forms.map(joined))]
}

/** One word, and the spellings of vowels that meet where two words are joined (COSTA-ALVES, COSTAALVES). */
function joined(words: readonly string[]): string {
  let name = words.join('')
  for (let before = ''; name !== before;) {
    before = name
    name = toLatin(name)
  }
  return name
}

function withoutParticles(words: readonly string[]): string[] {
  const from = words.findIndex((word, at) => at === words.length - 1 || !PARTICLES.has(word))
  return words.slice(from)
}

const isComplete = (key: string): boolean => !key.endsWith('/')
const familyOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

/**
 * The keys by which a member is found: those of the name, and those of the family name alone for lines that name
 * no more. Empty unless both names are known.
 */
export function holderKeys(first: unknown, last: unknown): string[] {
  const keys = nameKeys(first, last).filter(isComplete)
  return [...keys, ...new Set(keys.map(familyOf))]
}

/** Different names in one line; with more it counts as naming several who differ. */
const MAX_NAMES = 200
const NOBODY_OF_ALL: LineNames = { names: [], needsProof: false }

/**
 * The names of a line's travellers: those that every segment with a name has in common, so that no segment of
 * somebody else goes along.
 * @param segments raw segments
 * @param number the loyalty number of the line: a traveller listed with it is the one who is meant
 */
export function lineNames(segments: readonly unknown[], number: string): LineNames {
  const key = loyaltyKey(number)
  const known: KnownNames = new Map()
  let common: string[] | null = null
  for (const segment of segments) {
    const keys = segmentKeys(segment, key, known)
    if (known.size > MAX_NAMES) return NOBODY_OF_ALL
    if (keys.length === 0) continue
    common = common === null ? keys : inCommon(common, keys)
    if (common.length === 0) return NOBODY_OF_ALL
  }
  if (common === null) return { names: null, needsProof: true }
  const complete = common.filter(isComplete)
  const needsProof = complete.length === 0
  return { names: needsProof ? common : complete, needsProof }
}

/** Keys by name, of the names of a line so far: its segments repeat them. */
type KnownNames = Map<string, string[]>

/** The keys of all travellers of a raw segment, or of the one who is listed with the loyalty number. */
function segmentKeys(segment: unknown, number: string, known: KnownNames): string[] {
  const { first_name: first, last_name: last, travelers } = segment as Record<string, unknown>
  const listed = Array.isArray(travelers) ? (travelers as Array<Record<string, unknown> | null>) : []
  const meant = listed.filter(
    (one) => typeof one?.loyalty_no === 'string' && loyaltyKey(one.loyalty_no) === number,
  )
  const named = (meant.length > 0 ? meant : listed).flatMap((one) =>
    knownKeys(known, [one?.first_name, one?.last_name, one?.name]),
  )
  if (meant.length > 0 && named.length > 0) return [...new Set(named)]
  return [...new Set([...knownKeys(known, [first, last, null]), ...named])]
}

function knownKeys(known: KnownNames, name: [first: unknown, last: unknown, whole: unknown]): string[] {
  const text = name.join('\n')
  const found = known.get(text)
  if (found !== undefined) return found
  if (known.size > MAX_NAMES) return []
  const keys = nameKeys(...name)
  known.set(text, keys)
  return keys
}

/** Keys of both; a family name alone is compatible with all its given names. */
function inCommon(a: readonly string[], b: readonly string[]): string[] {
  const [left, right] = [new Set(a), new Set(b)]
  return [
    ...new Set([
      ...a.filter((key) => right.has(key) || right.has(familyOf(key))),
      ...b.filter((key) => left.has(familyOf(key))),
    ]),
  ]
}

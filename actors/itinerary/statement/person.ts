/** Travellers' names (RULES N4). */
import { memoize } from '../lib/memoize.js'
import { comparisonForm, normaliseText } from '../../../schemas/base/text.js'
import { isOneEditApart } from '../lib/words.js'

export interface Person {
  family: string
  given: string
}

const TITLES = ['MRS', 'MISS', 'MSTR', 'MR', 'MS', 'DR', 'PROF', 'CHD', 'INF']

/** A given name without titles. */
function withoutTitles(given: string): string {
  const parts = given.split(' ').filter((part) => !TITLES.includes(part))
  const last = parts.at(-1)
  if (last !== undefined) {
    // Reservation systems append the title to the given name: JOHNMR. Short names keep their letters.
    const title = TITLES.find((t) => last.endsWith(t) && last.length >= t.length + 3)
    if (title !== undefined) parts[parts.length - 1] = last.slice(0, -title.length)
  }
  return parts.join(' ')
}

/** Names are remembered, because the same ones recur. */
const MAX_REMEMBERED = 5_000

const CYRILLIC: Record<string, string> = {
  А: 'A',
  Б: 'B',
  В: 'V',
  Г: 'G',
  Ґ: 'G',
  Д: 'D',
  Е: 'E',
  Є: 'IE',
  Ж: 'ZH',
  З: 'Z',
  И: 'I',
  І: 'I',
  К: 'K',
  Л: 'L',
  М: 'M',
  Н: 'N',
  О: 'O',
  П: 'P',
  Р: 'R',
  С: 'S',
  Т: 'T',
  У: 'U',
  Ф: 'F',
  Х: 'KH',
  Ц: 'TS',
  Ч: 'CH',
  Ш: 'SH',
  Щ: 'SHCH',
  Ъ: '',
  Ы: 'Y',
  Ь: '',
  Э: 'E',
  Ю: 'IU',
  Я: 'IA',
}

/**
 * A name as passports and reservation systems write it, in one form for all spellings: Cyrillic letters in
 * Latin (ICAO 9303), AE, OE, UE and AA as the plain letters that `comparisonForm` makes of accented ones, YA
 * and YU as IA and IU.
 */
export function toLatin(name: string): string {
  return comparisonForm(name)
    .replace(/[\u0400-\u04ff]/g, (c) => CYRILLIC[c] ?? c)
    .replace(/([AOU])E|A(A)/g, (_pair, vowel: string | undefined, a: string | undefined) => vowel ?? a ?? '')
    .replace(/Y(?=[AEU])/g, 'I')
    .replace(/II/g, 'I')
}

/** A family name in one word: reservation systems omit what separates its words. */
function joined(family: string): string {
  return family.replaceAll(' ', '')
}

/** The person of `FAMILY/GIVEN`. */
const parseSlashName = memoize(MAX_REMEMBERED, (name): Person => {
  const cut = name.indexOf('/')
  return { family: joined(toLatin(name.slice(0, cut))), given: withoutTitles(toLatin(name.slice(cut + 1))) }
})

/** Words that a family name may begin with. */
const PARTICLES = new Set([
  'VAN',
  'VON',
  'DE',
  'DEN',
  'DER',
  'DI',
  'DA',
  'DEL',
  'DELLA',
  'DOS',
  'DAS',
  'DU',
  'LA',
  'LE',
  'TER',
  'TEN',
  'ZU',
  'AL',
  'EL',
  'BIN',
])

/** A person from separate names or one text (`LAST/FIRST MR`, `First Last`); null without a family name. */
export function person(first: unknown, last: unknown, whole?: unknown): Person | null {
  const text = normaliseText(whole)
  const family = normaliseText(last)
  const given = normaliseText(first)
  if (family !== null) {
    if (family.includes('/')) return person(null, null, family)
    return parseSlashName(`${family}/${given ?? ''}`)
  }
  const name = text ?? given
  if (name === null) return null
  if (name.includes('/')) return parseSlashName(name)
  const parts = withoutTitles(toLatin(name)).split(' ')
  let lastName = parts.pop() ?? ''
  while (parts.length > 1 && PARTICLES.has(parts.at(-1) ?? '')) lastName = `${parts.pop()}${lastName}`
  return lastName === '' ? null : { family: lastName, given: parts.join(' ') }
}

/**
 * True if two names may be one person: same family name, given names equal, one a prefix of the other, or one
 * missing.
 */
export function mayBeSamePerson(a: Person | null, b: Person | null): boolean {
  if (a === null || b === null) return true
  if (a.family !== b.family) return false
  if (a.given === '' || b.given === '') return true
  const left = a.given.split(' ')[0] ?? ''
  const right = b.given.split(' ')[0] ?? ''
  return left.startsWith(right) || right.startsWith(left)
}

/**
 * True if two names in one booking may be one person although misspelt: one letter wrong, or the names
 * swapped.
 */
export function mayBeMisspeltSamePerson(a: Person, b: Person): boolean {
  if (mayBeSamePerson(a, b)) return true
  const [left, right] = [joined(a.given), joined(b.given)]
  if (a.family === right && b.family === left) return true
  const given =
    left === '' ||
    right === '' ||
    left.startsWith(right) ||
    right.startsWith(left) ||
    isOneEditApart(left, right)
  return (
    given &&
    (isOneEditApart(a.family, b.family) || a.family.endsWith(b.family) || b.family.endsWith(a.family))
  )
}

/** Travellers' names (RULES N4). */
import WORDS from '../data/name-words.json' with { type: 'json' }
import { memoize } from '../base/memoize.js'
import { comparisonForm, normaliseText } from '../base/text.js'

export interface Person {
  family: string
  given: string
}

const TITLES = WORDS.titles.split(' ')

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

const CYRILLIC: Record<string, string> = WORDS.cyrillic

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

/** A name in Latin letters: the person, and the words of the family name before they are joined. */
interface ParsedName {
  person: Person
  familyWords: string[]
}

/** Words that a family name may begin with. */
export const PARTICLES: ReadonlySet<string> = new Set(WORDS.particles.split(' '))

/** Reservation systems omit what separates the words of a family name: they are joined. */
function parsedName(familyWords: string[], given: string): ParsedName {
  return { person: { family: familyWords.join(''), given }, familyWords }
}

/** Parses `FAMILY/GIVEN` or `Given Family`; null without a family name. */
const parseText = memoize(MAX_REMEMBERED, (name): ParsedName | null => {
  const cut = name.indexOf('/')
  if (cut >= 0)
    return parsedName(toLatin(name.slice(0, cut)).split(' '), withoutTitles(toLatin(name.slice(cut + 1))))
  const parts = withoutTitles(toLatin(name)).split(' ')
  const family = [parts.pop() ?? '']
  while (parts.length > 1 && PARTICLES.has(parts.at(-1) ?? '')) family.unshift(parts.pop() ?? '')
  return family.join('') === '' ? null : parsedName(family, parts.join(' '))
})

/**
 * A name from separate parts or one text (`LAST/FIRST MR`, `First Last`), with the words of its family name;
 * null without a family name.
 */
export function parseName(first: unknown, last: unknown, whole?: unknown): ParsedName | null {
  const text = normaliseText(whole)
  const family = normaliseText(last)
  const given = normaliseText(first)
  if (family !== null) return parseText(family.includes('/') ? family : `${family}/${given ?? ''}`)
  const name = text ?? given
  return name === null ? null : parseText(name)
}

/** The person of a name, as `parseName` reads it; null without a family name. */
export function person(first: unknown, last: unknown, whole?: unknown): Person | null {
  return parseName(first, last, whole)?.person ?? null
}

/** Whether two names may be one person's (RULES N4). */
import { isOneEditApart } from '../lib/words.js'
import type { Person } from '../../../schemas/itinerary/person.js'

/** A replaced letter counts as a slip from this length on: Tim and Tom, Jan and Jon are two people. */
const MIN_REPLACED_LETTERS = 5
/** A slip in a name of fewer letters is another name. */
const MIN_SLIP_LETTERS = 3
/** The shortest family name with a slip beside given names that are not equal, only compatible. */
const MIN_FAMILY_LETTERS = 5

/**
 * True if two names may be one person: family names equal and given names equal, one a prefix of the other or
 * one missing; a slip in one of the two, or inside both; or the same names in another order.
 */
export function mayBeSamePerson(a: Person | null, b: Person | null): boolean {
  if (a === null || b === null) return true
  if (a.family === b.family) return haveCompatibleGivenNames(a, b) || areReordered(a, b)
  return haveMisspeltFamilyNames(a, b) || areBothMisspelt(a, b) || areReordered(a, b)
}

function firstWord(given: string): string {
  const end = given.indexOf(' ')
  return end < 0 ? given : given.slice(0, end)
}

function haveCompatibleGivenNames(a: Person, b: Person): boolean {
  if (a.given === b.given || a.given === '' || b.given === '') return true
  const [left, right] = [firstWord(a.given), firstWord(b.given)]
  return left.startsWith(right) || right.startsWith(left) || isMisspeltGivenName(left, right)
}

/**
 * True for a letter too many or too few, two letters swapped, and from five letters on a letter replaced. The
 * first letter is never a slip, nor is another vowel at the end: Maria and Mario are two people.
 */
function isMisspeltGivenName(a: string, b: string): boolean {
  const [left, right] = [withOneK(a), withOneK(b)]
  if (left === right) return true
  if (Math.min(left.length, right.length) < MIN_SLIP_LETTERS || left[0] !== right[0]) return false
  if (!isOneEditApart(left, right)) return false
  if (left.length !== right.length || haveSameLetters(left, right)) return true
  return left.length >= MIN_REPLACED_LETTERS && !(isVowel(left.at(-1)) && differOnlyInLast(left, right))
}

const isVowel = (letter: string | undefined): boolean => letter !== undefined && 'AEIOUY'.includes(letter)
const differOnlyInLast = (a: string, b: string): boolean => a.slice(0, -1) === b.slice(0, -1)
/** Erik and Eric, Katherine and Catherine are spellings of one name. */
const withOneK = (name: string): string => name.replaceAll('C', 'K')

/** A slip in the family name counts beside equal given names, and in a long one beside compatible ones. */
function haveMisspeltFamilyNames(a: Person, b: Person): boolean {
  if (a.given === '' || b.given === '' || !isOneEditApart(a.family, b.family)) return false
  const shorter = Math.min(a.family.length, b.family.length)
  const [left, right] = [firstWord(a.given), firstWord(b.given)]
  if (left === right && left.length > 1) return shorter >= MIN_SLIP_LETTERS
  if (shorter < MIN_FAMILY_LETTERS || !endAlike(a.family, b.family)) return false
  return left.startsWith(right) || right.startsWith(left)
}

/** Another last letter may be that of a relative: Jan Kowalski, Jana Kowalska. */
const endAlike = (a: string, b: string): boolean => a.at(-1) === b.at(-1)

/** A slip inside each of the names. */
function areBothMisspelt(a: Person, b: Person): boolean {
  return isMisspeltInside(a.family, b.family) && isMisspeltInside(firstWord(a.given), firstWord(b.given))
}

function isMisspeltInside(a: string, b: string): boolean {
  return endAlike(a, b) && Math.min(a.length, b.length) > MIN_SLIP_LETTERS && isMisspeltGivenName(a, b)
}

/** True if both consist of the same names in another order: swapped, or with a family name of two words. */
function areReordered(a: Person, b: Person): boolean {
  if (a.given === '' || b.given === '' || letterCount(a) !== letterCount(b)) return false
  const [left, right] = [namesOf(a), namesOf(b)]
  return consistsOf(left, right) || consistsOf(right, left)
}

const letterCount = ({ family, given }: Person): number => family.length + given.replaceAll(' ', '').length

/** The words of the given name, and the family name, whose words are joined. */
const namesOf = ({ family, given }: Person): string[] => [...given.split(' '), family]

/** True if the parts, each used once, make up the names: `GARCIA` and `MARQUEZ` make up `GARCIAMARQUEZ`. */
function consistsOf(names: readonly string[], parts: readonly string[]): boolean {
  const left = names.slice()
  for (const part of parts.toSorted((a, b) => b.length - a.length)) {
    const at = left.findIndex((name) => name.startsWith(part) || name.endsWith(part))
    const name = left[at]
    if (name === undefined) return false
    left[at] = name.startsWith(part) ? name.slice(part.length) : name.slice(0, -part.length)
  }
  return left.every((rest) => rest === '')
}

function haveSameLetters(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('')
}

/**
 * True if two names in one booking may be one person although misspelt: any letter wrong, or one family name
 * cut off.
 */
export function mayBeMisspeltSamePerson(a: Person, b: Person): boolean {
  if (mayBeSamePerson(a, b)) return true
  const [left, right] = [a.given.replaceAll(' ', ''), b.given.replaceAll(' ', '')]
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

/** True if two names cannot be one person's, with neither the family nor the given name in common. */
export function areDifferentPeople(a: Person, b: Person): boolean {
  if (a.given === '' || b.given === '' || mayBeSamePerson(a, b) || mayBeMisspeltSamePerson(a, b)) return false
  const shareFamily =
    a.family.includes(b.family) || b.family.includes(a.family) || isOneEditApart(a.family, b.family)
  return !shareFamily && !haveCompatibleGivenNames(a, b)
}

/** Whether two names may be one person's (RULES N4). */
import { isOneEditApart } from '../lib/words.js'
import type { Person } from '../../../schemas/itinerary/person.js'

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

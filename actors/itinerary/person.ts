/** Travellers' names (itinerary.md N4). */
import { remembered } from './remembered.js'
import { clean, fold } from '../../schemas/text.js'

export interface Person { family: string, given: string }

const TITLES = ['MRS', 'MISS', 'MSTR', 'MR', 'MS', 'DR', 'PROF', 'CHD', 'INF']

function bare (given: string): string {
  const parts = given.split(' ').filter(part => !TITLES.includes(part))
  const last = parts.at(-1)
  if (last !== undefined) {
    // Reservation systems glue the title to the given name: JOHNMR. Short names keep their letters.
    const title = TITLES.find(t => last.endsWith(t) && last.length >= t.length + 3)
    if (title !== undefined) parts[parts.length - 1] = last.slice(0, -title.length)
  }
  return parts.join(' ')
}

/** Travellers kept in mind: the same ones are named again and again. */
const REMEMBERED = 5_000

const named = remembered(REMEMBERED, (name): Person => {
  const cut = name.indexOf('/')
  return { family: fold(name.slice(0, cut)), given: bare(fold(name.slice(cut + 1))) }
})

/** A person from separate names or one text (`LAST/FIRST MR`, `First Last`); null without a family name. */
export function person (first: unknown, last: unknown, whole?: unknown): Person | null {
  const text = clean(whole)
  const family = clean(last)
  const given = clean(first)
  if (family !== null) {
    if (family.includes('/')) return person(null, null, family)
    return named(`${family}/${given ?? ''}`)
  }
  const name = text ?? given
  if (name === null) return null
  if (name.includes('/')) return named(name)
  const parts = bare(fold(name)).split(' ')
  const family2 = parts.pop() ?? ''
  return family2 === '' ? null : { family: family2, given: parts.join(' ') }
}

/** Whether two names may be one person: same family name, given names equal, initial or prefix, or one missing. */
export function samePerson (a: Person | null, b: Person | null): boolean {
  if (a === null || b === null) return true
  if (a.family !== b.family) return false
  if (a.given === '' || b.given === '') return true
  const left = a.given.split(' ')[0] ?? ''
  const right = b.given.split(' ')[0] ?? ''
  return left.startsWith(right) || right.startsWith(left)
}

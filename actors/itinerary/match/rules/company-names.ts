/** RULES 3.3.6 and 3.3.12: companies that carry people, by their names. */
import { jaccard } from '../../lib/words.js'

const SIMILAR_NAME = 0.34

/** Words that say only what form a company has. */
const COMPANY_WORDS = new Set([
  'SE',
  'AG',
  'GMBH',
  'LTD',
  'BV',
  'INC',
  'LLC',
  'SA',
  'AB',
  'OY',
  'PLC',
  'TECHNOLOGIES',
  'GROUP',
])
const MIN_STEM_LENGTH = 4

/** True for one company's name in full and in short: `Flix SE` and `FlixBus`. */
export function isSameCompany(a: string, b: string): boolean {
  const [left, right] = [a, b].map((name) => name.split(' ').filter((word) => !COMPANY_WORDS.has(word))) as [
    string[],
    string[],
  ]
  if (jaccard(left, right) >= SIMILAR_NAME || a === b) return true
  const [head, other] = [left[0] ?? '', right[0] ?? '']
  return (
    Math.min(head.length, other.length) >= MIN_STEM_LENGTH &&
    (head.startsWith(other) || other.startsWith(head))
  )
}

/** RULES 3.3.6: the same ride of the same company. */
import { jaccard } from '../../lib/words.js'
import { NEAR_KM } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { compareBookedLegsBy, CONFLICT, dayGap, haveSameLocator, NONE, startGap } from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

const SAME_START_MINUTES = 15
const SAME_START_KM = 25
const SAME_BOOKING_MINUTES = 24 * 60
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
function isSameCompany(a: string, b: string): boolean {
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

function relate(a: Statement, b: Statement): number {
  if (a.vendor !== null && b.vendor !== null && !isSameCompany(a.vendor, b.vendor)) return CONFLICT
  if (isFartherThan(a.from, b.from, NEAR_KM)) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  const gap = startGap(a, b)
  if (haveSameLocator(a, b) && days <= 1 && (gap === null || gap <= SAME_BOOKING_MINUTES)) return 1
  return gap !== null && gap <= SAME_START_MINUTES && !isFartherThan(a.from, b.from, SAME_START_KM) ? 2 : NONE
}

export const transportRule: MatchRule = { relate, compareBookedLegs: compareBookedLegsBy(relate, 2) }

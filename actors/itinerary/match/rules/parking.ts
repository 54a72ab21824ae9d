/** RULES 3.3.7: the same space at the same time. */
import { comparisonForm } from '../../../../schemas/base/text.js'
import { jaccard } from '../../lib/words.js'
import { isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import {
  compareBookedLegsBy,
  CONFLICT,
  dayGap,
  endGap,
  haveSameLocator,
  NONE,
  startGap,
} from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

const OTHER_PLACE_KM = 50
const SIMILAR_NAME = 0.5
const MAX_MOVED_DAYS = 14

function isSimilarName(a: Statement, b: Statement): boolean {
  return (
    comparisonForm(a.nameWords.join(' ')) === comparisonForm(b.nameWords.join(' ')) ||
    jaccard(a.nameWords, b.nameWords) >= SIMILAR_NAME
  )
}

/** The same minutes in one city are one space, whatever its name, if the names share a word at least. */
function isAtSameMinutes(a: Statement, b: Statement): boolean {
  return startGap(a, b) === 0 && endGap(a, b) === 0 && jaccard(a.nameWords, b.nameWords) > 0
}

function relate(a: Statement, b: Statement): number {
  if (isFartherThan(a.from, b.from, OTHER_PLACE_KM)) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  if (haveSameLocator(a, b)) return days <= MAX_MOVED_DAYS ? 1 : NONE
  return days === 0 && (isSimilarName(a, b) || isAtSameMinutes(a, b)) ? 2 : NONE
}

export const parkingRule: MatchRule = { relate, compareBookedLegs: compareBookedLegsBy(relate, 2) }

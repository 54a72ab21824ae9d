/** RULES 3.3.8: the same table at the same time. */
import { isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import {
  CHANGED_LEG,
  CONFLICT,
  dayGap,
  haveSameLocator,
  isMatch,
  LOOKALIKE,
  NONE,
  OTHER_LEG,
  SAME_LEG,
  startGap,
} from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'
import { titleSimilarity } from '../titles.js'

const OTHER_PLACE_KM = 50
const SIMILAR_NAME = 0.5
const SAME_START_MINUTES = 30
const LOOKALIKE_MINUTES = 15

/**
 * One booking with a word of the name in common; else names at least half alike within half an hour or,
 * without times, on one day.
 */
function relate(a: Statement, b: Statement): number {
  const days = dayGap(a, b)
  if (days === null || days > 1) return CONFLICT
  if (isFartherThan(a.from, b.from, OTHER_PLACE_KM)) return CONFLICT
  const gap = startGap(a, b)
  const similarity = titleSimilarity(a.nameWords, b.nameWords)
  if (haveSameLocator(a, b) && similarity > 0) return 1
  if (similarity < SIMILAR_NAME) return gap !== null && gap <= LOOKALIKE_MINUTES ? LOOKALIKE : NONE
  if (gap === null) return days === 0 ? 3 : NONE
  return gap <= SAME_START_MINUTES ? 2 : NONE
}

/** One booking may have moved to another time; every other match is the same table. */
function compareBookedLegs(earlier: Statement, later: Statement): number {
  const tier = relate(earlier, later)
  if (!isMatch(tier)) return OTHER_LEG
  return tier === 1 && earlier.start?.wall !== later.start?.wall ? CHANGED_LEG : SAME_LEG
}

export const restaurantRule: MatchRule = { relate, compareBookedLegs }

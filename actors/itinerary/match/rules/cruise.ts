/** RULES 3.3.5: the same ship on the same day, or one booking of it. */
import { isContained, jaccard } from '../../lib/words.js'
import type { Statement } from '../../statement/statement.js'
import { compareBookedLegsBy, CONFLICT, dayGap, haveSameLocator, LOOKALIKE, NONE } from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

const SIMILAR_NAME = 0.5
const MAX_MOVED_DAYS = 30

const longWords = (name: readonly string[]): string[] => name.filter((word) => word.length > 2)

/** 0 to 1. `C. Smeralda`, `Seaside`: the ships of a line are known by the rest of their names. */
function shipSimilarity(a: Statement, b: Statement): number {
  return isContained(longWords(a.nameWords), longWords(b.nameWords)) ? 1 : jaccard(a.nameWords, b.nameWords)
}

function relate(a: Statement, b: Statement): number {
  const isSimilar = shipSimilarity(a, b) >= SIMILAR_NAME
  if (a.nameWords.length > 0 && b.nameWords.length > 0 && !isSimilar) return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  if (haveSameLocator(a, b)) return days <= MAX_MOVED_DAYS ? 1 : NONE
  if (isSimilar && days === 0) return 2
  return isSimilar && days === 1 ? LOOKALIKE : NONE
}

export const cruiseRule: MatchRule = { relate, compareBookedLegs: compareBookedLegsBy(relate, 2) }

/** RULES 3.3.8: the same table at the same time. */
import { isFartherThan } from '../../places/place.js'
import { isMatch } from '../match-answer.js'
import { matchRule } from '../match-rule.js'
import type { ContinuationRow, MatchRow } from '../match-rule.js'
import { TitledPair } from '../titles.js'

const OTHER_PLACE_KM = 50
const SIMILAR_NAME = 0.5
const SAME_START_MINUTES = 30
const LOOKALIKE_MINUTES = 15

const ROWS: ReadonlyArray<MatchRow<TitledPair>> = [
  { is: 'conflict', when: (p) => p.days > 1 || isFartherThan(p.a.from, p.b.from, OTHER_PLACE_KM) },
  { is: 'certain', when: (p) => p.isSameLocator && p.similarity > 0 },
  { is: 'lookalike', when: (p) => p.similarity < SIMILAR_NAME && p.gap <= LOOKALIKE_MINUTES },
  { is: 'none', when: (p) => p.similarity < SIMILAR_NAME },
  { is: 'likely', when: (p) => p.lacksTime && p.days === 0 },
  { is: 'strong', when: (p) => p.gap <= SAME_START_MINUTES },
  { is: 'fair', when: (p) => p.isByOtherClock },
]

/** One booking may have moved to another time; every other match is the same table. */
const CONTINUATIONS: ReadonlyArray<ContinuationRow<TitledPair>> = [
  { is: 'changed', when: (p, answer) => answer === 'certain' && !p.isSameStart },
  { is: 'same', when: (_, answer) => isMatch(answer) },
]

export const restaurantRule = matchRule((a, b) => new TitledPair(a, b), ROWS, CONTINUATIONS)

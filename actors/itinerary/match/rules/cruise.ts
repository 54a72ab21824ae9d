/** RULES 3.3.5: the same ship on the same day, or one booking of it. */
import { isContained, jaccard } from '../../lib/words.js'
import { continuationsBy, matchRule } from '../match-rule.js'
import type { MatchRow } from '../match-rule.js'
import { Pair } from '../pair.js'

const SIMILAR_NAME = 0.5
const MAX_MOVED_DAYS = 30

const longWords = (name: readonly string[]): string[] => name.filter((word) => word.length > 2)

/** `C. Smeralda`, `Seaside`: the ships of a line are known by the rest of their names. */
function isSameShip({ a, b }: Pair): boolean {
  return (
    isContained(longWords(a.nameWords), longWords(b.nameWords)) ||
    jaccard(a.nameWords, b.nameWords) >= SIMILAR_NAME
  )
}

const areNamed = ({ a, b }: Pair): boolean => a.nameWords.length > 0 && b.nameWords.length > 0

const ROWS: ReadonlyArray<MatchRow<Pair>> = [
  { is: 'conflict', when: (p) => areNamed(p) && !isSameShip(p) },
  { is: 'none', when: (p) => p.lacksDate },
  { is: 'certain', when: (p) => p.isSameLocator && p.days <= MAX_MOVED_DAYS },
  { is: 'none', when: (p) => p.isSameLocator },
  { is: 'strong', when: (p) => p.days === 0 && isSameShip(p) },
  { is: 'lookalike', when: (p) => p.days === 1 && isSameShip(p) },
]

export const cruiseRule = matchRule((a, b) => new Pair(a, b), ROWS, continuationsBy('strong'))

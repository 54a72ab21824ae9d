/** RULES 3.3.7: the same space at the same time. */
import { comparisonForm } from '../../../../schemas/base/text.js'
import { jaccard } from '../../lib/words.js'
import { isFartherThan } from '../../places/place.js'
import { continuationsBy, matchRule } from '../match-rule.js'
import type { MatchRow } from '../match-rule.js'
import { Pair } from '../pair.js'

const OTHER_PLACE_KM = 50
const SIMILAR_NAME = 0.5
const MAX_MOVED_DAYS = 14

function isSimilarName({ a, b }: Pair): boolean {
  return (
    comparisonForm(a.nameWords.join(' ')) === comparisonForm(b.nameWords.join(' ')) ||
    jaccard(a.nameWords, b.nameWords) >= SIMILAR_NAME
  )
}

/** The same minutes in one city are one space, whatever its name, if the names share a word at least. */
function isAtSameMinutes(p: Pair): boolean {
  return p.gap === 0 && p.endGap === 0 && jaccard(p.a.nameWords, p.b.nameWords) > 0
}

const ROWS: ReadonlyArray<MatchRow<Pair>> = [
  { is: 'conflict', when: ({ a, b }) => isFartherThan(a.from, b.from, OTHER_PLACE_KM) },
  { is: 'certain', when: (p) => p.isSameLocator && p.days <= MAX_MOVED_DAYS },
  { is: 'none', when: (p) => p.isSameLocator },
  { is: 'strong', when: (p) => p.days === 0 && (isSimilarName(p) || isAtSameMinutes(p)) },
]

export const parkingRule = matchRule((a, b) => new Pair(a, b), ROWS, continuationsBy('strong'))

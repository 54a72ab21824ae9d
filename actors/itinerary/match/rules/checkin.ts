/** RULES 3.3.10: one visit within ten minutes at the same spot, or under the same name in one area. */
import { distanceKm } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Place, Spot } from '../../places/place.js'
import { matchRule } from '../match-rule.js'
import type { MatchRow } from '../match-rule.js'
import { Pair } from '../pair.js'
import { SAME_TITLE, titleSimilarity } from '../titles.js'

const SAME_SPOT_KM = 0.2
const SAME_AREA_KM = 50
const SAME_VISIT_MINUTES = 10
const OTHER_VISIT_MINUTES = 60

function isSameSpot(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && distanceKm(a.spots[0] as Spot, b.spots[0] as Spot) < SAME_SPOT_KM
}

function isNamedAlike({ a, b }: Pair): boolean {
  return (
    titleSimilarity(a.nameWords, b.nameWords) >= SAME_TITLE && !isFartherThan(a.from, b.from, SAME_AREA_KM)
  )
}

const ROWS: ReadonlyArray<MatchRow<Pair>> = [
  { is: 'conflict', when: (p) => p.gap > OTHER_VISIT_MINUTES },
  { is: 'none', when: (p) => p.gap > SAME_VISIT_MINUTES },
  { is: 'certain', when: (p) => isSameSpot(p.a.from, p.b.from) || isNamedAlike(p) },
]

export const checkinRule = matchRule((a, b) => new Pair(a, b), ROWS, [
  { is: 'same', when: (_, answer) => answer === 'certain' },
])

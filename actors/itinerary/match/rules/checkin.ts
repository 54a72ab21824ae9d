/** RULES 3.3.10: one visit within ten minutes at the same spot, or under the same name in one area. */
import { distanceKm } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Place, Spot } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { CONFLICT, NONE, OTHER_LEG, SAME_LEG, startGap } from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'
import { SAME_TITLE, titleSimilarity } from '../titles.js'

const SAME_SPOT_KM = 0.2
const SAME_AREA_KM = 50
const SAME_VISIT_MINUTES = 10
const OTHER_VISIT_MINUTES = 60

function isSameSpot(a: Place | null, b: Place | null): boolean {
  return a !== null && b !== null && distanceKm(a.spots[0] as Spot, b.spots[0] as Spot) < SAME_SPOT_KM
}

function relate(a: Statement, b: Statement): number {
  const gap = startGap(a, b)
  if (gap === null || gap > OTHER_VISIT_MINUTES) return CONFLICT
  if (gap > SAME_VISIT_MINUTES) return NONE
  const isNamedAlike =
    titleSimilarity(a.nameWords, b.nameWords) >= SAME_TITLE && !isFartherThan(a.from, b.from, SAME_AREA_KM)
  return isSameSpot(a.from, b.from) || isNamedAlike ? 1 : NONE
}

export const checkinRule: MatchRule = {
  relate,
  compareBookedLegs: (earlier, later) => (relate(earlier, later) === 1 ? SAME_LEG : OTHER_LEG),
}

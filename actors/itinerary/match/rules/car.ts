/** RULES 3.3.3: the same rental. */
import { NEAR_KM } from '../../places/distance.js'
import { isFartherThan, isSameCity } from '../../places/place.js'
import { continuationsBy, matchRule } from '../match-rule.js'
import type { MatchRow } from '../match-rule.js'
import { conflictIfPresent, Pair, withinIfPresent } from '../pair.js'

const SAME_RENTAL_MINUTES = 60
const SIMILAR_RENTAL_MINUTES = 180
const MAX_MOVED_DAYS = 14

const isNamedBy = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/** By the company, where both name one. */
const isCompanyKnown = ({ a, b }: Pair): boolean => a.vendor !== null && b.vendor !== null

/** Dropped off within the minutes or, without a time, on the same date or on an unknown one. */
function isSameDropoff(p: Pair): boolean {
  return p.endGap === Infinity ? withinIfPresent(p.endDays, 0) : p.endGap <= SAME_RENTAL_MINUTES
}

const hasSameDates = (p: Pair): boolean => p.days === 0 && withinIfPresent(p.endDays, 0)
const isSimilar = (p: Pair): boolean => p.gap <= SIMILAR_RENTAL_MINUTES && p.endGap <= SIMILAR_RENTAL_MINUTES

const ROWS: ReadonlyArray<MatchRow<Pair>> = [
  { is: 'conflict', when: ({ a, b }) => conflictIfPresent(a.vendor, b.vendor, isNamedBy) },
  { is: 'conflict', when: ({ a, b }) => isFartherThan(a.from, b.from, NEAR_KM) },
  { is: 'none', when: (p) => p.lacksDate },
  { is: 'certain', when: (p) => p.isSameLocator && p.days <= 1 },
  { is: 'moved', when: (p) => p.isSameLocator && p.days <= MAX_MOVED_DAYS && isSameCity(p.a.from, p.b.from) },
  { is: 'none', when: (p) => p.isSameLocator },
  { is: 'strong', when: (p) => p.gap <= SAME_RENTAL_MINUTES && isSameDropoff(p) && isCompanyKnown(p) },
  { is: 'fair', when: (p) => p.gap <= SAME_RENTAL_MINUTES && isSameDropoff(p) },
  { is: 'likely', when: (p) => hasSameDates(p) && isCompanyKnown(p) },
  { is: 'lookalike', when: hasSameDates },
  { is: 'fair', when: (p) => isSimilar(p) && isCompanyKnown(p) },
  { is: 'lookalike', when: isSimilar },
  { is: 'fair', when: (p) => p.isByOtherClock && isCompanyKnown(p) },
  { is: 'lookalike', when: (p) => p.days <= 1 && p.endDays <= 1 && isCompanyKnown(p) },
]

export const carRule = matchRule((a, b) => new Pair(a, b), ROWS, continuationsBy('fair'))

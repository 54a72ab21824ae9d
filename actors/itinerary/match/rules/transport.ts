/** RULES 3.3.6: the same ride of the same company. */
import { NEAR_KM } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import { continuationsBy, matchRule } from '../match-rule.js'
import type { MatchRow } from '../match-rule.js'
import { conflictIfPresent, Pair, withinIfPresent } from '../pair.js'
import { isSameCompany } from './company-names.js'

const SAME_START_MINUTES = 15
const SAME_START_KM = 25
const SAME_BOOKING_MINUTES = 24 * 60

const ROWS: ReadonlyArray<MatchRow<Pair>> = [
  { is: 'conflict', when: ({ a, b }) => conflictIfPresent(a.vendor, b.vendor, isSameCompany) },
  { is: 'conflict', when: ({ a, b }) => isFartherThan(a.from, b.from, NEAR_KM) },
  {
    is: 'certain',
    when: (p) => p.isSameLocator && p.days <= 1 && withinIfPresent(p.gap, SAME_BOOKING_MINUTES),
  },
  {
    is: 'strong',
    when: (p) => p.gap <= SAME_START_MINUTES && !isFartherThan(p.a.from, p.b.from, SAME_START_KM),
  },
]

export const transportRule = matchRule((a, b) => new Pair(a, b), ROWS, continuationsBy('strong'))

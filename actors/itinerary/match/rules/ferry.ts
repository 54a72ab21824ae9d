/** RULES 3.3.12: the same crossing. */
import { NEAR_KM } from '../../places/distance.js'
import { distanceBetween, isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { continuationsBy, matchRule } from '../match-rule.js'
import type { MatchRow } from '../match-rule.js'
import { conflictIfPresent, equal, Pair, withinIfPresent } from '../pair.js'
import { isSameCompany } from './company-names.js'

const SAME_PORT_KM = 25
const SAME_START_MINUTES = 15
const RETIME_MINUTES = 60
const SAME_BOOKING_MINUTES = 24 * 60

const haveOtherPorts = ({ a, b }: Pair, km: number): boolean =>
  isFartherThan(a.from, b.from, km) || isFartherThan(a.to, b.to, km)

/** True if `b` leaves from where `a` arrives: the way back, or the next crossing of the journey. */
function continues(a: Statement, b: Statement): boolean {
  const apart = distanceBetween(a.from, b.from)
  const onward = distanceBetween(a.to, b.from)
  return apart !== null && onward !== null && onward < apart
}

/** One number of the crossing, or one ship. */
function isSameService({ a, b }: Pair): boolean {
  return (
    equal(a.number, b.number) || (a.nameWords.length > 0 && a.nameWords.join(' ') === b.nameWords.join(' '))
  )
}

const SAME_PORTS: ReadonlyArray<MatchRow<Pair>> = [
  { is: 'strong', when: (p) => p.gap <= SAME_START_MINUTES },
  { is: 'likely', when: (p) => p.gap <= RETIME_MINUTES && isSameService(p) },
  { is: 'likely', when: (p) => p.lacksTime && p.days === 0 && isSameService(p) },
  { is: 'fair', when: (p) => p.isByOtherClock },
  { is: 'lookalike', when: (p) => p.gap <= RETIME_MINUTES },
]

const ROWS: ReadonlyArray<MatchRow<Pair>> = [
  { is: 'conflict', when: ({ a, b }) => conflictIfPresent(a.vendor, b.vendor, isSameCompany) },
  { is: 'conflict', when: (p) => haveOtherPorts(p, NEAR_KM) },
  { is: 'conflict', when: ({ a, b }) => continues(a, b) || continues(b, a) },
  { is: 'none', when: (p) => p.lacksDate },
  {
    is: 'certain',
    when: (p) => p.isSameLocator && p.days <= 1 && withinIfPresent(p.gap, SAME_BOOKING_MINUTES),
  },
  { rows: SAME_PORTS, when: (p) => !haveOtherPorts(p, SAME_PORT_KM) },
]

export const ferryRule = matchRule((a, b) => new Pair(a, b), ROWS, continuationsBy('likely'))

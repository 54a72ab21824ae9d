/** RULES 3.3.4: the same ride on the same train. */
import { isContained, words } from '../../lib/words.js'
import { distanceBetween, isSameCity } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import {
  CHANGED_LEG,
  CONFLICT,
  dayGap,
  endGap,
  firstTier,
  haveSameLocator,
  isMatch,
  LOOKALIKE,
  NONE,
  OTHER_LEG,
  SAME_LEG,
  startGap,
} from '../match-rule.js'
import type { MatchRule, PlaceRelation, TierRule } from '../match-rule.js'

const SAME_STATION_KM = 50
const SAME_MINUTES = 10
const RETIME_MINUTES = 6 * 60
const CHANGE_MINUTES = 24 * 60
const OTHER_TRAIN_MINUTES = 3 * 60
const LOOKALIKE_MINUTES = 30

/** Words that say only that a place is a station. */
const STATION_WORDS = new Set([
  'STATION',
  'STN',
  'STA',
  'CENTRAL',
  'RAILWAY',
  'TRAIN',
  'GARE',
  'HBF',
  'HAUPTBAHNHOF',
  'BAHNHOF',
  'BF',
  'ESTACION',
  'ESTACAO',
  'STAZIONE',
  'DE',
  'DU',
  'LA',
  'THE',
  'OF',
  'TERMINAL',
  'INTERNATIONAL',
  'INTL',
  'INT',
  'MAIN',
  'HB',
])

/**
 * Railways have code lists of their own: a bare code may mean another place than the airport of that code.
 */
const BARE_CODE = /^[A-Z]{3}$/

function stationWords(s: Statement, field: string): string[] {
  return words(String(s.raw.fields.get(field) ?? '')).map((word) =>
    word === 'SAINT' || word === 'SANKT' ? 'ST' : word,
  )
}

function compareStations(a: Statement, b: Statement, end: 'from' | 'to', field: string): PlaceRelation {
  const left = stationWords(a, field)
  const right = stationWords(b, field)
  if (left.length > 0 && left.join(' ') === right.join(' ')) return 'same'
  const isDistinctive = (word: string): boolean => !STATION_WORDS.has(word)
  if (isContained(left.filter(isDistinctive), right.filter(isDistinctive))) return 'same'
  const km = distanceBetween(a[end], b[end])
  if (km === null) return 'open'
  if (km <= SAME_STATION_KM || isSameCity(a[end], b[end])) return 'same'
  const onlyOneIsCode =
    BARE_CODE.test(String(a.raw.fields.get(field))) !== BARE_CODE.test(String(b.raw.fields.get(field)))
  return onlyOneIsCode ? 'open' : 'apart'
}

/** Two rides whose stations do not contradict each other, and what they have in common. */
interface TrainPair {
  a: Statement
  b: Statement
  /** Days between the local dates of departure. */
  days: number
  /** Minutes between the departures, and the arrivals; null when one has no time. */
  gap: number | null
  arrivalGap: number | null
  isSameRoute: boolean
  isSameLocator: boolean
}

const within = (gap: number | null, minutes: number): boolean => gap !== null && gap <= minutes
const withinOrUnknown = (gap: number | null, minutes: number): boolean => gap === null || gap <= minutes
const lacksNumber = ({ a, b }: TrainPair): boolean =>
  a.trainNumbers.length === 0 || b.trainNumbers.length === 0
const lacksLocator = ({ a, b }: TrainPair): boolean => a.locatorKey === null || b.locatorKey === null

/** One number. */
const SAME_NUMBER_TIERS: ReadonlyArray<TierRule<TrainPair>> = [
  { tier: 2, when: (p) => p.gap === null && p.days === 0 },
  { tier: 1, when: (p) => within(p.gap, RETIME_MINUTES) && p.days === 0 },
  { tier: 2, when: (p) => within(p.gap, RETIME_MINUTES) },
  { tier: 4, when: (p) => p.days === 0 },
  { tier: 5, when: (p) => p.isSameLocator && within(p.gap, CHANGE_MINUTES) },
]

/** One route, other numbers or none. */
const SAME_ROUTE_TIERS: ReadonlyArray<TierRule<TrainPair>> = [
  { tier: 3, when: (p) => p.gap === null && p.days === 0 && (lacksNumber(p) || p.isSameLocator) },
  { tier: NONE, when: (p) => p.gap === null },
  // The number is missing.
  { tier: 2, when: (p) => lacksNumber(p) && within(p.gap, 15) && withinOrUnknown(p.arrivalGap, 20) },
  // A dividing or double-numbered train.
  { tier: 3, when: (p) => isAtSameMinutes(p) && (p.isSameLocator || lacksLocator(p)) },
  { tier: 4, when: isAtSameMinutes },
  // A change of one booking.
  { tier: 6, when: (p) => p.isSameLocator && within(p.gap, CHANGE_MINUTES) },
  { tier: CONFLICT, when: (p) => !p.isSameLocator && !within(p.gap, OTHER_TRAIN_MINUTES) },
  { tier: LOOKALIKE, when: (p) => within(p.gap, LOOKALIKE_MINUTES) },
]

function isAtSameMinutes({ gap, arrivalGap }: TrainPair): boolean {
  return within(gap, 5) && withinOrUnknown(arrivalGap, SAME_MINUTES)
}

/** A ticket over several trains begins or ends with one of them: it looks like that one, and is not it. */
function relateDividedJourney(gapOfSharedEnd: number | null): number {
  return within(gapOfSharedEnd, SAME_MINUTES) ? LOOKALIKE : CONFLICT
}

function relate(a: Statement, b: Statement): number {
  const from = compareStations(a, b, 'from', 'origin')
  const to = compareStations(a, b, 'to', 'destination')
  if (from === 'same' && to === 'apart') return relateDividedJourney(startGap(a, b))
  if (from === 'apart' && to === 'same') return relateDividedJourney(endGap(a, b))
  if (from === 'apart' || to === 'apart') return CONFLICT
  const days = dayGap(a, b)
  if (days === null) return NONE
  const pair: TrainPair = {
    a,
    b,
    days,
    gap: startGap(a, b),
    arrivalGap: endGap(a, b),
    isSameRoute: from === 'same' && to === 'same',
    isSameLocator: haveSameLocator(a, b),
  }
  if (isSameNumber(a, b) && (pair.isSameRoute || within(pair.gap, SAME_MINUTES)))
    return firstTier(SAME_NUMBER_TIERS, pair)
  if (pair.isSameRoute) return firstTier(SAME_ROUTE_TIERS, pair)
  return pair.isSameLocator && within(pair.gap, SAME_MINUTES) ? 3 : NONE
}

/** True if they have a number in common: a train may have two. */
function isSameNumber(a: Statement, b: Statement): boolean {
  return a.trainNumbers.some((number) => b.trainNumbers.includes(number))
}

/** The weakest tier that proves one leg, and the tier of a mere change of a booking (RULES 3.3.4). */
const MAX_SAME_LEG_TIER = 3
const CHANGED_BOOKING_TIER = 6

function compareBookedLegs(earlier: Statement, later: Statement): number {
  const tier = relate(earlier, later)
  if (!isMatch(tier)) return OTHER_LEG
  if (earlier.locatorKey === null) return tier <= MAX_SAME_LEG_TIER ? SAME_LEG : OTHER_LEG
  const revivesOtherTrain =
    earlier.status === 'Cancelled' &&
    later.status !== 'Cancelled' &&
    !isSameNumber(earlier, later) &&
    tier === CHANGED_BOOKING_TIER
  if (revivesOtherTrain) return OTHER_LEG
  return tier <= MAX_SAME_LEG_TIER ? SAME_LEG : CHANGED_LEG
}

export const railRule: MatchRule = { relate, compareBookedLegs }

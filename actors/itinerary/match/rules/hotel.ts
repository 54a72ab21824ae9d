/** RULES 3.3.2: the same hotel and the same nights. */
import { comparisonForm } from '../../../../schemas/base/text.js'
import { isOneEditApart } from '../../lib/words.js'
import { distanceKm, NEAR_KM } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Spot } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import type { Moment } from '../../statement/moment.js'
import { cityWords, compareHotels } from '../hotel-names.js'
import type { HotelMatch } from '../hotel-names.js'
import {
  CHANGED_LEG,
  CONFLICT,
  firstTier,
  haveSameLocator,
  isMatch,
  LOOKALIKE,
  NONE,
  OTHER_LEG,
  SAME_LEG,
} from '../match-rule.js'
import type { MatchRule, TierRule } from '../match-rule.js'

const MAX_MOVED_DAYS = 30
const SAME_PROPERTY_KM = 1
const OTHER_CITY_KM = NEAR_KM / 2

function dayOf(moment: Moment | null): number | null {
  return moment === null ? null : Math.floor(moment.wall / 1440)
}

function hasCoordinates(s: Statement): boolean {
  return s.raw.fields.get('lat') !== undefined && s.raw.fields.get('lon') !== undefined
}

function addressForm(s: Statement): string | null {
  const value = s.raw.fields.get('address1')
  return typeof value === 'string' ? comparisonForm(value) : null
}

/** Short forms of the city in hotel names: its code, and in North America the code of its state. */
function cityCodes(s: Statement): string {
  const spot = s.from?.spots[0]
  if (spot === undefined) return ''
  const state = spot.country === 'US' || spot.country === 'CA' ? (spot.admin ?? '') : ''
  return `${spot.metro ?? ''} ${state}`
}

/** Results of comparing names, which are asked for again with every change of a stay. */
const MAX_REMEMBERED_MATCHES = 50_000
const rememberedMatches = new Map<string, HotelMatch>()

/** Compares the names, each with its city; remembered under one key for either order. */
function compareNames(a: Statement, b: Statement): HotelMatch {
  const left = a.nameWords.join(' ')
  const right = b.nameWords.join(' ')
  const cityA = a.raw.fields.get('city_name')
  const cityB = b.raw.fields.get('city_name')
  const [codesA, codesB] = [cityCodes(a), cityCodes(b)]
  const key =
    left < right
      ? `${left}|${right}|${String(cityA)}|${String(cityB)}|${codesA}|${codesB}`
      : `${right}|${left}|${String(cityB)}|${String(cityA)}|${codesB}|${codesA}`
  let match = rememberedMatches.get(key)
  if (match === undefined) {
    const spotCities = [a.from?.spots[0]?.city, b.from?.spots[0]?.city]
    match = compareHotels(
      left,
      right,
      cityWords(cityA as string, cityB as string, ...spotCities, codesA, codesB),
    )
    if (rememberedMatches.size > MAX_REMEMBERED_MATCHES) rememberedMatches.clear()
    rememberedMatches.set(key, match)
  }
  return match
}

/** Compares two hotels by code, then name; where the names leave it open, by address or distance. */
function compareProperties(a: Statement, b: Statement): HotelMatch {
  const code = a.raw.fields.get('property_code')
  if (typeof code === 'string' && code === b.raw.fields.get('property_code')) return 'same'
  const match = compareNames(a, b)
  if (match === 'same' || match === 'other') return match
  const [here, there] = [addressForm(a), addressForm(b)]
  if (here !== null && there !== null) return compareAddresses(here, there, match)
  if (hasCoordinates(a) && hasCoordinates(b) && a.from !== null && b.from !== null) {
    const km = distanceKm(a.from.spots[0] as Spot, b.from.spots[0] as Spot)
    if (km > SAME_PROPERTY_KM) return 'other'
  }
  return match
}

/** Another house number means another hotel; `otherwise` is the answer if the addresses do not decide it. */
function compareAddresses(here: string, there: string, otherwise: HotelMatch): HotelMatch {
  if (here === there || isOneEditApart(here, there)) return 'same'
  return here.split(' ')[0] !== there.split(' ')[0] ? 'other' : otherwise
}

/** What the tables know about a pair. Days since 1970; a stay without a last day is one night. */
interface StayPair {
  startA: number
  endA: number
  startB: number
  endB: number
  match: HotelMatch
  isSameLocator: boolean
  isSameSource: boolean
}

/** RULES 3.3.2 for equal dates. No row of these tables gives tier 4. */
const SAME_NIGHTS_TIERS: ReadonlyArray<TierRule<StayPair>> = [
  { tier: LOOKALIKE, when: (p) => p.match === 'other' && p.isSameLocator && !p.isSameSource },
  { tier: CONFLICT, when: (p) => p.match === 'other' },
  { tier: 1, when: (p) => p.isSameLocator && p.match === 'same' },
  { tier: 2, when: (p) => p.isSameLocator },
  { tier: LOOKALIKE, when: (p) => p.match === 'sister' },
  { tier: 2, when: (p) => p.match === 'same' },
  { tier: 3, when: (p) => p.match === 'part' },
]

/** RULES 3.3.2 for dates that overlap. */
const OVERLAPPING_NIGHTS_TIERS: ReadonlyArray<TierRule<StayPair>> = [
  { tier: CONFLICT, when: (p) => p.match === 'other' },
  { tier: 1, when: (p) => p.isSameLocator && p.match === 'same' },
  { tier: 2, when: (p) => p.isSameLocator },
  { tier: NONE, when: (p) => p.match === 'sister' },
  { tier: 5, when: (p) => p.match === 'same' && hasAlmostSameDates(p) },
  { tier: LOOKALIKE, when: (p) => p.match === 'same' || hasAlmostSameDates(p) },
]

/** RULES 3.3.2 for stays that share no night. */
const SEPARATE_NIGHTS_TIERS: ReadonlyArray<TierRule<StayPair>> = [
  { tier: 6, when: (p) => p.isSameLocator && p.match === 'same' && isMovedStay(p) },
  { tier: CONFLICT, when: () => true },
]

/** One date is equal, or neither moved by more than a day. */
function hasAlmostSameDates({ startA, endA, startB, endB }: StayPair): boolean {
  return startA === startB || endA === endB || (Math.abs(startA - startB) <= 1 && Math.abs(endA - endB) <= 1)
}

/** One booking moved to other nights. Stays that only touch follow each other. */
function isMovedStay({ startA, endA, startB, endB }: StayPair): boolean {
  const moved = Math.min(Math.abs(startA - startB), Math.abs(endA - endB))
  return moved <= MAX_MOVED_DAYS && startA !== endB && startB !== endA
}

function relate(a: Statement, b: Statement): number {
  const startA = dayOf(a.start)
  const startB = dayOf(b.start)
  if (startA === null || startB === null) return NONE
  if (isFartherThan(a.from, b.from, OTHER_CITY_KM)) return CONFLICT
  const pair: StayPair = {
    startA,
    endA: dayOf(a.end) ?? startA + 1,
    startB,
    endB: dayOf(b.end) ?? startB + 1,
    match: compareProperties(a, b),
    isSameLocator: haveSameLocator(a, b),
    isSameSource: a.raw.source === b.raw.source,
  }
  return firstTier(tiersFor(pair), pair)
}

function tiersFor({ startA, endA, startB, endB }: StayPair): ReadonlyArray<TierRule<StayPair>> {
  if (startA === startB && endA === endB) return SAME_NIGHTS_TIERS
  return startA < endB && startB < endA ? OVERLAPPING_NIGHTS_TIERS : SEPARATE_NIGHTS_TIERS
}

/** The weakest tier that proves one stay for statements without a locator. */
const MAX_TIER_WITHOUT_LOCATOR = 3

function compareBookedLegs(earlier: Statement, later: Statement): number {
  const tier = relate(earlier, later)
  if (!isMatch(tier)) return OTHER_LEG
  if (earlier.locatorKey === null) return tier <= MAX_TIER_WITHOUT_LOCATOR ? SAME_LEG : OTHER_LEG
  return earlier.start?.wall === later.start?.wall ? SAME_LEG : CHANGED_LEG
}

export const hotelRule: MatchRule = { relate, compareBookedLegs }

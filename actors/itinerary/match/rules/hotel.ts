/** Stays: the same house and the same nights (RULES 3.3.2). */
import { cityWords, compareHotels } from '../hotel-names.js'
import type { HotelMatch } from '../hotel-names.js'
import { distanceKm, NEAR_KM } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { comparisonForm } from '../../../../schemas/base/text.js'
import { isOneEditApart } from '../../lib/words.js'
import { CONFLICT, LOOKALIKE, NONE, haveSameLocator } from '../match-rule.js'
import type { MatchRule } from '../match-rule.js'

const MOVED_DAYS = 30
const SAME_PROPERTY_KM = 1

function day(s: Statement, end: 'start' | 'end'): number | null {
  const moment = s[end]
  return moment === null ? null : Math.floor(moment.wall / 1440)
}

function pinned(s: Statement): boolean {
  return s.raw.fields.lat !== undefined && s.raw.fields.lon !== undefined
}

function address(s: Statement): string | null {
  const value = s.raw.fields.address1
  return typeof value === 'string' ? comparisonForm(value) : null
}

/** Short forms of the city in names of houses: its code, and in America its state's. */
function shortOf(s: Statement): string {
  const spot = s.from?.spots[0]
  return spot === undefined
    ? ''
    : `${spot.metro ?? ''} ${spot.country === 'US' || spot.country === 'CA' ? (spot.admin ?? '') : ''}`
}

const hotelMatches = new Map<string, HotelMatch>()

function compareProperties(a: Statement, b: Statement): HotelMatch {
  const code = a.raw.fields.property_code
  if (typeof code === 'string' && code === b.raw.fields.property_code) return 'same'
  const left = a.nameWords.join(' ')
  const right = b.nameWords.join(' ')
  const cityA = a.raw.fields.city_name
  const cityB = b.raw.fields.city_name
  const spotA = a.from?.spots[0]?.city
  const spotB = b.from?.spots[0]?.city
  const [codeA, codeB] = [shortOf(a), shortOf(b)]
  const memo =
    left < right
      ? `${left}|${right}|${String(cityA)}|${String(cityB)}|${codeA}|${codeB}`
      : `${right}|${left}|${String(cityB)}|${String(cityA)}|${codeB}|${codeA}`
  let match = hotelMatches.get(memo)
  if (match === undefined) {
    match = compareHotels(
      left,
      right,
      cityWords(cityA as string, cityB as string, spotA, spotB, codeA, codeB),
    )
    if (hotelMatches.size > 50_000) hotelMatches.clear()
    hotelMatches.set(memo, match)
  }
  if (match === 'same' || match === 'other') return match
  const [here, there] = [address(a), address(b)]
  if (here !== null && there !== null)
    return here === there || isOneEditApart(here, there)
      ? 'same'
      : here.split(' ')[0] !== there.split(' ')[0]
        ? 'other'
        : match
  if (pinned(a) && pinned(b) && a.from !== null && b.from !== null) {
    const km = distanceKm(
      a.from.spots[0] as { lat: number; lon: number },
      b.from.spots[0] as { lat: number; lon: number },
    )
    if (km > SAME_PROPERTY_KM) return 'other'
  }
  return match
}

function relate(a: Statement, b: Statement): number {
  const [a1, a2, b1, b2] = [day(a, 'start'), day(a, 'end'), day(b, 'start'), day(b, 'end')]
  if (a1 === null || b1 === null) return NONE
  const endA = a2 ?? a1 + 1
  const endB = b2 ?? b1 + 1
  if (isFartherThan(a.from, b.from, NEAR_KM / 2)) return CONFLICT
  const key = haveSameLocator(a, b)
  const dates = a1 === b1 && endA === endB
  const overlap = dates || (a1 < endB && b1 < endA)
  const house = compareProperties(a, b)
  if (!overlap)
    return key &&
      house === 'same' &&
      Math.min(Math.abs(a1 - b1), Math.abs(endA - endB)) <= MOVED_DAYS &&
      a1 !== endB &&
      b1 !== endA
      ? 6
      : CONFLICT
  if (house === 'other') return key && dates && a.raw.source !== b.raw.source ? LOOKALIKE : CONFLICT
  if (key) return house === 'same' ? 1 : 2
  if (house === 'sister') return dates ? LOOKALIKE : NONE
  if (dates) return house === 'same' ? 2 : 3
  if (a1 === b1 || endA === endB || (Math.abs(a1 - b1) <= 1 && Math.abs(endA - endB) <= 1))
    return house === 'same' ? 5 : LOOKALIKE
  return house === 'same' ? LOOKALIKE : NONE
}

function leg(earlier: Statement, later: Statement): number {
  const tier = relate(earlier, later)
  if (earlier.locatorKey === null) return tier > 0 && tier <= 3 ? 1 : 0
  if (tier > 0 && tier < LOOKALIKE) return earlier.start?.wall === later.start?.wall ? 1 : 2
  return 0
}

export const hotelRule: MatchRule = { relate, compareLegs: leg }

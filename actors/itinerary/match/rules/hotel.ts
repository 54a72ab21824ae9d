/** RULES 3.3.2: the same hotel and the same nights. */
import { memoize } from '../../../../schemas/base/memoize.js'
import { comparisonForm } from '../../../../schemas/base/text.js'
import { distanceKm, NEAR_KM } from '../../places/distance.js'
import { isFartherThan } from '../../places/place.js'
import type { Spot } from '../../places/place.js'
import type { Statement } from '../../statement/statement.js'
import { cityWords, compareHotels } from '../hotel-names.js'
import type { HotelMatch } from '../hotel-names.js'
import { isOtherTraveller } from '../named-travellers.js'
import { isSameAddress } from '../street-address.js'
import { continuationsBy, matchRule } from '../match-rule.js'
import type { MatchRow } from '../match-rule.js'
import { dayOf, Pair } from '../pair.js'

const MAX_MOVED_DAYS = 30
const SAME_PROPERTY_KM = 1
const OTHER_CITY_KM = NEAR_KM / 2

function hasCoordinates(s: Statement): boolean {
  return s.raw.fields.get('lat') !== undefined && s.raw.fields.get('lon') !== undefined
}

function addressForm(s: Statement): string | null {
  const value = s.raw.fields.get('address1')
  return typeof value === 'string' ? comparisonForm(value) : null
}

/** What a name is compared by, besides its own words: the names of the city, and their short forms in hotel names. */
function cityNames(s: Statement): Array<string | null> {
  const spot = s.from?.spots[0]
  const said = s.raw.fields.get('city_name')
  const state = spot?.country === 'US' || spot?.country === 'CA' ? spot.admin : null
  return [typeof said === 'string' ? said : null, spot?.city ?? null, spot?.metro ?? null, state]
}

/** Results of comparing names, which are asked for again with every change of a stay. */
const MAX_REMEMBERED_MATCHES = 50_000
const comparedNames = memoize(MAX_REMEMBERED_MATCHES, (key): HotelMatch => {
  const [[name, ...cities], [otherName, ...otherCities]] = JSON.parse(key) as [string[], string[]]
  return compareHotels(name as string, otherName as string, cityWords(...cities, ...otherCities))
})

/** Compares the names, each with its city; in either order under one key, which holds all that is read. */
function compareNames(a: Statement, b: Statement): HotelMatch {
  const sides = [a, b].map((s) => [s.nameWords.join(' '), ...cityNames(s)])
  const [left, right] = sides.map((side) => JSON.stringify(side)) as [string, string]
  return comparedNames(left < right ? `[${left},${right}]` : `[${right},${left}]`)
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
  if (isSameAddress(here, there)) return 'same'
  return here.split(' ')[0] !== there.split(' ')[0] ? 'other' : otherwise
}

/** The first and the last day of a stay, since 1970; one without a last day is one night. */
function daysOf({ start, end }: Statement): [first: number, last: number] {
  const first = start === null ? NaN : dayOf(start)
  return [first, end === null ? first + 1 : dayOf(end)]
}

class StayPair extends Pair {
  readonly daysA = daysOf(this.a)
  readonly daysB = daysOf(this.b)
  private known: HotelMatch | null = null

  get match(): HotelMatch {
    return (this.known ??= compareProperties(this.a, this.b))
  }

  /** One house of one booking, whatever it is called. */
  get isSameHouse(): boolean {
    const [here, there] = [addressForm(this.a), addressForm(this.b)]
    return this.isSameLocator && here !== null && there !== null && isSameAddress(here, there)
  }

  /** Days between the first days, and between the last ones. */
  get moved(): [first: number, last: number] {
    return [Math.abs(this.daysA[0] - this.daysB[0]), Math.abs(this.daysA[1] - this.daysB[1])]
  }

  get hasSameDates(): boolean {
    return this.moved[0] === 0 && this.moved[1] === 0
  }

  get shareNight(): boolean {
    return this.daysA[0] < this.daysB[1] && this.daysB[0] < this.daysA[1]
  }

  /** One date is equal, or neither moved by more than a day. */
  get hasAlmostSameDates(): boolean {
    const [first, last] = this.moved
    return first === 0 || last === 0 || (first <= 1 && last <= 1)
  }

  /** One booking moved to other nights. Stays that only touch follow each other. */
  get isMoved(): boolean {
    const touch = this.daysA[0] === this.daysB[1] || this.daysB[0] === this.daysA[1]
    return !touch && Math.min(...this.moved) <= MAX_MOVED_DAYS
  }
}

type StayRow = MatchRow<StayPair>

const SAME_DATES: readonly StayRow[] = [
  { is: 'strong', when: (p) => p.match === 'other' && p.isSameHouse },
  { is: 'lookalike', when: (p) => p.match === 'other' && p.isSameLocator && !p.isSameSource },
  { is: 'conflict', when: (p) => p.match === 'other' },
  { is: 'certain', when: (p) => p.match === 'same' && p.isSameLocator },
  { is: 'strong', when: (p) => p.isSameLocator },
  { is: 'lookalike', when: (p) => p.match === 'sister' },
  { is: 'strong', when: (p) => p.match === 'same' },
  { is: 'likely', when: (p) => p.match === 'part' },
]

const SHARED_NIGHTS: readonly StayRow[] = [
  { is: 'strong', when: (p) => p.match === 'other' && p.isSameHouse },
  { is: 'conflict', when: (p) => p.match === 'other' },
  { is: 'certain', when: (p) => p.match === 'same' && p.isSameLocator },
  { is: 'strong', when: (p) => p.isSameLocator },
  { is: 'none', when: (p) => p.match === 'sister' },
  { is: 'weak', when: (p) => p.match === 'same' && p.hasAlmostSameDates },
  { is: 'lookalike', when: (p) => p.match === 'same' || p.hasAlmostSameDates },
]

const ROWS: readonly StayRow[] = [
  { is: 'none', when: (p) => p.lacksDate },
  { is: 'conflict', when: ({ a, b }) => isFartherThan(a.from, b.from, OTHER_CITY_KM) },
  { is: 'conflict', when: (p) => !p.hasSameDates && isOtherTraveller(p.a, p.b) },
  { rows: SAME_DATES, when: (p) => p.hasSameDates },
  { rows: SHARED_NIGHTS, when: (p) => p.shareNight },
  { is: 'weak', when: (p) => p.isByOtherClock && p.match === 'same' },
  { is: 'moved', when: (p) => p.isSameLocator && p.isMoved && (p.match === 'same' || p.isSameHouse) },
  { is: 'conflict', when: () => true },
]

export const hotelRule = matchRule((a, b) => new StayPair(a, b), ROWS, continuationsBy('likely'))

/** The homes that the rules work with (RULES 5.2), from the member record. */
import { normaliseText } from '../../../schemas/base/text.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { wallMinutes } from '../../itinerary/lib/local-time.js'
import { Homes } from '../../itinerary/places/home.js'
import { inferHome } from '../../itinerary/grouping/home-evidence.js'
import type { Home } from '../../itinerary/places/home.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { StoredHome } from './stored-home.js'

const DAY_MINUTES = 1440

/** True if both have the same homes in the same order. */
export function sameHomes(a: Homes, b: Homes): boolean {
  const text = (homes: Homes): string =>
    homes.list
      .map((home) => `${home.from ?? ''}|${home.lat}|${home.lon}|${[...home.airports].join(' ')}`)
      .join(';')
  return text(a) === text(b)
}

/** The member's homes; if the record has none, the one home that the movements suggest. */
export function homesOf(state: MemberState, env: Env): Homes {
  const stored = Array.isArray(state.profile.homes) ? (state.profile.homes as Array<Partial<StoredHome>>) : []
  const homes = stored.map((home) => locateHome(home, env)).filter((home): home is Home => home !== null)
  if (homes.length > 0) return new Homes(homes)
  const home = homeInPlainFields(state, env) ?? inferHome(state.homeEvidence, firstMove(state)?.from ?? null)
  return new Homes(home === null ? [] : [home])
}

/** The home of a record without a list of homes: its plain fields name a city or airports. */
function homeInPlainFields({ profile }: MemberState, env: Env): Home | null {
  const city = normaliseText(profile.home_city)
  const home = locateHome(
    {
      city,
      admin_code: normaliseText(profile.state),
      country: normaliseText(profile.country),
      lat: profile.home_city_lat as string | null,
      lon: profile.home_city_lon as string | null,
      airports: (profile.home_airports ?? []) as string[],
      time_zone_id: normaliseText(profile.time_zone_id),
    },
    env,
  )
  return home !== null && (city !== null || home.airports.size > 0) ? home : null
}

/**
 * A home with its coordinates: its own, else those of its city, else of its first airport; null if none is
 * known.
 */
function locateHome(stored: Partial<StoredHome>, env: Env): Home | null {
  const airports = Array.isArray(stored.airports)
    ? stored.airports.filter((code) => typeof code === 'string')
    : []
  const own = { lat: numberOrNull(stored.lat), lon: numberOrNull(stored.lon) }
  const spot =
    own.lat === null || own.lon === null ? lookUp(stored, airports[0], env) : { lat: own.lat, lon: own.lon }
  if (spot === undefined) return null
  const from = wallMinutes(stored.from)
  return {
    from: from === null ? null : Math.floor(from / DAY_MINUTES),
    lat: spot.lat,
    lon: spot.lon,
    airports: new Set(airports),
    zone: stored.time_zone_id ?? null,
    city: stored.city ?? null,
  }
}

function lookUp(
  { city, admin_code: admin, country }: Partial<StoredHome>,
  airport: string | undefined,
  { places }: Env,
): { lat: number; lon: number } | undefined {
  const place =
    (city == null ? null : places.city(city, admin ?? null, country ?? null)) ??
    (airport === undefined ? null : places.code(airport))
  return place?.spots[0]
}

function numberOrNull(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** The first movement of all, including those added in this step. */
function firstMove(state: MemberState): Leg | null {
  const isLiveMove = (leg: Leg): boolean => leg.kind === 'movement' && state.segments.get(leg.id)?.leg === leg
  const known = state.timeline.legs.find(isLiveMove)
  const moves = state.legChanges.added.filter(isLiveMove)
  if (known !== undefined) moves.push(known)
  return moves.sort(compareLegs)[0] ?? null
}

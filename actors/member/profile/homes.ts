/** The member record and its homes (contract.md 3). */
import type { Homes as HomesType } from '../../itinerary/places/home.js'
import { inferHome } from '../../itinerary/grouping/home-evidence.js'
import { Homes } from '../../itinerary/places/home.js'
import type { Home } from '../../itinerary/places/home.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { wallMinutes } from '../../itinerary/lib/local-time.js'
import type { Env } from '../env.js'
import type { MemberState } from '../state.js'

export interface StoredHome {
  from: string | null
  city: string | null
  admin_code: string | null
  country: string | null
  lat: string | number | null
  lon: string | number | null
  time_zone_id: string | null
  airports: string[]
}

function number(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const n = Number(value)
  return Number.isFinite(n) ? n : null
}

function homeOf(stored: Partial<StoredHome>, env: Env): Home | null {
  let lat = number(stored.lat)
  let lon = number(stored.lon)
  const airports = Array.isArray(stored.airports)
    ? stored.airports.filter((code) => typeof code === 'string')
    : []
  if (lat === null || lon === null) {
    const place =
      (stored.city == null
        ? null
        : env.places.city(stored.city, stored.admin_code ?? null, stored.country ?? null)) ??
      (airports[0] === undefined ? null : env.places.code(airports[0]))
    const spot = place?.spots[0]
    if (spot === undefined) return null
    lat = spot.lat
    lon = spot.lon
  }
  const from = wallMinutes(stored.from)
  return {
    from: from === null ? null : Math.floor(from / 1440),
    lat,
    lon,
    airports: new Set(airports),
    zone: stored.time_zone_id ?? null,
    city: stored.city ?? null,
  }
}

/** Whether two lists of homes say the same. */
export function sameHomes(a: HomesType, b: HomesType): boolean {
  const text = (homes: HomesType): string =>
    homes.list
      .map((home) => `${home.from ?? ''}|${home.lat}|${home.lon}|${[...home.airports].join(' ')}`)
      .join(';')
  return text(a) === text(b)
}

/** The member's homes; without any, the one that the movements point to. */
export function homesOf(state: MemberState, env: Env): HomesType {
  const stored = Array.isArray(state.profile.homes) ? (state.profile.homes as Array<Partial<StoredHome>>) : []
  const told = stored.map((home) => homeOf(home, env)).filter((home): home is Home => home !== null)
  if (told.length === 0) {
    const city = normaliseText(state.profile.home_city)
    const plain = homeOf(
      {
        city,
        admin_code: normaliseText(state.profile.state),
        country: normaliseText(state.profile.country),
        lat: state.profile.home_city_lat as string | null,
        lon: state.profile.home_city_lon as string | null,
        airports: (state.profile.home_airports ?? []) as string[],
        time_zone_id: normaliseText(state.profile.time_zone_id),
      },
      env,
    )
    if (plain !== null && (city !== null || plain.airports.size > 0)) told.push(plain)
  }
  if (told.length > 0) return new Homes(told)
  const guess = inferHome(state.homeEvidence, firstMove(state)?.from ?? null)
  return new Homes(guess === null ? [] : [guess])
}

/** The first movement of all, those of this step included. */
function firstMove(state: MemberState): Leg | null {
  const live = (leg: Leg): boolean => leg.kind === 'movement' && state.segments.get(leg.id)?.leg === leg
  const known = state.timeline.legs.find(live)
  return (
    [...(known === undefined ? [] : [known]), ...state.legChanges.added.filter(live)].sort(compareLegs)[0] ??
    null
  )
}

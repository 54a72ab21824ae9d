/** The homes that the rules work with (RULES 5.2), from the member record. */
import { normaliseText } from '../../../schemas/base/text.js'
import { HomeEvidence } from '../../itinerary/grouping/homes/home-evidence.js'
import { wallMinutes } from '../../itinerary/lib/local-time.js'
import { Homes } from '../../itinerary/places/home.js'
import type { Home } from '../../itinerary/places/home.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { StoredHome } from './stored-home.js'

const DAY_MINUTES = 1440

/** True if both have the same homes in the same order. */
export function sameHomes(a: Homes, b: Homes): boolean {
  if (a === b) return true
  const text = (homes: Homes): string =>
    homes.list
      .map((home) => `${home.from ?? ''}|${home.lat}|${home.lon}|${[...home.airports].join(' ')}`)
      .join(';')
  return a.areGiven === b.areGiven && text(a) === text(b)
}

/** The member's homes; if the record has none, those that the movements suggest. */
export function homesOf(state: MemberState, env: Env): Homes {
  let given = GIVEN.get(state.profile)
  if (given === undefined) GIVEN.set(state.profile, (given = givenHomes(state, env)))
  if (given !== null) return given
  return new Homes(homeEvidenceOf(state).homes(), false)
}

/** By member record, which is replaced when it changes: most steps change no home. Null: it gives none. */
const GIVEN = new WeakMap<MemberState['profile'], Homes | null>()

function givenHomes(state: MemberState, env: Env): Homes | null {
  const stored = Array.isArray(state.profile.homes) ? (state.profile.homes as Array<Partial<StoredHome>>) : []
  const homes = stored.map((home) => locateHome(home, env)).filter((home): home is Home => home !== null)
  if (homes.length > 0) return new Homes(homes)
  const home = homeInPlainFields(state, env)
  return home === null ? null : new Homes([home])
}

/** The evidence of all legs; collected when it is first asked for, since most members give their homes. */
function homeEvidenceOf(state: MemberState): HomeEvidence {
  if (state.homeEvidence === null) {
    state.homeEvidence = new HomeEvidence()
    for (const { leg } of state.segments.values()) if (leg !== null) state.homeEvidence.add(leg)
  }
  return state.homeEvidence
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

const UNKNOWN = { lat: NaN, lon: NaN }

/**
 * A home with its coordinates: its own, else those of its city, else of its first airport that is known. Without
 * any it is home by the codes of its airports; null if it has none.
 */
function locateHome(stored: Partial<StoredHome>, env: Env): Home | null {
  const airports = Array.isArray(stored.airports)
    ? stored.airports.filter((code) => typeof code === 'string')
    : []
  const own = { lat: numberOrNull(stored.lat), lon: numberOrNull(stored.lon) }
  const spot =
    own.lat === null || own.lon === null ? lookUp(stored, airports, env) : { lat: own.lat, lon: own.lon }
  if (spot === null && airports.length === 0) return null
  const from = wallMinutes(stored.from)
  return {
    from: from === null ? null : Math.floor(from / DAY_MINUTES),
    ...(spot ?? UNKNOWN),
    airports: new Set(airports),
    zone: stored.time_zone_id ?? null,
    city: stored.city ?? null,
  }
}

function lookUp(
  { city, admin_code: admin, country }: Partial<StoredHome>,
  airports: readonly string[],
  { places }: Env,
): { lat: number; lon: number } | null {
  const cityPlace = city == null ? null : places.city(city, admin ?? null, country ?? null)
  const known = cityPlace ?? airports.map((code) => places.code(code)).find((place) => place !== null)
  const spot = known?.spots[0]
  return spot === undefined ? null : { lat: spot.lat, lon: spot.lon }
}

function numberOrNull(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/**
 * A change of home by PUT /v2/me (contract.md 2 and 3, Member): earlier and later homes stay, and what is left out is taken
 * from the home in force on the day from which the change holds.
 */
import { CITY_KM, distanceKm } from '../../itinerary/places/distance.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import { normaliseText, comparisonForm } from '../../../schemas/base/text.js'
import type { Env } from '../env.js'
import type { StoredHome } from './homes.js'

const HOME_FIELDS = [
  'home_city',
  'state',
  'country',
  'home_city_lat',
  'home_city_lon',
  'home_airports',
  'from',
]

/** Whether the body says something of a home. */
export const changesHome = (body: Fields): boolean => HOME_FIELDS.some((name) => body[name] !== undefined)

/** The UTC day of an instant, `YYYY-MM-DD`. */
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** Homes in order of their begin. */
export function sortHomes(homes: readonly StoredHome[]): StoredHome[] {
  return homes.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
}

/** The home in force on a day, of homes in order; before all of them the first. */
function homeOn(homes: readonly StoredHome[], day: string): StoredHome | null {
  return homes.findLast((home) => (home.from ?? '') <= day) ?? homes[0] ?? null
}

/** The home at an instant, of homes in order: one that begins later is not shown as the present one. */
export const homeAt = (homes: readonly StoredHome[], instant: number): StoredHome | null =>
  homeOn(homes, dayOf(instant))

/** The homes of a record; one that tells its home in plain fields alone has had it always. */
export function recordedHomes(profile: Fields): StoredHome[] {
  if (Array.isArray(profile.homes) && profile.homes.length > 0) return profile.homes as StoredHome[]
  const city = normaliseText(profile.home_city)
  const airports = Array.isArray(profile.home_airports) ? (profile.home_airports as string[]) : []
  if (city === null && airports.length === 0) return []
  return [
    {
      from: null,
      city,
      admin_code: normaliseText(profile.state),
      country: normaliseText(profile.country),
      lat: (profile.home_city_lat as string | null) ?? null,
      lon: (profile.home_city_lon as string | null) ?? null,
      time_zone_id: normaliseText(profile.time_zone_id),
      airports,
    },
  ]
}

/**
 * The homes after a change, in order. Another city brings its own state, country, coordinates and zone, and no airports,
 * unless they are told; without another city all that is left out stays as it is. `home_city: null` says that no home is known
 * from that day on. A change that says nothing new adds no home.
 */
export function applyHomeChange(profile: Fields, body: Fields, env: Env): StoredHome[] {
  const homes = sortHomes(recordedHomes(profile))
  const from =
    typeof body.from === 'string' ? body.from.slice(0, 10) : homes.length === 0 ? null : dayOf(env.now)
  const held = homeOn(homes, from ?? '')
  const home = { ...changed(held, body, env), from }
  if (
    held === null ? same({ ...NOWHERE, from }, home) : (held.from ?? '') <= (from ?? '') && same(held, home)
  )
    return homes
  return sortHomes([...homes.filter((other) => (other.from ?? null) !== from), home])
}

const NOWHERE: Omit<StoredHome, 'from'> = {
  city: null,
  admin_code: null,
  country: null,
  lat: null,
  lon: null,
  time_zone_id: null,
  airports: [],
}

function changed(held: StoredHome | null, body: Fields, env: Env): Omit<StoredHome, 'from'> {
  const base = held ?? NOWHERE
  const told = {
    city: body.home_city === undefined ? undefined : normaliseText(body.home_city),
    admin: body.state === undefined ? undefined : normaliseText(body.state),
    country: body.country === undefined ? undefined : countryOf(body.country),
  }
  const airports = Array.isArray(body.home_airports)
    ? body.home_airports.filter((code): code is string => typeof code === 'string')
    : undefined
  const place =
    typeof body.home_city_lat === 'string'
      ? { lat: body.home_city_lat, lon: body.home_city_lon as string | null }
      : null
  const city = told.city === undefined ? base.city : told.city
  const renamed = comparisonForm(city ?? '') !== comparisonForm(base.city ?? '')
  const spot =
    city === null
      ? null
      : (env.places.city(
          city,
          told.admin ?? (renamed ? null : (base.admin_code ?? null)),
          told.country ?? base.country ?? null,
        )?.spots[0] ?? null)
  // Another state or country may mean another city of the same name.
  const elsewhere =
    (told.admin !== undefined || told.country !== undefined) &&
    spot !== null &&
    (base.lat ?? null) !== null &&
    (base.lon ?? null) !== null &&
    distanceKm(spot, { lat: Number(base.lat), lon: Number(base.lon) }) > CITY_KM
  const zone = body.time_zone_id === undefined ? undefined : normaliseText(body.time_zone_id)
  if (renamed || elsewhere) {
    const own = spot === null ? null : { lat: spot.lat.toFixed(5), lon: spot.lon.toFixed(5) }
    return {
      ...NOWHERE,
      city,
      admin_code: told.admin ?? spot?.admin ?? null,
      country: told.country ?? spot?.country ?? (city === null ? null : base.country),
      ...(place ?? own),
      time_zone_id: zone ?? spot?.zone ?? null,
      airports: airports ?? [],
    }
  }
  const missing = (base.lat ?? null) === null || body.home_city_lat === null
  const own =
    missing && spot !== null
      ? { lat: spot.lat.toFixed(5), lon: spot.lon.toFixed(5) }
      : { lat: base.lat, lon: base.lon }
  return {
    city,
    admin_code: told.admin === undefined ? (base.admin_code ?? null) : told.admin,
    country: told.country === undefined ? base.country : told.country,
    ...(place ?? own),
    time_zone_id: zone ?? base.time_zone_id ?? null,
    airports: airports ?? base.airports,
  }
}

/** A code of two letters is in capitals (ISO 3166). */
function countryOf(value: unknown): string | null {
  const text = normaliseText(value)
  return text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text
}

/** Whether two homes are alike, whenever they begin. */
function same(a: StoredHome, b: StoredHome): boolean {
  const said = (home: StoredHome): string =>
    JSON.stringify([
      home.city,
      home.admin_code ?? null,
      home.country,
      home.lat === null ? null : Number(home.lat),
      home.lon === null ? null : Number(home.lon),
      home.time_zone_id ?? null,
      home.airports,
    ])
  return said(a) === said(b)
}

/**
 * A change of home by PUT /v2/me (contract.md 2 and 3, Member). Earlier and later homes stay; what the
 * request leaves out is taken from the home in force on the day from which the change applies.
 */
import { comparisonForm, normaliseText } from '../../../schemas/base/text.js'
import { CITY_KM, distanceKm } from '../../itinerary/places/distance.js'
import type { Spot } from '../../itinerary/places/place.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'
import type { Env } from '../env.js'
import type { StoredHome } from './stored-home.js'

const HOME_FIELDS = [
  'home_city',
  'state',
  'admin_code',
  'country',
  'home_city_lat',
  'home_city_lon',
  'home_airports',
  'from',
]

/** A home without its first day. */
type HomeDetails = Omit<StoredHome, 'from'>

const NO_HOME: HomeDetails = {
  city: null,
  admin_code: null,
  country: null,
  lat: null,
  lon: null,
  time_zone_id: null,
  airports: [],
}

/** True if the body sets any field of the home. */
export const changesHome = (body: Fields): boolean => HOME_FIELDS.some((name) => body[name] !== undefined)

/** Homes in order of their first day. */
export function sortHomes(homes: readonly StoredHome[]): StoredHome[] {
  return homes.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
}

/** The UTC day of an instant, `YYYY-MM-DD`. */
const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

/** The home in force on a day, of sorted homes; before the first one begins, that one. */
function homeOn(homes: readonly StoredHome[], day: string): StoredHome | null {
  return homes.findLast((home) => (home.from ?? '') <= day) ?? homes[0] ?? null
}

/** The home in force at an instant (epoch milliseconds), of sorted homes. */
export const homeAt = (homes: readonly StoredHome[], instant: number): StoredHome | null =>
  homeOn(homes, dayOf(instant))

/** The homes of a member record. A record with only the plain fields has had that home always. */
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
 * The homes after a change, sorted. Another city gets its own state, country, coordinates and zone and no
 * airports, except for what the body sets; in the same city, what the body leaves out stays. `home_city:
 * null` means that no home is known from that day on. A change that changes nothing adds no home.
 */
export function applyHomeChange(profile: Fields, body: Fields, env: Env): StoredHome[] {
  const homes = sortHomes(recordedHomes(profile))
  const from = firstDay(homes, body, env)
  const current = homeOn(homes, from ?? '')
  const home = { ...changedDetails(current ?? NO_HOME, body, env), from }
  const isUnchanged =
    current === null
      ? isSameHome({ ...NO_HOME, from }, home)
      : (current.from ?? '') <= (from ?? '') && isSameHome(current, home)
  if (isUnchanged) return homes
  return sortHomes([...homes.filter((other) => (other.from ?? null) !== from), home])
}

/** The day from which a change applies: as sent, else today; the first home applies from always (null). */
function firstDay(homes: readonly StoredHome[], body: Fields, env: Env): string | null {
  if (typeof body.from === 'string') return body.from.slice(0, 10)
  return homes.length === 0 ? null : dayOf(env.now)
}

/** The fields of the home that a body sets; undefined where it does not. */
interface HomeUpdate {
  city: string | null | undefined
  admin: string | null | undefined
  country: string | null | undefined
  zone: string | null | undefined
  airports: string[] | undefined
  coordinates: { lat: string; lon: string | null } | undefined
  removesCoordinates: boolean
}

function readUpdate(body: Fields): HomeUpdate {
  const text = (value: unknown): string | null | undefined =>
    value === undefined ? undefined : normaliseText(value)
  const { home_city_lat: lat, home_city_lon: lon, home_airports: airports } = body
  return {
    city: text(body.home_city),
    admin: text(body.state === undefined ? body.admin_code : body.state),
    country: body.country === undefined ? undefined : countryOf(body.country),
    zone: text(body.time_zone_id),
    airports: Array.isArray(airports)
      ? airports.filter((code): code is string => typeof code === 'string')
      : undefined,
    coordinates: typeof lat === 'string' ? { lat, lon: lon as string | null } : undefined,
    removesCoordinates: lat === null,
  }
}

function changedDetails(current: HomeDetails, body: Fields, env: Env): HomeDetails {
  const update = readUpdate(body)
  const city = update.city === undefined ? current.city : update.city
  const isRenamed = comparisonForm(city ?? '') !== comparisonForm(current.city ?? '')
  const admin = update.admin ?? (isRenamed ? null : (current.admin_code ?? null))
  const country = update.country ?? current.country ?? null
  // The country of the home before says nothing certain of another city.
  const mayBeAbroad = isRenamed && update.country == null
  const place =
    city === null
      ? null
      : (env.places.city(city, admin, country) ?? (mayBeAbroad ? env.places.city(city, admin, null) : null))
  const spot = place?.spots[0] ?? null
  return isRenamed || isNamesake(current, update, spot)
    ? detailsOfOtherCity(current, update, city, spot)
    : detailsOfSameCity(current, update, city, spot)
}

/** True if another state or country makes the same name mean another city. */
function isNamesake({ lat, lon }: HomeDetails, update: HomeUpdate, spot: Spot | null): boolean {
  if (update.admin === undefined && update.country === undefined) return false
  if (spot === null || (lat ?? null) === null || (lon ?? null) === null) return false
  return distanceKm(spot, { lat: Number(lat), lon: Number(lon) }) > CITY_KM
}

function detailsOfOtherCity(
  current: HomeDetails,
  update: HomeUpdate,
  city: string | null,
  spot: Spot | null,
): HomeDetails {
  return {
    city,
    admin_code: update.admin ?? spot?.admin ?? null,
    country: update.country ?? spot?.country ?? (city === null ? null : current.country),
    lat: null,
    lon: null,
    ...(update.coordinates ?? coordinatesOf(spot)),
    time_zone_id: update.zone ?? spot?.zone ?? null,
    airports: update.airports ?? [],
  }
}

function detailsOfSameCity(
  current: HomeDetails,
  update: HomeUpdate,
  city: string | null,
  spot: Spot | null,
): HomeDetails {
  const areMissing = (current.lat ?? null) === null || update.removesCoordinates
  const known = { lat: current.lat, lon: current.lon }
  return {
    city,
    admin_code: update.admin === undefined ? (current.admin_code ?? null) : update.admin,
    country: update.country === undefined ? current.country : update.country,
    ...(update.coordinates ?? (areMissing ? coordinatesOf(spot) : null) ?? known),
    time_zone_id: update.zone ?? current.time_zone_id ?? null,
    airports: update.airports ?? current.airports,
  }
}

function coordinatesOf(spot: Spot | null): { lat: string; lon: string } | null {
  return spot === null ? null : { lat: spot.lat.toFixed(5), lon: spot.lon.toFixed(5) }
}

/** A code of two letters in upper case (ISO 3166). */
function countryOf(value: unknown): string | null {
  const text = normaliseText(value)
  return text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text
}

/** True if two homes are equal, whatever their first day. */
function isSameHome(a: StoredHome, b: StoredHome): boolean {
  const text = (home: StoredHome): string =>
    JSON.stringify([
      home.city,
      home.admin_code ?? null,
      home.country,
      home.lat === null ? null : Number(home.lat),
      home.lon === null ? null : Number(home.lon),
      home.time_zone_id ?? null,
      home.airports,
    ])
  return text(a) === text(b)
}

/** PUT /v2/me (contract.md 3, Member): a change of home keeps the past. */
import type { Fields } from '../itinerary/raw.js'
import { utcText } from '../itinerary/zones.js'
import type { Env } from './env.js'
import type { Pending, Step } from './step.js'
import type { StoredHome } from './profile.js'
import type { MemberState } from './state.js'

const PLAIN = ['first_name', 'last_name', 'email', 'gender', 'zip', 'time_zone_id', 'url', 'profile_image_url', 'status']
const HOME = ['home_city', 'state', 'country', 'home_city_lat', 'home_city_lon', 'home_airports', 'from', 'home']

function homes (state: MemberState): StoredHome[] {
  return Array.isArray(state.profile.homes) ? state.profile.homes as StoredHome[] : []
}

/** Applies the changed fields of the member record. */
export function setProfile (state: MemberState, step: Step, pending: Pending, body: Fields, env: Env): void {
  const before = { ...state.profile }
  const next: Record<string, unknown> = { ...state.profile }
  for (const name of PLAIN) if (body[name] !== undefined) next[name] = body[name]
  if (Array.isArray(body.homes)) {
    const given = body.homes as StoredHome[]
    const dates = new Set(given.map(home => home.from ?? null))
    const kept = homes(state).filter(home => !dates.has(home.from ?? null))
    next.homes = sorted([...kept, ...given])
    step.regroup = true
  } else if (HOME.some(name => body[name] !== undefined)) {
    const city = typeof body.home_city === 'string' ? body.home_city : String(next.home_city ?? '')
    const admin = (body.state ?? (body.home_city === undefined ? next.state : null) ?? null) as string | null
    const country = (body.country ?? next.country ?? null) as string | null
    const spot = (city === '' ? null : env.places.city(city, admin, country))?.spots[0] ?? null
    const airports = Array.isArray(body.home_airports) ? body.home_airports.filter((code): code is string => typeof code === 'string') : []
    const lat = body.home_city_lat ?? (spot === null ? null : spot.lat.toFixed(5))
    const lon = body.home_city_lon ?? (spot === null ? null : spot.lon.toFixed(5))
    const from = typeof body.from === 'string' ? body.from.slice(0, 10) : homes(state).length === 0 ? null : new Date(env.now).toISOString().slice(0, 10)
    const home: StoredHome = {
      from, city: city === '' ? null : city, admin_code: admin ?? spot?.admin ?? null, country: country ?? spot?.country ?? null, lat: lat as string | null, lon: lon as string | null,
      time_zone_id: (body.time_zone_id as string | undefined) ?? spot?.zone ?? null, airports
    }
    next.homes = sorted([...homes(state).filter(other => (other.from ?? null) !== from), home])
    step.regroup = true
  }
  const newest = (next.homes as StoredHome[] | undefined)?.at(-1)
  if (step.regroup && newest !== undefined) {
    Object.assign(next, {
      home_city: newest.city, state: newest.admin_code, country: newest.country, home_city_lat: newest.lat === null ? null : String(newest.lat),
      home_city_lon: newest.lon === null ? null : String(newest.lon), home_airports: newest.airports, time_zone_id: body.time_zone_id ?? newest.time_zone_id ?? next.time_zone_id ?? null
    })
  }
  pending.resource = { kind: 'member', id: state.id }
  if (JSON.stringify(before) === JSON.stringify(next)) return
  next.updated = utcText(env.now)
  state.profile = next
  step.profile = true
  step.others.push({ type: 'member.updated', resource: state.id, object: next, before, material: true })
}

function sorted (list: StoredHome[]): StoredHome[] {
  return list.sort((a, b) => (a.from ?? '') < (b.from ?? '') ? -1 : 1)
}

/** A timetable made from reference data alone: plausible, not real. Nothing but the seed decides it. */
import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { CARRIERS } from './carriers.js'
import type { Carrier } from './carriers.js'
import { seededRandom, hash } from './random.js'
import { kilometres, demoAirports } from './airports.js'
import { Timetable } from './timetable.js'
import type { ScheduledFlight, DemoAirport } from './timetable.js'

/** How many of the world's airports, by the size of their city, are served besides the hubs. */
const SERVED = 260
const MIN_KM = 180
const TAXI_MINUTES = 35
const KM_PER_MINUTE = 13.6
const EVERY_DAY = 127
const FIRST_DEPARTURE = 6 * 60
const LAST_DEPARTURE = 22 * 60

/** Flights of the demo's carriers between their hubs and the larger airports within reach, both ways, several a day on short routes. */
export function madeTimetable(airports: AirportRow[], cities: CityRow[], seed: number): Timetable {
  const hubs = new Set(CARRIERS.flatMap((carrier) => carrier.hubs))
  const population = new Map(cities.map((city) => [city.id, city.population]))
  const size = (row: AirportRow): number =>
    row.type === 'large_airport' ? (population.get(row.cityId ?? '') ?? 0) : -1
  const served = airports
    .filter((row) => !hubs.has(row.iata))
    .sort((a, b) => size(b) - size(a) || (a.iata < b.iata ? -1 : 1))
    .slice(0, SERVED)
  const rows = [...airports.filter((row) => hubs.has(row.iata)), ...served]
  const ports = demoAirports(rows, cities)
  return new Timetable(CARRIERS.flatMap((carrier) => network(carrier, ports, hubs, seed)))
}

function network(
  carrier: Carrier,
  ports: Map<string, DemoAirport>,
  hubs: Set<string>,
  seed: number,
): ScheduledFlight[] {
  const legs: ScheduledFlight[] = []
  let number = 1
  for (const code of carrier.hubs) {
    const hub = ports.get(code)
    if (hub === undefined) continue
    for (const port of ports.values()) {
      const km = kilometres(hub, port)
      if (km < MIN_KM || km > carrier.reach || (carrier.hubs.includes(port.code) && port.code < hub.code))
        continue
      if (
        hash(`${seed} ${carrier.code} ${hub.code} ${port.code}`) / 2 ** 32 >
        likelihood(carrier, km, port, hubs)
      )
        continue
      legs.push(...route(carrier, hub, port, km, number, seed))
      number += 10
    }
  }
  return legs
}

/** How likely a carrier flies from its hub to a place: home country first, then near, then other hubs. */
function likelihood(carrier: Carrier, km: number, port: DemoAirport, hubs: Set<string>): number {
  if (port.country === carrier.country) return 0.8
  const base = km < 2_500 ? 0.4 : km < 6_000 ? 0.15 : 0.08
  return hubs.has(port.code) ? Math.min(1, base * 3) : base
}

/** The flights of a route, there (odd numbers) and back (even), one to four a day. */
function route(
  carrier: Carrier,
  hub: DemoAirport,
  port: DemoAirport,
  km: number,
  first: number,
  seed: number,
): ScheduledFlight[] {
  const chance = seededRandom(seed, `${carrier.code} ${hub.code} ${port.code}`)
  const block = Math.round((TAXI_MINUTES + km / KM_PER_MINUTE) / 5) * 5
  const daily = km < 1_500 ? chance.int(2, 4) : km < 4_000 ? chance.int(1, 3) : 1
  const legs: ScheduledFlight[] = []
  for (let i = 0; i < daily; i++) {
    const span = (LAST_DEPARTURE - FIRST_DEPARTURE) / daily
    const time = (): number => Math.round((FIRST_DEPARTURE + span * i + chance.next() * span) / 5) * 5
    const days = daily === 1 && chance.chance(0.3) ? EVERY_DAY & ~(1 << chance.int(0, 6)) : EVERY_DAY
    const both = { carrier: carrier.code, block, days }
    legs.push({ ...both, number: String(first + 2 * i), origin: hub, destination: port, departs: time() })
    legs.push({ ...both, number: String(first + 2 * i + 1), origin: port, destination: hub, departs: time() })
  }
  return legs
}

/** A plausible timetable generated from reference data. Only the seed decides it. */
import type { AirportRow, CityRow } from '../../../schemas/itinerary/reference-rows.js'
import { demoAirports, kilometres } from './airports.js'
import { CARRIERS } from './carriers.js'
import type { Carrier } from './carriers.js'
import { hash, seededRandom } from './random.js'
import { Timetable } from './timetable.js'
import type { DemoAirport, ScheduledFlight } from './timetable.js'

/** Airports served in addition to the hubs: those of the largest cities. */
const SERVED_AIRPORTS = 260
const MIN_KM = 180
const TAXI_MINUTES = 35
const KM_PER_MINUTE = 13.6
const EVERY_DAY = 127
const FIRST_DEPARTURE = 6 * 60
const LAST_DEPARTURE = 22 * 60
/** Flight numbers reserved for each route. */
const NUMBERS_PER_ROUTE = 10

interface Network {
  airports: Map<string, DemoAirport>
  hubs: ReadonlySet<string>
  seed: number
}

/**
 * Flights of the demo's carriers in both directions between their hubs and the larger airports within reach.
 */
export function madeTimetable(airports: AirportRow[], cities: CityRow[], seed: number): Timetable {
  const hubs = new Set(CARRIERS.flatMap((carrier) => carrier.hubs))
  const population = new Map(cities.map((city) => [city.id, city.population]))
  const size = (row: AirportRow): number =>
    row.type === 'large_airport' ? (population.get(row.cityId ?? '') ?? 0) : -1
  const served = airports
    .filter((row) => !hubs.has(row.iata))
    .sort((a, b) => size(b) - size(a) || (a.iata < b.iata ? -1 : 1))
    .slice(0, SERVED_AIRPORTS)
  const rows = [...airports.filter((row) => hubs.has(row.iata)), ...served]
  const network: Network = { airports: demoAirports(rows, cities), hubs, seed }
  return new Timetable(CARRIERS.flatMap((carrier) => carrierFlights(carrier, network)))
}

function carrierFlights(carrier: Carrier, network: Network): ScheduledFlight[] {
  const flights: ScheduledFlight[] = []
  let firstNumber = 1
  for (const code of carrier.hubs) {
    const hub = network.airports.get(code)
    if (hub === undefined) continue
    for (const airport of network.airports.values()) {
      if (!isServed(carrier, hub, airport, network)) continue
      flights.push(...routeFlights(carrier, hub, airport, { firstNumber, seed: network.seed }))
      firstNumber += NUMBERS_PER_ROUTE
    }
  }
  return flights
}

function isServed(carrier: Carrier, hub: DemoAirport, airport: DemoAirport, network: Network): boolean {
  const km = kilometres(hub, airport)
  if (km < MIN_KM || km > carrier.reach) return false
  // A route between two hubs of the carrier is created from one end only.
  if (carrier.hubs.includes(airport.code) && airport.code < hub.code) return false
  const draw = hash(`${network.seed} ${carrier.code} ${hub.code} ${airport.code}`) / 2 ** 32
  return draw <= likelihood(carrier, km, airport, network.hubs)
}

/**
 * How likely a carrier serves an airport from its hub: home country first, then near airports, then other
 * hubs.
 */
function likelihood(carrier: Carrier, km: number, airport: DemoAirport, hubs: ReadonlySet<string>): number {
  if (airport.country === carrier.country) return 0.8
  const base = byDistance(km, [
    [2_500, 0.4],
    [6_000, 0.15],
    [Infinity, 0.08],
  ])
  return hubs.has(airport.code) ? Math.min(1, base * 3) : base
}

/** One to four flights a day in each direction: odd numbers out, even numbers back. */
function routeFlights(
  carrier: Carrier,
  hub: DemoAirport,
  airport: DemoAirport,
  { firstNumber, seed }: { firstNumber: number; seed: number },
): ScheduledFlight[] {
  const random = seededRandom(seed, `${carrier.code} ${hub.code} ${airport.code}`)
  const km = kilometres(hub, airport)
  const block = Math.round((TAXI_MINUTES + km / KM_PER_MINUTE) / 5) * 5
  const daily = byDistance(km, [
    [1_500, () => random.int(2, 4)],
    [4_000, () => random.int(1, 3)],
    [Infinity, () => 1],
  ])()
  const flights: ScheduledFlight[] = []
  for (let i = 0; i < daily; i++) {
    const slot = (LAST_DEPARTURE - FIRST_DEPARTURE) / daily
    const departs = (): number => Math.round((FIRST_DEPARTURE + slot * i + random.next() * slot) / 5) * 5
    const skipsDay = daily === 1 && random.chance(0.3)
    const days = skipsDay ? EVERY_DAY & ~(1 << random.int(0, 6)) : EVERY_DAY
    const common = { carrier: carrier.code, block, days }
    const number = firstNumber + 2 * i
    flights.push(
      { ...common, number: String(number), origin: hub, destination: airport, departs: departs() },
      { ...common, number: String(number + 1), origin: airport, destination: hub, departs: departs() },
    )
  }
  return flights
}

/** The value of the first limit above `km`. */
function byDistance<T>(km: number, limits: ReadonlyArray<readonly [limit: number, value: T]>): T {
  const found = limits.find(([limit]) => km < limit)
  if (found === undefined) throw new RangeError(`no limit above ${km} km`)
  return found[1]
}

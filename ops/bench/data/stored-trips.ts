/** Trips as the fold stores them, produced by the product's rules and inserted directly. */
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { decide } from '../../../actors/member/decide.js'
import type { Env } from '../../../actors/member/env.js'
import { restore } from '../../../actors/member/state.js'
import type { Database } from '../../../db/pg/connect.js'
import { airlineRows, airportRows, cityRows } from '../../../db/reads/reference-rows.js'
import type { TripWrite } from '../../../schemas/stream/fold-result.js'
import { dateOf } from '../../demo/travel/clock.js'
import type { RawSegment } from '../../demo/sources/raw-segments.js'

const ROUTES = [
  ['ATL', 'New York', 'JFK', 'US'],
  ['ATL', 'London', 'LHR', 'GB'],
  ['ATL', 'Tokyo', 'HND', 'JP'],
  ['ATL', 'Lisbon', 'LIS', 'PT'],
  ['ATL', 'Denver', 'DEN', 'US'],
] as const
const DAYS_BETWEEN = 21
const FIRST_ID = 5_000_000_000

/**
 * Gives each member five trips of eight segments in the months after `today` (a day number). Returns the size
 * in bytes of the list of one member.
 */
export async function storeTrips(
  database: Database,
  members: string[],
  source: string,
  today: number,
): Promise<number> {
  const { pool } = database
  const places = buildPlaces(await airportRows(pool), await cityRows(pool), await airlineRows(pool))
  let next = FIRST_ID
  const env: Env = {
    now: Date.now(),
    newId: () => String(next++),
    places,
    source: () => undefined,
    url: 'https://bench.example',
  }
  let bytes = 0
  for (const member of members) {
    const trips = fold(member, source, today, env, () => next++)
    bytes = trips.reduce((sum, trip) => sum + trip.doc.length + (trip.segments?.length ?? 0), 0)
    await insert(database, member, trips)
  }
  await database.pool.query('VACUUM ANALYZE trip')
  return bytes
}

function fold(member: string, source: string, today: number, env: Env, id: () => number): TripWrite[] {
  const state = restore(
    {
      id: member,
      profile: JSON.stringify({ id: member, homes: [] }),
      head: null,
      sequence: 0,
      lastSeq: 0,
      segments: [],
      trips: [],
      accounts: [],
    },
    env,
  )
  const segments = ROUTES.flatMap((route, i) => journey(route, source, today + 10 + i * DAYS_BETWEEN))
  const first = id()
  for (const _segment of segments) id()
  const { folded } = decide(
    state,
    [
      {
        seq: 1,
        envelope: {
          v: 1,
          kind: 'segments',
          batch: String(id()),
          first: String(first),
          count: segments.length,
          received: env.now,
        },
        body: { segments },
      },
    ],
    env,
  )
  return folded.trips
}

/** A journey with connections and five nights: four flights, a hotel, a car, two meetings. */
function journey(
  [home, city, code, country]: (typeof ROUTES)[number],
  source: string,
  day: number,
): RawSegment[] {
  const at = (offset: number, time: string): string => `${dateOf(day + offset)}T${time}`
  const flight = (
    number: string,
    origin: string,
    destination: string,
    departs: string,
    arrives: string,
  ): RawSegment => ({
    type: 'Air',
    status: 'Active',
    source,
    airline: 'DL',
    flight_num: number,
    origin,
    destination,
    departure_datetime: departs,
    arrival_datetime: arrives,
    confirmation_no: `R${day}`,
    seat_assignment: '12A',
    first_name: 'Bench',
    last_name: 'Traveller',
    number_of_pax: 1,
    price: '812.40',
    currency: 'USD',
  })
  const meeting = (name: string, offset: number): RawSegment => ({
    type: 'Meeting',
    status: 'Active',
    source,
    activity_name: name,
    start_datetime: at(offset, '10:00'),
    end_datetime: at(offset, '11:30'),
    start_city_name: city,
    start_country: country,
  })
  return [
    flight('101', home, 'BOS', at(0, '07:00'), at(0, '09:40')),
    flight('202', 'BOS', code, at(0, '11:10'), at(1, '06:30')),
    {
      type: 'Hotel',
      status: 'Active',
      source,
      hotel_name: `Hilton ${city}`,
      checkin_date: dateOf(day + 1),
      checkout_date: dateOf(day + 6),
      city_name: city,
      country,
      confirmation_no: `H${day}`,
      address1: '1 Station Road',
      room_type: 'King',
    },
    {
      type: 'Car',
      status: 'Active',
      source,
      car_company: 'Hertz',
      pickup_datetime: at(1, '08:00'),
      dropoff_datetime: at(6, '09:00'),
      pickup_location: code,
      confirmation_no: `C${day}`,
      car_type: 'CCAR',
    },
    meeting('Design workshop', 2),
    meeting('Supplier audit', 3),
    flight('203', code, 'BOS', at(6, '11:30'), at(6, '19:50')),
    flight('102', 'BOS', home, at(6, '21:00'), at(6, '23:50')),
  ]
}

async function insert(database: Database, member: string, trips: TripWrite[]): Promise<void> {
  for (const trip of trips) {
    await database.pool.query(
      `
      INSERT INTO trip (
        member_id, id, status, privacy, personal, business, begin_at, end_at,
        version, updated, doc, segments, state
      ) VALUES (
        $1, $2, $3, $4, $5, $6,
        to_timestamp($7::double precision / 1000), to_timestamp($8::double precision / 1000),
        $9, now(), $10, $11, $12
      )`,
      [
        member,
        trip.id,
        trip.status,
        trip.privacy,
        trip.personal,
        trip.business,
        trip.beginAt,
        trip.endAt,
        trip.version,
        trip.doc,
        trip.segments,
        trip.state,
      ],
    )
  }
}

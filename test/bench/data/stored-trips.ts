/**
 * Trips and segments as the fold stores them, produced by the product's rules and inserted directly; and the same trips
 * with a copy of their segments, for the baseline of reads.
 */
import type pg from 'pg'
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { decide } from '../../../actors/member/decide.js'
import type { Env } from '../../../actors/member/env.js'
import { restore } from '../../../actors/member/state.js'
import type { Database } from '../../../db/pg/connect.js'
import { airlineRows, airportRows, cityRows } from '../../../db/reads/reference-rows.js'
import type { FoldResult } from '../../../schemas/stream/fold-result.js'
import { dateOf } from '../../demo/travel/clock.js'
import type { RawSegment } from '../../demo/sources/raw-segments.js'
import { newStoredMember } from '../../../ops/fold/stored-member.js'

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
  await pool.query(BASELINE_TABLE)
  for (const member of members) {
    const { trips, segments } = fold(member, source, today, env, () => next++)
    bytes = [...trips, ...segments].reduce((sum, row) => sum + row.doc.length, 0)
    await insertTrips(pool, member, trips)
    await insertSegments(pool, member, segments)
  }
  await pool.query(BASELINE_ROWS)
  await pool.query('VACUUM ANALYZE trip, segment, bench_trip')
  return bytes
}

function fold(member: string, source: string, today: number, env: Env, id: () => number): FoldResult {
  const state = restore(newStoredMember(member, JSON.stringify({ id: member, homes: [] })), env)
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
  return folded
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

/** Uncompressed, like the documents of the product. */
const BASELINE_TABLE = `
  CREATE TABLE bench_trip (
    member_id bigint NOT NULL, id bigint NOT NULL, status text NOT NULL, begin_at timestamptz, end_at timestamptz,
    doc text NOT NULL, segments text NOT NULL, PRIMARY KEY (member_id, id)
  ) WITH (toast_tuple_target = 8160);
  ALTER TABLE bench_trip ALTER doc SET STORAGE EXTERNAL, ALTER segments SET STORAGE EXTERNAL`

const BASELINE_ROWS = `
  INSERT INTO bench_trip SELECT member_id, id, status, begin_at, end_at, doc, (
    SELECT '[' || string_agg(s.doc, ',' ORDER BY place) || ']'
    FROM unnest(segment_ids) WITH ORDINALITY AS u(segment, place)
    JOIN segment s ON s.member_id = trip.member_id AND s.id = u.segment
  ) FROM trip`

async function insertTrips(pool: pg.Pool, member: string, trips: FoldResult['trips']): Promise<void> {
  for (const trip of trips) {
    await pool.query(
      `
      INSERT INTO trip (
        member_id, id, status, privacy, personal, business, begin_at, end_at,
        version, updated, doc, segment_ids, state
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
        trip.segmentIds,
        trip.state,
      ],
    )
  }
}

async function insertSegments(
  pool: pg.Pool,
  member: string,
  segments: FoldResult['segments'],
): Promise<void> {
  for (const segment of segments) {
    await pool.query(
      `
      INSERT INTO segment (
        member_id, id, trip_id, type, status, source, confirmation_nos, start_at, end_at, raw_ids,
        version, updated, doc, provenance, state
      ) VALUES (
        $1, $2, $3, $4, $5, $6, $7,
        to_timestamp($8::double precision / 1000), to_timestamp($9::double precision / 1000), $10,
        $11, now(), $12, $13, $14
      )`,
      [
        member,
        segment.id,
        segment.tripId,
        segment.type,
        segment.status,
        segment.source,
        segment.confirmationNos,
        segment.startAt,
        segment.endAt,
        segment.rawIds,
        segment.version,
        segment.doc,
        segment.provenance,
        segment.state,
      ],
    )
  }
}

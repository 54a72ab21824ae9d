/**
 * Trips and segments as the fold stores them, and the same trips with a copy of their segments, for the baseline of
 * reads.
 */
import { expandSegments } from '../../../schemas/itinerary/stored/compact-segment.js'
import { publisher } from '../../../workers/stream/publish.js'
import { dateOf } from '../../demo/travel/clock.js'
import type { RawSegment } from '../../demo/sources/raw-segments.js'
import { until } from '../../support/until.js'
import { BENCH_SOURCE } from '../harness/bench-stack.js'
import type { BenchStack } from '../harness/bench-stack.js'
import { foldedBatches } from '../pipeline/product-pipeline.js'
import { publishSegments } from './publish-segments.js'

const ROUTES = [
  ['ATL', 'New York', 'JFK', 'US'],
  ['ATL', 'London', 'LHR', 'GB'],
  ['ATL', 'Tokyo', 'HND', 'JP'],
  ['ATL', 'Lisbon', 'LIS', 'PT'],
  ['ATL', 'Denver', 'DEN', 'US'],
] as const
const DAYS_BETWEEN = 21
const FIRST_ID = 5_000_000_000

const IDS_OF_MEMBER = 100
const FOLD_TIMEOUT_MS = 120_000

/**
 * Gives each member five trips of eight segments in the months after `today` (a day number). Returns the size
 * in bytes of the list of one member.
 */
export async function storeTrips(stack: BenchStack, members: string[], today: number): Promise<number> {
  const { pool } = stack.database
  const fold = await stack.role('fold')
  const stream = publisher(stack.nc)
  const segments = ROUTES.flatMap((route, i) => journey(route, today + 10 + i * DAYS_BETWEEN))
  for (const [i, member] of members.entries())
    await publishSegments(stream, member, segments, FIRST_ID + i * IDS_OF_MEMBER)
  const isFolded = async (): Promise<boolean> => (await foldedBatches(pool)) === members.length
  await until('all are folded', isFolded, FOLD_TIMEOUT_MS)
  stream.close()
  await fold.stop()
  await pool.query(BASELINE_TABLE)
  const { rows: trips } = await pool.query<{ segments: string }>(BASELINE_ROWS)
  for (const trip of trips)
    await pool.query(BASELINE_INSERT, Object.values({ ...trip, segments: expandSegments(trip.segments) }))
  await pool.query('VACUUM ANALYZE trip, segment, bench_trip')
  const { rows } = await pool.query<{ bytes: number }>(
    'SELECT sum(length(doc) + length(segments))::int AS bytes FROM bench_trip WHERE member_id = $1',
    [members[0]],
  )
  return rows[0]?.bytes ?? 0
}

/** A journey with connections and five nights: four flights, a hotel, a car, two meetings. */
function journey([home, city, code, country]: (typeof ROUTES)[number], day: number): RawSegment[] {
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
    source: BENCH_SOURCE,
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
    source: BENCH_SOURCE,
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
      source: BENCH_SOURCE,
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
      source: BENCH_SOURCE,
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
  SELECT member_id, id, status, begin_at, end_at, doc, (
    SELECT '[' || string_agg(s.doc, E',\\n' ORDER BY place) || ']'
    FROM unnest(segment_ids) WITH ORDINALITY AS u(segment, place)
    JOIN segment s ON s.member_id = trip.member_id AND s.id = u.segment
  ) AS segments FROM trip`

const BASELINE_INSERT = 'INSERT INTO bench_trip VALUES ($1, $2, $3, $4, $5, $6, $7)'

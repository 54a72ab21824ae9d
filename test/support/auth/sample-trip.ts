/** Trips and loyalty accounts as the fold would have saved them, for tests of the member's pages. */
import type { Knex } from 'knex'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'

const DAY_MS = 86_400_000

export interface SampleTrip {
  name: string
  city: string
  /** Length in days. */
  days: number
  /** Segments without the times; `day` counts from the first day of the trip. */
  segments: ReadonlyArray<(day: (days: number) => string) => Record<string, unknown>>
  /** Further fields of the trip. */
  doc?: Record<string, unknown>
}

/** Two flights, a hotel and a meeting. */
export const PARIS: SampleTrip = {
  name: 'Trip to Paris',
  city: 'Paris',
  days: 2,
  segments: [
    (day) => ({
      type: 'Air',
      status: 'Active',
      airline: 'BA',
      flight_num: '304',
      origin: 'LHR',
      destination: 'CDG',
      departure_datetime: `${day(0)}T07:30:00`,
      arrival_datetime: `${day(0)}T09:50:00`,
      seat_assignment: '12A',
      departure_terminal: '5',
      confirmation_no: 'TF4D7K',
    }),
    (day) => ({
      type: 'Hotel',
      status: 'Active',
      hotel_name: 'Hôtel du Nord',
      address1: '102 quai de Jemmapes',
      city_name: 'Paris',
      checkin_date: day(0),
      checkout_date: day(2),
      confirmation_no: '80714422',
    }),
    (day) => ({
      type: 'Meeting',
      status: 'Active',
      activity_name: 'Quarterly review with Lumière SA',
      venue: '14 rue de la Paix',
      start_city_name: 'Paris',
      start_datetime: `${day(1)}T10:00:00`,
      end_datetime: `${day(1)}T12:30:00`,
    }),
    (day) => ({
      type: 'Air',
      status: 'Active',
      airline: 'AF',
      flight_num: '1780',
      origin: 'CDG',
      destination: 'LHR',
      departure_datetime: `${day(2)}T18:15:00`,
      arrival_datetime: `${day(2)}T18:40:00`,
      seat_assignment: '21C',
      departure_terminal: '2E',
      confirmation_no: 'Q9PL2R',
    }),
  ],
}

/** The same trip with its hotel stay cancelled, which pages mark. */
export const PARIS_WITHOUT_STAY: SampleTrip = {
  ...PARIS,
  segments: PARIS.segments.map((segment) => (day) => {
    const fields = segment(day)
    return fields['type'] === 'Hotel' ? { ...fields, status: 'Cancelled' } : fields
  }),
}

/** Stores an upcoming trip of the member, three weeks ahead. */
export async function insertTrip(knex: Knex, member: string, trip: SampleTrip): Promise<void> {
  const begin = new Date(Date.now() + 21 * DAY_MS)
  const day = (days: number): string => new Date(begin.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const doc = {
    id: '1',
    display_name: trip.name,
    begin_datetime: `${day(0)}T07:30:00`,
    end_datetime: `${day(trip.days)}T18:40:00`,
    destinations: [{ city_name: trip.city }],
    warnings: [],
    ...trip.doc,
  }
  const segments: Array<Record<string, unknown>> = trip.segments.map((segment, at) => ({
    id: String(at + 1),
    ...segment(day),
  }))
  await knex('trip').insert({
    member_id: member,
    id: '1',
    status: 'Active',
    privacy: 'Private',
    personal: true,
    business: false,
    begin_at: begin,
    end_at: new Date(begin.getTime() + trip.days * DAY_MS),
    version: 1,
    updated: new Date(),
    doc: JSON.stringify(doc),
    segment_ids: segments.filter(({ status }) => status !== 'Cancelled').map(({ id }) => id),
    state: '{}',
  })
  await knex('segment').insert(
    segments.map((segment) => ({
      member_id: member,
      id: String(segment['id']),
      trip_id: '1',
      type: segment['type'],
      status: segment['status'],
      source: firstSource(segment) ?? 'airline_ba',
      confirmation_nos: [],
      start_at: new Date(String(segment[SEGMENT_KINDS[segment['type'] as SegmentType].start])),
      raw_ids: [],
      version: 1,
      updated: new Date(),
      doc: JSON.stringify(segment),
      provenance: '[]',
      state: '{}',
    })),
  )
}

function firstSource({ sources }: Record<string, unknown>): string | undefined {
  return (sources as Array<{ source: string }> | undefined)?.[0]?.source
}

export async function insertLoyaltyAccount(knex: Knex, member: string): Promise<void> {
  const doc = {
    id: '2',
    program_name: 'Executive Club',
    account_id: '****6789',
    loyalty_level: 'Silver',
    status: 'Active',
    last_harvest_status: 'Never',
  }
  await knex('account').insert({
    member_id: member,
    id: '2',
    status: 'Active',
    source: 'airline_ba',
    account_id: '123456789',
    classification: 'airline',
    version: 1,
    updated: new Date(),
    doc: JSON.stringify(doc),
    state: '{}',
  })
}

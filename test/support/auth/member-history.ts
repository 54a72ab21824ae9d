/** What a member has after years, for tests of pages: many trips in every state, and segments that are in none. */
import type { Knex } from 'knex'
import { EVERY_TYPE_TRIP } from './every-type-trip.js'

const DAY_MS = 86_400_000
const TRIPS = 24
const LONG_AGO = 24

interface Listed {
  id: string
  /** First day and number of days, from today. */
  from: number
  days: number
  status?: string
  doc?: Record<string, unknown>
}

/** Trips from id 100 on: one under way, one cancelled, one that was merged into trip 101, the others ahead and past. */
export async function insertManyTrips(knex: Knex, member: string): Promise<void> {
  const listed: Listed[] = [
    { id: '100', from: -1, days: 3, doc: { display_name: 'Bergen', warnings: [{ description: 'x' }] } },
    { id: '101', from: 0, days: 1, doc: { display_name: 'A day in Zurich' } },
    { id: '102', from: 1, days: 9, status: 'Cancelled', doc: { display_name: 'Lisbon and the Algarve' } },
    { id: '103', from: 2, days: 9, doc: { display_name: EVERY_TYPE_TRIP.name, ...EVERY_TYPE_TRIP.doc } },
    { id: '104', from: 400, days: 1, status: 'Merged', doc: { merged_into: '101' } },
    { id: '105', from: 3, days: 1, doc: { display_name: 'Made by hand', destinations: [] } },
    ...Array.from({ length: TRIPS }, (_, at) => ({ id: String(200 + at), from: 30 + at * 10, days: 3 })),
    ...Array.from({ length: LONG_AGO }, (_, at) => ({ id: String(300 + at), from: -20 - at * 40, days: 3 })),
  ]
  await knex('trip').insert(listed.map((trip) => tripRow(member, trip)))
}

function tripRow(
  member: string,
  { id, from, days, status = 'Active', doc }: Listed,
): Record<string, unknown> {
  const at = (offset: number): Date => new Date(Date.now() + offset * DAY_MS)
  const [begin, end] = [at(from), at(from + days)]
  const text = (date: Date): string => `${date.toISOString().slice(0, 10)}T08:00:00`
  return {
    member_id: member,
    id,
    status,
    privacy: 'Private',
    personal: true,
    business: false,
    begin_at: begin,
    end_at: end,
    version: 1,
    updated: new Date(),
    state: '{}',
    doc: JSON.stringify({
      id,
      status,
      display_name: `Trip to Hamburg ${id}`,
      begin_datetime: text(begin),
      end_datetime: text(end),
      destinations: [{ city_name: 'Hamburg', country: 'DE', nights: days }],
      warnings: [],
      ...doc,
    }),
  }
}

/** Segments in no trip, from id 900 on, starting tomorrow. */
export async function insertUnfiled(
  knex: Knex,
  member: string,
  docs: ReadonlyArray<Record<string, unknown>>,
): Promise<void> {
  await knex('segment').insert(
    docs.map((doc, at) => ({
      member_id: member,
      id: String(900 + at),
      trip_id: null,
      type: doc['type'],
      status: doc['status'] ?? 'Active',
      source: 'tmc_egencia',
      confirmation_nos: [],
      start_at: new Date(Date.now() + DAY_MS),
      raw_ids: [],
      version: 1,
      updated: new Date(),
      doc: JSON.stringify({ id: String(900 + at), status: 'Active', ...doc }),
      provenance: '[]',
      state: '{}',
    })),
  )
}

/** Retention finds past trips of members whom the fold folds, and passes over those that it does not delete. */
import type pg from 'pg'
import t from 'tap'
import type { Test } from 'tap'
import { FIRST_PAST_TRIP, findPastTrips } from '../../../db/operator/past-trips.js'
import { type Database } from '../../../db/pg/connect.js'
import { openDatabase } from '../../support/open-database.js'

const DAYS = 100
const [ACTIVE, CLOSED, PARKED] = [1, 2, 3]

async function database(t: Test): Promise<Database> {
  const database = await openDatabase(t)
  await database.pool.query(
    "insert into member (id, status, doc) values (1, 'Active', ''), (2, 'Deleted', ''), (3, 'Active', '')",
  )
  await database.pool.query(`
    insert into parked_member (member_id, partition, since_seq, reason, error, attempts, version)
    values (3, 0, 1, 'fold', '', 1, '')`)
  return database
}

/** Trips that ended in 2020. */
async function insertTrips(pool: pg.Pool, member: number, from: number, to: number): Promise<void> {
  await pool.query(
    `insert into trip (member_id, id, status, privacy, personal, business, end_at, version, updated, doc, state)
    select $1, n, 'Active', '', false, false, '2020-01-01', 1, now(), '', '' from generate_series($2::int, $3::int) n`,
    [member, from, to],
  )
}

/** Segments of 2020, of the trip (null: of none). */
async function insertSegment(pool: pg.Pool, member: number, id: number, trip: number | null): Promise<void> {
  await pool.query(
    `insert into segment (member_id, id, trip_id, type, status, confirmation_nos, end_at, raw_ids, version, updated, doc,
      provenance, state)
    values ($1, $2, $3, 'Air', 'Active', '{}', '2020-01-01', '{}', 1, now(), '', '', '')`,
    [member, id, trip],
  )
}

t.test('past trips of closed and of parked members are left out', async (t) => {
  const { pool, knex } = await database(t)
  for (const member of [ACTIVE, CLOSED, PARKED]) {
    await insertTrips(pool, member, 10, 10)
    await insertSegment(pool, member, 20, 10)
    await insertSegment(pool, member, 21, null)
  }
  const { found } = await findPastTrips(knex, DAYS, FIRST_PAST_TRIP)
  t.same(found, [
    { member: '1', trip: '10', segments: ['20'] },
    { member: '1', trip: null, segments: ['21'] },
  ])
  await pool.query('delete from parked_member')
  const released = await findPastTrips(knex, DAYS, FIRST_PAST_TRIP)
  t.same(released.found.map(({ member }) => member).sort(), ['1', '1', '3', '3'])
})

t.test('trips that the fold does not delete hold up no others', async (t) => {
  const { pool, knex } = await database(t)
  await insertTrips(pool, ACTIVE, 1, 501)
  await insertSegment(pool, ACTIVE, 600, null)
  const first = await findPastTrips(knex, DAYS, FIRST_PAST_TRIP)
  t.equal(first.found.filter(({ trip }) => trip !== null).length, 500)
  const second = await findPastTrips(knex, DAYS, first.next)
  t.same(
    second.found.filter(({ trip }) => trip !== null).map(({ trip }) => trip),
    ['501'],
  )
  t.same(second.next, FIRST_PAST_TRIP, 'then it begins again')
})

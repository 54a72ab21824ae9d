/** Which trip is the current one (contract.md 4.2). */
import t from 'tap'
import { tripReads } from '../../../db/reads/trips.js'
import { openDatabase } from '../../support/open-database.js'

const NOW = Date.UTC(2027, 5, 15, 12)
const HOUR = 3_600_000

interface Trip {
  /** Hours from now; null: no times. */
  begin: number | null
  end: number | null
  status?: string
}

const CASES: ReadonlyArray<[what: string, trips: Record<string, Trip>, current: string | null]> = [
  ['without any trip there is none', {}, null],
  [
    'a trip under way, however near others are',
    { 1: { begin: -200, end: 200 }, 2: { begin: 1, end: 9 }, 3: { begin: -9, end: -1 } },
    '1',
  ],
  [
    'of several under way the one that began last',
    { 1: { begin: -5, end: 9 }, 2: { begin: -3, end: 2 }, 3: { begin: -4, end: 99 } },
    '2',
  ],
  [
    'of those that began together the first by id',
    { 2: { begin: -3, end: 1 }, 1: { begin: -3, end: 9 } },
    '1',
  ],
  ['a trip that begins this moment', { 1: { begin: 0, end: 9 }, 2: { begin: -9, end: -1 } }, '1'],
  ['a trip that ends this moment', { 1: { begin: -9, end: 0 }, 2: { begin: 1, end: 9 } }, '1'],
  ['the nearer one, if it is past', { 1: { begin: -90, end: -5 }, 2: { begin: 6, end: 9 } }, '1'],
  ['the nearer one, if it is to come', { 1: { begin: -90, end: -7 }, 2: { begin: 6, end: 9 } }, '2'],
  ['of two as near the one to come', { 1: { begin: -90, end: -6 }, 2: { begin: 6, end: 9 } }, '2'],
  [
    'the last past one, if none is to come',
    { 1: { begin: -90, end: -60 }, 2: { begin: -50, end: -40 } },
    '2',
  ],
  ['the next one, if none is past', { 1: { begin: 900, end: 960 }, 2: { begin: 500, end: 540 } }, '2'],
  [
    'only Active trips',
    {
      1: { begin: -1, end: 1, status: 'Cancelled' },
      2: { begin: -1, end: 1, status: 'Deleted' },
      3: { begin: -1, end: 1, status: 'Merged' },
      4: { begin: 900, end: 960 },
    },
    '4',
  ],
  ['no trip without times', { 1: { begin: null, end: null } }, null],
]

t.test('the trip under way, else the nearest one', async (t) => {
  const { pool } = await openDatabase(t, { size: 2 })
  const { current } = tripReads(pool)
  const at = (hours: number | null): Date | null => (hours === null ? null : new Date(NOW + hours * HOUR))
  for (const [number, [what, trips, expected]] of CASES.entries()) {
    const member = String(number + 1)
    for (const [id, { begin, end, status }] of Object.entries(trips))
      await pool.query(
        `insert into trip (member_id, id, status, privacy, personal, business, begin_at, end_at, version, updated,
          doc, segment_ids, state)
        values ($1, $2, $3, 'Private', false, false, $4, $5, 1, now(), '{}', '{}', '{}')`,
        [member, id, status ?? 'Active', at(begin), at(end)],
      )
    for (const segments of [false, true])
      t.equal((await current(member, NOW, segments))?.id ?? null, expected, what)
  }
})

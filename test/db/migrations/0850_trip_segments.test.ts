import makeKnex from 'knex'
import t from 'tap'
import { up } from '../../../db/migrations/0850_trip_segments.js'
import { testDatabase } from '../../support/servers.js'

const TRIPS = 2_500

t.test('copies of segments become lists of their ids, in order; none stays none', async (t) => {
  const knex = makeKnex({ client: 'pg', connection: await testDatabase(t), pool: { min: 1, max: 1 } })
  t.teardown(async () => {
    await knex.destroy()
  })
  await knex.raw('create temp table trip (member_id bigint, id bigint, segments text)')
  await knex.raw(
    `insert into trip select n / 3, n, case n when 7 then null when 8 then '[]'
      else '[{"id":"' || n + 2 || '","notes":"{\\"id\\":\\"1\\"}"},{"id":"' || n + 1 || '"}]' end
    from generate_series(1, ${TRIPS}) n`,
  )
  await up(knex)
  const { rows } = (await knex.raw('select id::int, segment_ids::int[] as ids from trip order by id')) as {
    rows: Array<{ id: number; ids: number[] | null }>
  }
  t.equal(rows.length, TRIPS)
  const expected = rows.map(({ id }): number[] | null => [id + 2, id + 1])
  expected.splice(6, 2, null, [])
  t.same(
    rows.map(({ ids }) => ids),
    expected,
  )
})

import makeKnex from 'knex'
import t from 'tap'
import { up } from '../../../db/migrations/0700_answer_forms.js'
import { testDatabase } from '../../support/servers.js'

const QUOTED = 'say "duration":1, "x":"2026-03-01T10:00:00+0000"'
const OLD = { created: '2026-03-01T10:00:00+0000', updated: null }
const NEW = { created: '2026-03-01T10:00:00Z', updated: null }

const SEGMENT = {
  before: { id: '7', notes: QUOTED, duration: 515, distance: null, ...OLD },
  after: { id: '7', notes: QUOTED, duration_minutes: 515, distance_km: null, ...NEW },
}
const stops = (place: object): object[] => [{ city_name: 'A', ...place, country: 'CH' }]
const TRIP = {
  before: {
    id: '8',
    state: 'B"E\\',
    postal_code: null,
    headline: QUOTED,
    distance: '1.0',
    duration: 3.9,
    destinations: stops({ admin_code: null }),
    ...OLD,
  },
  after: {
    id: '8',
    state: 'B"E\\',
    admin_code: 'B"E\\',
    postal_code: null,
    headline: QUOTED,
    distance_km: '1.0',
    duration_days: 3.9,
    destinations: stops({ admin_code: null, state: null }),
    ...NEW,
  },
}
const MEMBER = {
  before: { id: '9', state: null, zip: '1', homes: stops({ admin_code: 'NY' }), ...OLD },
  after: {
    id: '9',
    state: null,
    admin_code: null,
    zip: '1',
    homes: stops({ admin_code: 'NY', state: 'NY' }),
    ...NEW,
  },
}

t.test('stored documents take the forms of today, key by key and in order; texts stay', async (t) => {
  const knex = makeKnex({ client: 'pg', connection: await testDatabase(t), pool: { min: 1, max: 1 } })
  t.teardown(async () => {
    await knex.destroy()
  })
  await knex.raw(`create temp table segment (doc text); create temp table account (doc text);
    create temp table member (doc text); create temp table trip (doc text, segments text)`)
  await knex('segment').insert({ doc: JSON.stringify(SEGMENT.before) })
  await knex('member').insert({ doc: JSON.stringify(MEMBER.before) })
  await knex('account').insert({ doc: JSON.stringify(OLD) })
  await knex('trip').insert([
    { doc: JSON.stringify(TRIP.before), segments: JSON.stringify([SEGMENT.before, SEGMENT.before]) },
    { doc: JSON.stringify(TRIP.before), segments: null },
  ])
  await up(knex)
  t.same(await knex('segment'), [{ doc: JSON.stringify(SEGMENT.after) }])
  t.same(await knex('member'), [{ doc: JSON.stringify(MEMBER.after) }])
  t.same(await knex('account'), [{ doc: JSON.stringify(NEW) }])
  t.same(await knex('trip').orderBy('segments', 'asc', 'last'), [
    { doc: JSON.stringify(TRIP.after), segments: JSON.stringify([SEGMENT.after, SEGMENT.after]) },
    { doc: JSON.stringify(TRIP.after), segments: null },
  ])
})

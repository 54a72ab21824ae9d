import pg from 'pg'
import t from 'tap'
import { loyaltyKey, loyaltyNumberProblem } from '../../../schemas/itinerary/loyalty-number.js'
import { testDatabase } from '../../support/servers.js'

const NUMBERS = ['2039481123', '2039 481 123', '2039-481/123', 'ba 12.34', ' x\t1\n', '-', ' . ', '', 'é1']

t.test('numbers are compared in one form, here and in the database', async (t) => {
  t.equal(loyaltyKey('2039 481-123'), '2039481123')
  t.equal(loyaltyKey('ab/12.3'), 'AB123')
  t.equal(loyaltyKey('-'), '-', 'it has nothing else')
  const client = new pg.Client({ connectionString: await testDatabase(t) })
  await client.connect()
  t.teardown(async () => {
    await client.end()
  })
  const { rows } = await client.query<{ key: string }>(
    'select loyalty_key(number) as key from unnest($1::text[]) with ordinality as n(number, place) order by place',
    [NUMBERS],
  )
  t.same(
    rows.map((row) => row.key),
    NUMBERS.map(loyaltyKey),
  )
})

t.test('a placeholder is not a number', (t) => {
  for (const none of ['---', ' - ', '#', 'N/A', 'n.a.', 'none', 'TBD', 'unknown', 'null'])
    t.match(loyaltyNumberProblem(none), /not a word or sign for none/, none)
  for (const number of ['7004 1234', 'AB-12', '7', 'NA12', 'Ω5'])
    t.equal(loyaltyNumberProblem(number), null, number)
  t.end()
})

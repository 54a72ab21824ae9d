/** Parameters in a Bind message of our own arrive unchanged, however often the buffer was used before. */
import pg from 'pg'
import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { bindMessage, newMessageBuffer, type ParameterValue } from '../../../db/pg/bind-message.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

const ECHO = {
  name: 'echo',
  text: 'select $1::int as n, $2::text as note, $3::text[] as some, $4::text[] as others',
}
const VALUES: ParameterValue[] = [
  'plain',
  'Zürich',
  'Łódź',
  '東京',
  '🛫 to Ōsaka',
  '',
  null,
  42,
  true,
  '\u0001 and \u0002',
  '{"a":"\\"b, c}"}',
  'x'.repeat(5_000),
]
const texts = (values: readonly ParameterValue[]): Array<string | null> =>
  values.map((value) => (value === null ? null : String(value)))

t.test('parameters arrive unchanged', async (t) => {
  const url = await testDatabase(t)
  const { pool, close } = connect({ url, name: 'test', log: silentLog(), size: 4 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.teardown(async () => {
    await Promise.all([close(), client.end()])
  })
  interface Row {
    n: number
    note: string | null
    some: Array<string | null>
    others: Array<string | null>
  }
  const echo = async (
    buffer: ReturnType<typeof newMessageBuffer>,
    through: pg.Pool | pg.Client,
    [n, note, some, others]: [number, ParameterValue, readonly ParameterValue[], readonly ParameterValue[]],
  ): Promise<Row | undefined> => {
    const message = bindMessage(buffer, ECHO, { values: 2, columns: 2 })
    message.value(n)
    message.value(note)
    message.column(some, (value) => value)
    message.column(others, (value) => value)
    return (await message.query<Row>(through)).rows[0]
  }

  const buffer = newMessageBuffer(8)
  for (const through of [pool, client]) {
    t.same(await echo(buffer, through, [7, null, VALUES, []]), {
      n: 7,
      note: null,
      some: texts(VALUES),
      others: [],
    })
    t.same(
      await echo(buffer, through, [-1, 'ü', [], [null]]),
      { n: -1, note: 'ü', some: [], others: [null] },
      'nothing of the previous message is left',
    )
  }

  const many = await Promise.all(
    Array.from(
      { length: 40 },
      async (_, k) =>
        await echo(newMessageBuffer(16), pool, [k, `note ${k}`, [`value ${k}`.repeat(k * 100)], VALUES]),
    ),
  )
  many.forEach((row, k) => {
    t.same(row, { n: k, note: `note ${k}`, some: [`value ${k}`.repeat(k * 100)], others: texts(VALUES) })
  })

  await t.rejects(
    bindMessage(
      buffer,
      { name: 'wrong', text: 'select $1::int as n, $2::text[] as t' },
      {
        values: 1,
        columns: 1,
      },
    ).query(pool),
    { code: '08P01' },
    'an error of Postgres rejects with its code',
  )
  const wrong = bindMessage(newMessageBuffer(), ECHO, { values: 2, columns: 2 })
  wrong.value('no number')
  wrong.value('note')
  wrong.column([], (value) => value)
  wrong.column([], (value) => value)
  await t.rejects(wrong.query(client), { code: '22P02' })
  t.match(
    await echo(buffer, client, [1, 'after', [1], [2]]),
    { note: 'after', some: ['1'] },
    'the connection remains usable',
  )
})

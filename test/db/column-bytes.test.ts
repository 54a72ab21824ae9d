/** Columns as bytes: what Postgres makes of them is what was given. */
import t from 'tap'
import { NULL_CHAR, PART_CHAR } from '../../db/apply-columns.js'
import { columnWriter } from '../../db/column-bytes.js'

const read = (bytes: Buffer): Array<string | null> => bytes.toString().split(PART_CHAR).map(value => value === NULL_CHAR ? null : value)

t.test('texts of any letters, numbers and nothing', async t => {
  const column = columnWriter(16)
  const values = ['plain', 'Zürich', 'Łódź', '東京', '🛫 to Ōsaka', '', null, 42, true, 'x'.repeat(5_000)]
  const bytes = column(values, value => value)
  t.same(read(bytes), values.map(value => value === null ? null : String(value)))
})

t.test('a column that was written stays as it is while others are', async t => {
  const column = columnWriter(8)
  const columns = Array.from({ length: 50 }, (_, k) => column([k, k + 1], value => `value ${value}`.repeat(k)))
  columns.forEach((bytes, k) => { t.same(read(bytes), [`value ${k}`.repeat(k), `value ${k + 1}`.repeat(k)]) })
})

t.test('no rows make an empty column', async t => { t.equal(columnWriter(8)([], () => 'x').length, 0) })

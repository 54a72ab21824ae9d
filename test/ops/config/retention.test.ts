/** The table of what is kept how long, against the settings and the defaults. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { DEFAULT_RETENTION } from '../../../db/pg/retention.js'
import { readConfig, settingTable } from '../../../ops/config/config.js'
import { ROOT } from '../../../ops/config/paths.js'
import { retention } from '../../../ops/config/retention.js'

t.test('the table names every setting with its default', async (t) => {
  const text = readFileSync(join(ROOT, 'ops/docs/retention.md'), 'utf8')
  const rows = [...text.matchAll(/^\|[^|]+\| `(KEEP_\w+)` \| (\d+)/gm)]
  const listed = new Map(rows.map(([, name = '', days = '']) => [name, days]))
  const settings = settingTable().filter(({ name }) => name.startsWith('KEEP_'))
  t.same([...listed].sort(), settings.map(({ name, defaultValue }) => [name, defaultValue]).sort())
})

t.test('defaults of the settings are those of the code that deletes', async (t) => {
  t.same(retention(readConfig({})), DEFAULT_RETENTION)
})

t.test('messages are kept longer than they can be repeated', async (t) => {
  t.throws(() => readConfig({ KEEP_RAW_BATCH_DAYS: '31' }), /KEEP_RAW_BATCH_DAYS is 31, which is too small/)
  t.equal(readConfig({ KEEP_RAW_BATCH_DAYS: '32' }).KEEP_RAW_BATCH_DAYS, 32)
})

import t from 'tap'
import { connect } from '../../../../db/pg/connect.js'
import { rebuild } from '../../../../ops/cli/commands/rebuild.js'
import { readConfig } from '../../../../ops/config/config.js'
import { testDatabase } from '../../../support/servers.js'
import { silentLog } from '../../../support/silent-log.js'

t.test('a rebuild that cannot start releases its id slot', async (t) => {
  const url = await testDatabase(t)
  const log = silentLog()
  const { pool, close } = connect({ url, name: 'test', log })
  t.teardown(close)
  const unreachable = new Error('NATS is unreachable')
  const run = rebuild.run(['--all', '--apply'], {
    config: readConfig({ DATABASE_URL: url }),
    log,
    pool,
    stream: async () => {
      throw unreachable
    },
    print: () => undefined,
    operator: '',
  })
  await t.rejects(run, unreachable)
  t.same((await pool.query('select slot from id_slot where owner is not null')).rows, [])
})

import t from 'tap'
import { connect } from '../../../../db/pg/connect.js'
import { runCli } from '../../../../ops/cli/program.js'
import { readConfig } from '../../../../ops/config/config.js'
import { testDatabase } from '../../../support/servers.js'
import { silentLog } from '../../../support/silent-log.js'

t.test('a rebuild that cannot start releases its id slot, and is on record', async (t) => {
  const url = await testDatabase(t)
  const log = silentLog()
  const { pool, close } = connect({ url, name: 'test', log })
  t.teardown(close)
  const unreachable = new Error('NATS is unreachable')
  const run = runCli(['rebuild', '--all', '--apply'], {
    context: {
      config: readConfig({ DATABASE_URL: url }),
      log,
      pool,
      stream: async () => {
        throw unreachable
      },
      operator: 'Ada Byron',
    },
  })
  await t.rejects(run, unreachable)
  t.same((await pool.query('select slot from id_slot where owner is not null')).rows, [])
  const { rows } = await pool.query('select requested_by, command, args from operator_command')
  t.same(rows, [{ requested_by: 'Ada Byron', command: 'rebuild', args: { all: true } }], 'it is on record')
})

import t from 'tap'
import { runCli } from '../../../../ops/cli/program.js'
import { readConfig } from '../../../../ops/config/config.js'
import { openDatabase } from '../../../support/open-database.js'
import { silentLog } from '../../../support/silent-log.js'

t.test('a rebuild that cannot start releases its id slot, and is on record', async (t) => {
  const { pool, url } = await openDatabase(t)
  const unreachable = new Error('NATS is unreachable')
  const run = runCli(['rebuild', '--all', '--apply'], {
    context: {
      config: readConfig({ DATABASE_URL: url }),
      log: silentLog(),
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

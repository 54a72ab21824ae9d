import t from 'tap'
import { readConfig } from '../../ops/config/config.js'
import { threadIdReports } from '../../ops/roles/thread-id-reports.js'
import { threadPoolExecutor } from '../../workers/fold/pool/thread-pool.js'
import { itineraryRules, threadProgram } from '../support/thread-modules.js'
import { proxyTo, through } from '../support/proxy.js'
import { testDatabase } from '../support/servers.js'
import { silentLog } from '../support/silent-log.js'
import { until } from '../support/until.js'

t.test('a fold thread waits for Postgres, reports that it has no ids, and goes on', async (t) => {
  const url = await testDatabase(t)
  const between = await proxyTo(t, url)
  await between.refuse()
  const reports = threadIdReports('w1')
  t.teardown(reports.close)
  const executor = threadPoolExecutor({
    threads: 1,
    program: threadProgram('pool-thread'),
    rules: itineraryRules(),
    input: {
      config: readConfig({ DATABASE_URL: through(url, between), LOG_LEVEL: 'error' }),
      worker: 'w1',
      url: 'https://localhost',
      temporaryIds: false,
    },
    log: silentLog(),
  })
  t.teardown(async () => {
    await executor.close()
  })
  await until('the thread reports what it waits for', () => /ECONNREFUSED/.test(reports.status()), 30_000)
  await between.listen()
  await until('the thread has ids', () => reports.status() === 'ok', 30_000)
  const [outcome] = await executor.fold([
    { member: '7', ownerTag: '1.1', stored: null, messages: [], newestBatch: 0, now: Date.UTC(2026, 10, 1) },
  ])
  t.same(outcome, { is: 'needsState' }, 'it folds')
})

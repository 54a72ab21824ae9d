/**
 * Whether prepared statements work through DATABASE_URL is found out before a role starts
 * (ops/docs/deploy.md).
 */
import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { preparedStatementFailure } from '../../../db/pg/pooler-check.js'
import { pgbouncerVersion, startPgbouncer } from '../../support/pgbouncer.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { startPooler } from '../../support/transaction-pooler.js'

const FIRST_WITH_PREPARED_STATEMENTS = 21

async function failure(url: string): Promise<string | null> {
  const database = connect({ url, name: 'test', log: silentLog() })
  try {
    return await preparedStatementFailure(database.pool)
  } finally {
    await database.close()
  }
}

t.test('a pooler without prepared statements is distinguished from one that has them', async (t) => {
  const databaseUrl = await testDatabase(t)
  t.equal(await failure(databaseUrl), null, 'Postgres itself')
  const sessions = await startPooler(databaseUrl, { sessions: true })
  t.teardown(sessions.close)
  t.equal(await failure(sessions.url), null, 'session pooling')
  const transactions = await startPooler(databaseUrl)
  t.teardown(transactions.close)
  for (let round = 0; round < 4; round++)
    t.match(await failure(transactions.url), /prepared statement "check_\w+" does not exist/)
})

const version = pgbouncerVersion()
if (version !== null)
  t.test(`the PgBouncer of this machine, 1.${version}`, async (t) => {
    const settings = version < FIRST_WITH_PREPARED_STATEMENTS ? [] : ['max_prepared_statements = 200']
    const answer = await failure(await startPgbouncer(t, await testDatabase(t), settings))
    if (settings.length > 0) t.equal(answer, null)
    else t.match(answer, /prepared statement "check_\w+" does not exist/)
  })

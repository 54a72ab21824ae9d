import t from 'tap'
import { connect } from '../../../../db/pg/connect.js'
import { ConfigError } from '../../../../ops/config/config.js'
import { proveSecretKey } from '../../../../ops/wiring/secrets/prove-secret-key.js'
import { testDatabase } from '../../../support/servers.js'
import { silentLog } from '../../../support/silent-log.js'

t.test('of processes that start at once with different keys, those of one key may go on', async (t) => {
  const database = connect({ url: await testDatabase(t), name: 'test', log: silentLog(), size: 12 })
  t.teardown(database.close)
  const keys = Array.from({ length: 12 }, (_, i) => `${i % 4} is the first character of this key of a test`)
  const outcomes = await Promise.allSettled(
    keys.map(async (key) => {
      await proveSecretKey(database.pool, { SECRET_KEY: key })
    }),
  )
  const proven = new Set(keys.filter((_, i) => outcomes[i]?.status === 'fulfilled'))
  t.equal(proven.size, 1)
  t.equal(outcomes.filter((one) => one.status === 'fulfilled').length, 3)
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    t.type(outcome.reason, ConfigError)
    t.match(String(outcome.reason), /SECRET_KEY is not the key that encrypted the secrets in this database/)
  }
})

import t from 'tap'
import { ConfigError } from '../../../../ops/config/config.js'
import { proveSecretKey } from '../../../../ops/wiring/secrets/prove-secret-key.js'
import { openDatabase } from '../../../support/open-database.js'

t.test('of processes that start at once with different keys, those of one key may go on', async (t) => {
  const { pool } = await openDatabase(t, { size: 12 })
  const keys = Array.from({ length: 12 }, (_, i) => `${i % 4} is the first character of this key of a test`)
  const outcomes = await Promise.allSettled(
    keys.map(async (key) => {
      await proveSecretKey(pool, { SECRET_KEY: key })
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

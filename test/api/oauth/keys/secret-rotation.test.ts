/** SECRET_KEY is replaced while processes with the old and the new key serve the same members (ops/docs/deploy.md). */
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { vault } from '../../../../api/oauth/vault.js'
import {
  newRecoveryCodes,
  recoveryHash,
  recoveryHashes,
} from '../../../../api/pages/sign-in/recovery/recovery-codes.js'
import { connect } from '../../../../db/pg/connect.js'
import { resealAll } from '../../../../ops/wiring/secrets/reseal.js'
import { proveSecretKey } from '../../../../ops/wiring/secrets/prove-secret-key.js'
import {
  aMember,
  anApp,
  api,
  memberTokens,
  signedInMember,
  tokensOf,
  refreshed,
} from '../../../support/auth/auth-fixtures.js'
import { authNode, SECRET_KEY } from '../../../support/auth/auth-node.js'
import { silentLog } from '../../../support/silent-log.js'

const NEW_KEY = 'the next secret of the tests, longer than thirty-two characters'

t.test('two keys at once, then everything under the new one', async (t) => {
  const before = await authNode(t, { secrets: { SECRET_KEY, SECRET_KEY_OTHER: NEW_KEY } })
  const { pool, close } = connect({ url: before.databaseUrl, name: 'test', log: silentLog() })
  t.teardown(close)
  await proveSecretKey(pool, { SECRET_KEY })
  const app = await anApp(before)
  const who = await signedInMember(before, await aMember(before))
  const tokens = await memberTokens(before, app, who)
  const after = await authNode(t, {
    joins: before,
    secrets: { SECRET_KEY: NEW_KEY, SECRET_KEY_OTHER: SECRET_KEY },
  })
  const tokensFor = async (node: typeof before, token: string) => tokensOf(await refreshed(node, app, token))

  t.equal((await api(after, tokens.accessToken)).status, 200, 'signed with a key under the old secret')
  const once = await tokensFor(before, tokens.refreshToken)
  const again = await tokensFor(after, tokens.refreshToken)
  t.equal(again.refreshToken, once.refreshToken, 'a retry at a process with the new key ends nothing')
  const next = await tokensFor(after, again.refreshToken)
  t.equal((await api(before, next.accessToken)).status, 200)

  const secret = randomBytes(32)
  await before.knex.raw(
    `insert into callback (id, client_id, url, events, max_in_flight, timeout_ms, secret, previous_secret)
     values (1, ?, 'https://example.com/', '{*}', 1, 5000, ?, ?)`,
    [app.clientId, vault(SECRET_KEY).seal('webhook', secret), vault(NEW_KEY).seal('webhook', secret)],
  )
  await t.rejects(proveSecretKey(pool, { SECRET_KEY: NEW_KEY }), /SECRET_KEY is not the key/)
  const counts = await resealAll(before.knex, vault(NEW_KEY, SECRET_KEY))
  t.ok(
    counts.every(({ name, count }) => count > 0 || /second factors|custom headers/.test(name)),
    JSON.stringify(counts),
  )
  await resealAll(before.knex, vault(NEW_KEY, SECRET_KEY))
  await proveSecretKey(pool, { SECRET_KEY: NEW_KEY })
  await t.rejects(proveSecretKey(pool, { SECRET_KEY }), /SECRET_KEY is not the key/)
  const { rows } = (await before.knex.raw('select secret, previous_secret from callback')) as {
    rows: Array<{ secret: Buffer; previous_secret: Buffer }>
  }
  t.same(
    rows.map((row) =>
      [row.secret, row.previous_secret].map((sealed) => vault(NEW_KEY).open('webhook', sealed)),
    ),
    [[secret, secret]],
  )
  const alone = await authNode(t, { joins: before, secrets: { SECRET_KEY: NEW_KEY } })
  t.equal((await api(alone, next.accessToken)).status, 200, 'the old key is needed no more')
})

t.test('what only has to be recognised is recognised under both keys', (t) => {
  const old = vault(SECRET_KEY)
  const both = vault(NEW_KEY, SECRET_KEY)
  const [code = ''] = newRecoveryCodes()
  t.ok(recoveryHashes(both, '1', code).some((hash) => hash.equals(recoveryHash(old, '1', code))))
  t.notOk(recoveryHashes(vault(NEW_KEY), '1', code).some((hash) => hash.equals(recoveryHash(old, '1', code))))
  t.same(both.macs('form', 'a', 'b'), [vault(NEW_KEY).mac('form', 'a', 'b'), old.mac('form', 'a', 'b')])
  t.throws(() =>
    both.open(
      'webhook',
      vault('another secret of the tests, just as long as they are').seal('webhook', Buffer.from('x')),
    ),
  )
  t.end()
})

/** Operators see how the webhooks of an application answer, and do not wait for their next attempt. */
import t from 'tap'
import { vault } from '../../../../api/oauth/vault.js'
import { testCallbacks } from '../../../support/delivery/test-callbacks.js'
import { SECRET_KEY } from '../../../support/delivery/webhooks.js'
import { operatorCli } from '../../../support/run-cli.js'

t.test('the webhooks of an application, and one of them resumed', async (t) => {
  const { pool, run } = await operatorCli(t)
  const { callback } = testCallbacks(pool, vault(SECRET_KEY))
  const { id } = await callback({ url: 'https://partner.example/hook' })
  const off = await callback({ url: 'https://partner.example/off', status: 'Disabled' })
  const breaker = { is: 'open', until: Date.now() + 60_000, why: { since: Date.now(), failed: 9, of: 10 } }
  await pool.query(
    `update callback_due set state = $1, not_before = now() + interval '1 hour', ready_at = now() + interval '1 hour'
     where callback_id = $2`,
    [JSON.stringify({ breaker }), id],
  )
  const paused = new RegExp(
    `${id} +\\S+/hook +Active +paused +\\S+Z +9 of 10 attempts within 5 minutes failed`,
  )
  t.match(await run('app webhooks partner'), { code: 0, output: paused })
  const resumed = new RegExp(`${id} +\\S+/hook +Active +probing`)
  t.match(await run(`app webhooks partner --resume ${id}`), { code: 0, output: resumed })
  t.match(await run(`app webhooks partner --resume ${off.id}`), { code: 1, output: /is disabled/ })
  t.match(await run('app webhooks partner --resume 7'), { code: 1, output: /has no webhook 7/ })
})

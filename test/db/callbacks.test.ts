import t from 'tap'
import { deleteCallback } from '../../db/callbacks.js'
import { redeliver } from '../../db/deliveries-replay.js'
import { until } from '../support/until.js'
import { webhookStack } from '../support/webhooks.js'
import type { WebhookStack } from '../support/webhooks.js'

// A delivery worker that writes what came of deliveries holds these, then reaches for the row it claims callbacks by.
t.test('whoever needs deliveries and their callback takes the deliveries first, and callbacks in order', async t => {
  const stack = await webhookStack(t)
  const { database: { pool }, callback, commit, member, count } = stack
  await member('11')
  const { id: one } = await callback({ url: 'http://127.0.0.1:9/' })
  const { id: two } = await callback({ url: 'http://127.0.0.1:9/' })
  const [event] = await commit(['11'])
  const worker = await pool.connect()
  t.teardown(() => { worker.release() })

  await t.test('an event that is sent again', async t => {
    await pool.query('update callback_due set claim = 1 where callback_id = $1', [one])
    await worker.query('begin')
    await worker.query('select from callback_due where callback_id = $1 for update', [one])
    const again = redeliver(pool, 'partner', event?.id ?? '', null)
    await waitsForLock(stack)
    await reach(two)
    t.same((await again).sort(), [one, two])
  })

  await t.test('a callback that is removed', async t => {
    await worker.query('begin')
    await worker.query('delete from delivery where callback_id = $1', [one])
    const removed = deleteCallback(pool, 'partner', one)
    await waitsForLock(stack)
    await reach(one)
    t.ok(await removed)
    t.equal(await count('delivery', `callback_id = ${one}`), 0)
    t.equal(await count('callback_due', `callback_id = ${one}`), 0)
  })

  async function reach (id: string): Promise<void> {
    await worker.query("set local lock_timeout = '1s'")
    await t.resolves(worker.query('select from callback_due where callback_id = $1 for update', [id]))
    await worker.query('commit')
  }
})

async function waitsForLock ({ count }: WebhookStack): Promise<void> {
  await until('somebody waits for a lock', async () => await count('pg_stat_activity', "wait_event_type = 'Lock' and datname = current_database()") > 0)
}

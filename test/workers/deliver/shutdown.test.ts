/** A worker that stops while endpoints are slow. */
import t from 'tap'
import { callbackStore } from '../../../db/webhooks/callback-store.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

t.test(
  'an attempt cut off by a stopping worker is no failure: the next worker sends it at once, as a first attempt',
  async (t) => {
    const stack = await webhookStack(t)
    const partner = await receiver(t)
    partner.reply(() => undefined)
    await stack.member('11')
    await stack.member('12')
    const { id } = await stack.callback({ url: partner.url, ordered: 'member', timeoutMs: 30_000 })
    const first = await stack.worker({ settings: { leaseMs: 60_000, stopTimeoutMs: 300 } })
    const events = await stack.emit(['11', '11', '12'])
    await until('one event per member is in flight', () => partner.got.length === 2)
    await first.stop()
    t.equal(await stack.count('attempt'), 0, 'no attempt was made')
    t.equal((await callbackStore(stack.database.pool).find('partner', id))?.failure_count, 0)
    partner.got.length = 0
    partner.reply(status(200))
    await stack.worker()
    await until('all is delivered', async () => (await stack.count('delivery')) === 0)
    t.same(
      partner.ids().sort(),
      events.map((one) => one.id).sort(),
      'each once, although the first worker had a long lease',
    )
    const { rows } = await stack.database.pool.query<{ no: number; status: number }>(
      'select no, status from attempt',
    )
    t.same(
      rows,
      events.map(() => ({ no: 1, status: 200 })),
    )
  },
)

t.test('a response that arrives while a worker stops is recorded', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  // The status arrives at once, the body never.
  partner.reply((_got, response) => {
    response.writeHead(200).write('so far')
  })
  await stack.member('11')
  await stack.callback({ url: partner.url, timeoutMs: 30_000 })
  const first = await stack.worker({ settings: { stopTimeoutMs: 300 } })
  await stack.emit(['11'])
  await until('it is in flight', () => partner.got.length === 1)
  await first.stop()
  t.equal(await stack.count('attempt', 'status = 200'), 1)
  t.equal(await stack.count('delivery'), 0)
})

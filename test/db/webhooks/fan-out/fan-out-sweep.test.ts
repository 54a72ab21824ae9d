import t from 'tap'
import type { Test } from 'tap'
import { serviceStatus } from '../../../../db/operator/service-status.js'
import { fanOut } from '../../../../db/webhooks/fan-out/fan-out.js'
import { sweepFanOut } from '../../../../db/webhooks/fan-out/fan-out-sweep.js'
import { webhookStack, type WebhookStack } from '../../../support/delivery/webhooks.js'
import { until } from '../../../support/until.js'

/** A stack with one callback and nothing that delivers. */
async function setup(t: Test): Promise<WebhookStack> {
  const stack = await webhookStack(t)
  for (const member of ['11', '12']) await stack.member(member)
  await stack.callback({ url: 'http://127.0.0.1:9/' })
  return stack
}

/** Searches until nothing is left; transactions of other tests may delay the end of the log. */
async function sweepUntil(stack: WebhookStack, deliveries: number): Promise<number> {
  let found = 0
  await until(
    `${deliveries} deliveries`,
    async () => {
      const { missing } = await sweepFanOut(stack.database.pool, 0)
      await fanOut(stack.database.pool, missing)
      found += missing.length
      return (await stack.count('delivery')) === deliveries
    },
    60_000,
  )
  return found
}

t.test(
  'events without a notice get their deliveries once, in pages, and are counted until then',
  async (t) => {
    const stack = await setup(t)
    const { pool } = stack.database
    const members = Array.from({ length: 1_250 }, (_, i) => (i % 5 === 0 ? '12' : '11'))
    for (let from = 0; from < members.length; from += 50) await stack.commit(members.slice(from, from + 50))
    t.match(await serviceStatus(pool), { fanOutWaiting: members.length })
    t.ok(((await serviceStatus(pool)).fanOutAge ?? 0) > 0)
    t.equal(await sweepUntil(stack, members.length), members.length)
    t.match(await serviceStatus(pool), { fanOutWaiting: 0, fanOutAge: null })
    await pool.query('delete from delivery')
    await stack.commit(['11'])
    t.equal(await sweepUntil(stack, 1), 1, 'what was searched is not searched again')
  },
)

t.test('events younger than the asked age are left to their notices', async (t) => {
  const stack = await setup(t)
  await sweepUntil(stack, 0)
  await stack.commit(['11'])
  t.same(await sweepFanOut(stack.database.pool, 60_000), { missing: [], more: false })
  t.equal(await sweepUntil(stack, 1), 1)
})

t.test('a log that comes from a server with a higher transaction counter is searched as well', async (t) => {
  const stack = await setup(t)
  const { pool } = stack.database
  await stack.commit(['11', '11', '12'])
  await pool.query("update event set xid = '900000000000'")
  await pool.query("update fan_out_sweep set swept_to = '800000000000', horizon = '800000000000'")
  await stack.commit(['12'])
  t.equal(await sweepUntil(stack, 4), 4, 'the events from there, and those of this server')
})

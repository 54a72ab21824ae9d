import t from 'tap'
import { receiver, status } from '../../support/delivery/receiver.js'
import { retryNow } from '../../support/delivery/retry-now.js'
import { until } from '../../support/until.js'
import { FAST } from '../../support/delivery/test-worker.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

t.test('order per member, with failures and three workers', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  const members = Array.from({ length: 8 }, (_, i) => String(20 + i))
  for (const member of members) await stack.member(member)
  const { id } = await stack.callback({ url: partner.url, ordered: 'member', maxInFlight: 8 })
  const taken = new Map<string, number[]>()
  const inFlight = new Map<string, number>()
  let crowded = 0
  let seed = 7
  partner.reply(({ event }, response) => {
    const member = event.member_id ?? ''
    const together = (inFlight.get(member) ?? 0) + 1
    inFlight.set(member, together)
    if (together > 1) crowded += 1
    seed = (seed * 48_271) % 2_147_483_647
    const fails = seed % 10 < 2
    setTimeout(() => {
      inFlight.set(member, (inFlight.get(member) ?? 1) - 1)
      if (!fails) taken.set(member, [...(taken.get(member) ?? []), event.sequence ?? -1])
      response.writeHead(fails ? 500 : 200).end()
    }, seed % 8)
  })
  const workers = [await stack.worker(), await stack.worker(), await stack.worker()]
  const events = []
  for (let round = 0; round < 4; round++)
    events.push(
      ...(await stack.emit(Array.from({ length: 80 }, (_, i) => members[i % members.length] ?? ''))),
    )
  await until('half', () => partner.got.length > 160)
  await workers[0]?.stop()
  await until('all taken', () => [...taken.values()].flat().length >= events.length, 25_000)
  for (const member of members)
    t.same(
      taken.get(member),
      Array.from({ length: 40 }, (_, i) => i + 1),
      `member ${member} in sequence`,
    )
  t.equal(crowded, 0, 'never two events of a member at once')
  await until(
    'no delivery is pending',
    async () => (await stack.count('delivery', `callback_id = ${id}`)) === 0,
  )
})

t.test('events announced out of order, or not at all, are delivered in sequence', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url, ordered: 'member' })
  const [a, b, c, d] = await stack.commit(['11', '11', '11', '11'])
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new Error('four were committed')
  await stack.worker()
  await stack.announce([c])
  await until('three', () => partner.got.length >= 3)
  await stack.announce([b, a, d])
  await until('four', () => partner.got.length >= 4)
  await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
  t.same(
    partner.got.map((one) => one.event.sequence),
    [1, 2, 3, 4],
  )
})

t.test('deliveries that wait for an event no longer in the log continue without it', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url, ordered: 'member' })
  partner.reply(status(500))
  const before = await stack.worker({
    settings: { policy: { ...FAST, retrySchedule: Array.from({ length: 9 }, () => 200) } },
  })
  const [head] = await stack.emit(['11', '11', '11'])
  await until(
    'two wait for the first',
    async () => (await stack.count('delivery', "due_at = 'infinity'")) === 2,
  )
  await before.stop()
  await stack.database.pool.query('delete from event where id = $1', [head?.id])
  const from = partner.got.length
  partner.reply(status(200))
  await stack.worker()
  await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
  t.same(
    partner.got.slice(from).map((one) => one.event.sequence),
    [2, 3],
  )
})

t.test('a waiting delivery is deferred once, however slow the store is', async (t) => {
  const {
    database: { pool },
    callback,
    commit,
    member,
    announce,
    worker,
    count,
  } = await webhookStack(t)
  const partner = await receiver(t)
  await member('11')
  const { id } = await callback({ url: partner.url, ordered: 'member', maxInFlight: 2, status: 'Disabled' })
  const events = await commit(Array.from({ length: 100 }, () => '11'))
  const fanning = await worker()
  await announce(events)
  await until('the deliveries', async () => (await count('delivery')) === events.length)
  await fanning.stop()
  await pool.query(
    "update delivery set due_at = now() + case when sequence = 1 then interval '1 hour' else interval '-1 second' end",
  )
  await pool.query("update callback set status = 'Active'")
  await pool.query('update callback_due set ready_at = now()')
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from delivery where callback_id = $1 for update', [id])
  let deferred = 0
  await worker({
    fanOut: false,
    written: (batch) => {
      deferred = Math.max(deferred, batch.deferred.length)
    },
  })
  await until(
    'a write that waits',
    async () =>
      (await count('pg_stat_activity', "wait_event_type = 'Lock' and datname = current_database()")) > 0,
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
  await holder.query('commit')
  holder.release()
  await until(
    'all wait for the first',
    async () => (await count('delivery', "due_at = 'infinity'")) === events.length - 1,
  )
  t.ok(deferred < events.length, `${deferred} at once`)
  await retryNow(pool)
  await until('all of them', () => partner.got.length === events.length, 30_000)
  t.same(
    partner.got.map((one) => one.event.sequence),
    events.map((one) => one.sequence),
  )
})

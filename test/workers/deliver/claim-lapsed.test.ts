/**
 * Claims that lapse while a worker lives, and batches whose commit was not confirmed: nothing is sent or
 * written twice.
 */
import t from 'tap'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import type { AttemptWrite, RecordBatch } from '../../../schemas/webhooks/delivery.js'
import { receiver } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

const batch = (attempts: AttemptWrite[]): RecordBatch => ({
  attempts,
  deferred: [],
  missing: [],
  disabled: [],
  claims: [],
})

t.test(
  'a claim lost with attempts in flight: the next claim of the same worker does not repeat them',
  async (t) => {
    const stack = await webhookStack(t)
    const partner = await receiver(t)
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    partner.reply(async (_got, response) => {
      if (partner.got.length <= 2) await held
      response.writeHead(200).end()
    })
    await stack.member('11')
    const { id } = await stack.callback({ url: partner.url, maxInFlight: 3, timeoutMs: 20_000 })
    await stack.worker()
    const events = await stack.emit(['11', '11'])
    await until('two attempts are in flight', () => partner.got.length === 2)
    const claims = async (): Promise<number> =>
      Number(
        (await stack.database.pool.query('select claim from callback_due where callback_id = $1', [id]))
          .rows[0]?.claim,
      )
    const before = await claims()
    await stack.database.pool.query(
      'update callback_due set ready_at = clock_timestamp(), claim = claim + 1 where callback_id = $1',
      [id],
    )
    await until('the only worker claims it again', async () => (await claims()) >= before + 2)
    events.push(...(await stack.emit(Array.from({ length: 12 }, () => '11'))))
    await until('the new claim sends the new events', () => partner.got.length === events.length)
    answer()
    await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
    t.same(partner.ids().sort(), events.map((one) => one.id).sort(), 'each once')
    t.equal(await stack.count('attempt'), events.length)
  },
)

t.test('an attempt recorded while the next claim of the same worker reads what is due', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  partner.reply(async (_got, response) => {
    await held
    response.writeHead(200).end()
  })
  await stack.member('11')
  const { id } = await stack.callback({ url: partner.url, timeoutMs: 20_000 })
  await stack.worker({
    afterFirst: async () => {
      if (partner.got.length === 0) return
      answer()
      await until('the attempt is recorded', async () => (await stack.count('attempt')) === 1)
    },
  })
  await stack.emit(['11'])
  await until('an attempt is in flight', () => partner.got.length === 1)
  await stack.database.pool.query(
    'update callback_due set ready_at = clock_timestamp(), claim = claim + 1 where callback_id = $1',
    [id],
  )
  await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
  await stack.emit(['11'])
  await until('a later event arrives', () => new Set(partner.ids()).size === 2)
  t.equal(partner.got.length, 2, 'each once')
})

t.test('a batch written again because its commit was not confirmed', async (t) => {
  const stack = await webhookStack(t)
  await stack.member('11')
  const { id } = await stack.callback({ url: 'http://127.0.0.1:9/' })
  const [arrived, failed] = await stack.commit(['11', '11'])
  if (arrived === undefined || failed === undefined) throw new Error('two events were committed')
  const store = deliveryStore(stack.database.pool)
  await store.fanOut([arrived, failed].map((event) => ({ id: event.id, created: Date.now() })))
  const attempt = (event: string, at: number, state: 'delivered' | 'retrying', no = 1): AttemptWrite => ({
    callback: id,
    event,
    eventAt: Date.now(),
    type: 'trip.updated',
    resource: '77',
    no,
    retryIndex: no,
    at,
    state,
    status: state === 'delivered' ? 200 : 500,
    error: null,
    address: '127.0.0.1',
    ms: 3,
    until: state === 'delivered' ? null : Date.now() + 60_000,
    signed: `1 ${'ab'.repeat(32)} v1,${Buffer.alloc(32).toString('base64')}`,
    answer: null,
    ordered: false,
    member: '11',
  })
  const now = Date.now() + 0.123_456
  const recorded = batch([attempt(arrived.id, now, 'delivered'), attempt(failed.id, now, 'retrying')])
  await store.record(recorded, false)
  await store.record(
    { ...recorded, attempts: [...recorded.attempts, attempt(failed.id, now + 1, 'retrying', 2)] },
    true,
  )
  t.equal(await stack.count('attempt', `event_id = '${arrived.id}'`), 1)
  t.equal(await stack.count('attempt', `event_id = '${failed.id}'`), 2, 'the new attempt in it is written')
  t.equal(await stack.count('delivery', `event_id = '${failed.id}' and attempt_count = 2`), 1)

  await store.record(batch([attempt(failed.id, now + 2, 'retrying', 1)]), false)
  t.equal(
    await stack.count('attempt', `event_id = '${failed.id}'`),
    3,
    'an attempt of a replaced worker is recorded',
  )
  t.equal(
    await stack.count('delivery', `event_id = '${failed.id}' and attempt_count = 2`),
    1,
    'and changes nothing: another was recorded since',
  )
})

import t from 'tap'
import { changeCallback } from '../../../db/webhooks/callbacks.js'
import { redeliver } from '../../../db/webhooks/replay.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { FAST } from '../../support/delivery/test-worker.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

t.test('a silent, a slow and a failing endpoint do not slow the others', async (t) => {
  const stack = await webhookStack(t)
  const [hole, failing, healthy] = await Promise.all([receiver(t), receiver(t), receiver(t)])
  hole.reply(() => undefined)
  failing.reply(status(500))
  for (const [client, endpoint] of [
    ['hole', hole],
    ['failing', failing],
    ['healthy', healthy],
  ] as const) {
    await stack.member('11', client)
    await stack.callback({ url: endpoint.url, client, timeoutMs: 4_000, maxInFlight: 20 })
  }
  await stack.worker({ settings: { maxInFlight: 200 } })
  const delays: number[] = []
  for (let i = 0; i < 8; i++) {
    const began = Date.now()
    const events = await stack.emit(Array.from({ length: 20 }, () => '11'))
    await until('the healthy endpoint', () => healthy.got.length >= (i + 1) * events.length)
    delays.push(Date.now() - began)
  }
  t.ok(
    Math.max(...delays) < 4_000,
    `a round took ${Math.max(...delays)} ms at most, less than a timeout of the black hole`,
  )
  await until(
    'the breaker',
    async () => (await stack.count('callback_due', 'state like \'%"is":"open"%\'')) >= 1,
  )
  const before = failing.got.length
  const open = await until('a quiet time', async () => {
    const {
      rows: [row],
    } = await stack.database.pool.query(
      'select extract(epoch from max(not_before) - clock_timestamp())::float8 * 1000 as ms from callback_due where isfinite(not_before)',
    )
    return typeof row?.ms === 'number' && row.ms > 0 ? (row.ms as number) : null
  })
  t.ok(open <= FAST.breaker.maxOpenFor + 50, `${open} ms to the next probe`)
  t.ok(failing.got.length - before <= 2, 'one probe at a time')
  failing.reply(status(200))
  hole.reply(status(200))
  await until(
    'they recover, and nothing is lost',
    () => new Set(failing.ids()).size === 160 && new Set(hole.ids()).size === 160,
    25_000,
  )
})

t.test('a change or a manual redelivery does not wait for an open circuit breaker', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  const { id } = await stack.callback({ url: partner.url })
  await stack.worker({
    settings: { policy: { ...FAST, breaker: { ...FAST.breaker, openFor: 60_000, maxOpenFor: 60_000 } } },
  })
  const asks: Array<(event: string) => Promise<unknown>> = [
    async (event) => await redeliver(stack.database.pool, 'partner', event, null),
    async () =>
      await changeCallback(stack.database.pool, 'partner', id, { settings: { description: 'changed' } }),
  ]
  for (const ask of asks) {
    partner.reply(status(500))
    const events = await stack.emit(Array.from({ length: 10 }, () => '11'))
    await until(
      'the breaker',
      async () =>
        (await stack.count(
          'callback_due',
          'state like \'%"is":"open"%\' and worker is null and not_before > now()',
        )) === 1,
    )
    partner.reply(status(200))
    await ask(events[0]?.id ?? '')
    await until('the probe, and all after it', async () => (await stack.count('delivery')) === 0)
  }
})

t.test('limits of a callback: concurrency and rate', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  let now = 0
  let most = 0
  partner.reply((_got, response) => {
    now += 1
    most = Math.max(most, now)
    setTimeout(() => {
      now -= 1
      response.writeHead(200).end()
    }, 20)
  })
  await stack.callback({ url: partner.url, maxInFlight: 3, rate: 40 })
  await stack.worker()
  await stack.emit(Array.from({ length: 100 }, () => '11'))
  await until('all', () => partner.got.length === 100)
  t.ok(most <= 3, `${most} at once`)
  const first = partner.got[0]?.at ?? 0
  const took = (partner.got.at(-1)?.at ?? 0) - first
  t.ok(took >= 1_400, `a hundred at 40 a second, 40 of them at once, took ${took} ms`)
})

t.test('the rate limit also holds when each event has a claim of its own', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url, rate: 1 })
  await stack.worker()
  for (let sent = 1; sent <= 3; sent++) {
    await stack.emit(['11'])
    await until('it', () => partner.got.length === sent)
    await until(
      'the claim is given back',
      async () => (await stack.count('callback_due', 'worker is not null')) === 0,
    )
  }
  const took = (partner.got.at(-1)?.at ?? 0) - (partner.got[0]?.at ?? 0)
  t.ok(took >= 1_900, `three at one a second took ${took} ms`)
})

t.test('a rate limit whose next token is out of range blocks nobody else', async (t) => {
  const stack = await webhookStack(t)
  const [patient, other] = await Promise.all([receiver(t), receiver(t)])
  await stack.member('11')
  await stack.callback({ url: patient.url, rate: 1e-300 })
  await stack.callback({ url: other.url })
  await stack.worker()
  await stack.emit(['11', '11', '11'])
  await until(
    'everything allowed is delivered and recorded, and both claims are given back',
    async () =>
      patient.got.length === 1 &&
      other.got.length === 3 &&
      (await stack.count('attempt')) === 4 &&
      (await stack.count('callback_due', 'worker is not null')) === 0,
  )
  t.equal(await stack.count('delivery'), 2, 'the other deliveries wait')
})

t.test('outcomes of one callback that the database refuses do not block those of others', async (t) => {
  const stack = await webhookStack(t)
  const [refused, healthy] = await Promise.all([receiver(t), receiver(t)])
  for (const [client, endpoint] of [
    ['refused', refused],
    ['healthy', healthy],
  ] as const) {
    await stack.member('11', client)
    await stack.callback({ url: endpoint.url, client })
  }
  const { pool } = stack.database
  const {
    rows: [row],
  } = await pool.query<{ id: string }>("select id::text from callback where client_id = 'refused'")
  await pool.query(`alter table attempt add constraint refused check (callback_id <> ${row?.id ?? ''})`)
  await stack.worker()
  for (let i = 0; i < 5; i++) await stack.emit(['11', '11', '11'])
  await until(
    'the outcomes of the other callback are written',
    async () => (await stack.count('attempt')) === 15,
  )
  t.equal(await stack.count('delivery', `callback_id <> ${row?.id ?? ''}`), 0)
  await pool.query('alter table attempt drop constraint refused')
  await until('the refused outcomes are written, each once', async () => (await stack.count('attempt')) >= 30)
  t.equal(await stack.count('attempt'), 30)
  t.equal(new Set(refused.ids()).size, 15)
})

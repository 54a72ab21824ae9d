/** Faults around the worker (webhooks.md 6): names, certificates, clock, database and broker. */
import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { migrate } from '../../../db/pg/migrate.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import { ownPostgres } from '../../support/own-postgres.js'
import { natsFolder, ownNats } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'
import { webhookParts, webhookStack } from '../../support/delivery/webhooks.js'
import { workerProcess } from '../../support/delivery/worker-process.js'

t.setTimeout(180_000)

t.test('a wall clock that jumps by hours moves no retry and no timestamp', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url })
  const worker = await workerProcess(stack)
  t.teardown(() => {
    worker.kill('SIGKILL')
  })
  for (const jump of [7_200_000, -7_200_000]) {
    worker.jump(jump)
    const answers = [status(500), status(500), status(200)]
    partner.reply((got, response) => {
      void (answers.shift() ?? status(200))(got, response)
    })
    const from = partner.got.length
    await stack.emit(['11'])
    await until('three attempts without hours of delay', () => partner.got.length === from + 3)
    for (const one of partner.got.slice(from)) {
      t.ok(
        Math.abs(Number(one.headers['webhook-timestamp']) * 1_000 - one.at) < 5_000,
        `the timestamp is right, jumped by ${jump} ms`,
      )
    }
    await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
  }
  t.equal(await stack.count('attempt', 'abs(extract(epoch from at - clock_timestamp())) > 120'), 0)
})

t.test('Postgres and the broker restart in the middle: everything arrives', async (t) => {
  const postgres = await ownPostgres()
  await migrate(postgres.url)
  const natsDir = natsFolder()
  const nats = await ownNats(t, { dir: natsDir })
  const database = connect({ url: postgres.url, name: 'restart', log: silentLog(), size: 10 })
  const nc = await connectStream({ url: nats.url, name: 'restart' })
  await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  t.teardown(async () => {
    await nc.close()
    await database.close()
    await postgres.remove()
  })
  const stack = webhookParts(t, database, nc)
  const partner = await receiver(t)
  partner.reply((_got, response) => {
    setTimeout(() => {
      response.writeHead(200).end()
    }, 5)
  })
  const members = ['11', '12', '13']
  for (const member of members) await stack.member(member)
  await stack.callback({ url: partner.url, maxInFlight: 4 })
  // Shorter than the outage: the claim is free by then, and the worker claims again what it still has to
  // record.
  await stack.worker({ settings: { leaseMs: 500 } })
  const emitted: string[] = []
  const more = async (): Promise<void> => {
    emitted.push(
      ...(await stack.emit(Array.from({ length: 300 }, (_, i) => members[i % 3]!))).map((one) => one.id),
    )
  }
  await more()
  await until('a part', () => partner.got.length > 50)
  await postgres.kill()
  await postgres.start()
  await until(
    'all of the first events, after the database came back',
    () => new Set(partner.ids()).size === emitted.length,
    40_000,
  )

  const before = partner.got.length
  await more()
  await until('a part', () => partner.got.length > before + 20)
  await nats.stop()
  await ownNats(t, { dir: natsDir, port: Number(new URL(nats.url).port) })
  const later = await stack.commit(Array.from({ length: 300 }, (_, i) => members[i % 3]!))
  emitted.push(...later.map((one) => one.id))
  await until(
    'the broker accepts messages again',
    async () =>
      await stack.announce(later).then(
        () => true,
        () => false,
      ),
    30_000,
  )
  await until(
    'all events, after the broker came back',
    () => new Set(partner.ids()).size === emitted.length,
    40_000,
  )
  await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
  t.same([...new Set(partner.ids())].sort(), [...emitted].sort())
  t.equal(
    partner.got.length,
    emitted.length,
    'nothing twice: the worker kept running and knows what it has sent',
  )
  t.equal(
    await stack.count('attempt'),
    emitted.length,
    'each attempt is recorded once, also those being written when the database went away',
  )
})

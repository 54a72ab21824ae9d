/** Feeds during outages of the broker or the workers, and of their senders. */
import { connect } from 'node:net'
import t from 'tap'
import type { Test } from 'tap'
import { streamManager } from '../../workers/stream/setup.js'
import { startIngress } from '../support/api/ingress.js'
import type { Ingress } from '../support/api/ingress.js'
import { feedFlight, feedMembers, sendFeed, openFeed, makeFeedSupplier } from '../support/api/feed-client.js'
import type { FeedAnswer } from '../support/api/feed-client.js'
import { natsFolder, testDatabase, ownNats } from '../support/servers.js'

t.setTimeout(150_000)

const stored = async (ingress: Ingress): Promise<number> =>
  (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.messages

async function setup(t: Test, patience: number) {
  const dir = natsFolder()
  const nats = await ownNats(t, { dir })
  let passed = 0
  /** Time after which the lag is checked again. */
  const expireLag = (): void => {
    passed += 1_000
  }
  const ingress = await startIngress(t, {
    on: { databaseUrl: await testDatabase(t), natsUrl: nats.url },
    deadline: 400,
    deps: { feedRetryMs: patience, now: () => Date.now() + passed },
  })
  await makeFeedSupplier(ingress)
  const members = await feedMembers(ingress, 5)
  const line = (i: number, key?: string): string =>
    `${JSON.stringify({
      member_id: members[i % members.length],
      segments: [
        {
          ...feedFlight(),
          confirmation_no: `Q${String(i + 2000)
            .replaceAll('0', 'X')
            .replaceAll('1', 'Y')}Z`,
        },
      ],
      key,
    })}\n`
  return { dir, nats, ingress, line, expireLag }
}

t.test('the broker is down for a moment: the sender waits, and every line is accepted', async (t) => {
  const { dir, nats, ingress, line } = await setup(t, 20_000)
  const open = await openFeed(ingress)
  open.send(line(0))
  t.match(await open.next(), { line: 1, status: 202 })
  await nats.stop()
  open.send(Array.from({ length: 50 }, (_, i) => line(i)).join(''))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await ownNats(t, { dir, port: nats.port })
  const answers = await open.end()
  t.same(
    answers.map((one) => [one.line, one.status]),
    Array.from({ length: 50 }, (_, i) => [i + 2, 202]),
  )
  t.equal(await stored(ingress), 6, 'each line is stored once')
})

t.test(
  'the broker stays down: lines in hand are answered 503, the feed ends, and can be continued later',
  async (t) => {
    const { dir, nats, ingress, line } = await setup(t, 1_000)
    const open = await openFeed(ingress)
    open.send(line(0, 'k0'))
    t.match(await open.next(), { line: 1, status: 202 })
    await nats.stop()
    open.send([line(1, 'k1'), line(2, 'k2'), '{"no": "line"}\n', line(2, 'k3')].join(''))
    const answers: Array<FeedAnswer | null> = []
    for (let i = 0; i < 5; i++) answers.push(await open.next())
    t.match(answers, [
      { line: 2, status: 503, error: 'temporarily_unavailable', retry_after: Number },
      { line: 3, status: 503 },
      { line: 4, status: 400 },
      { line: 5, status: 503 },
      null,
    ])
    open.cut()
    await ownNats(t, { dir, port: nats.port })
    await t.resolves(until503IsOver(ingress, line(1, 'k1')))
    const again = await sendFeed(ingress, [line(0, 'k0'), line(1, 'k1'), line(2, 'k2'), line(2, 'k3')])
    t.same(
      again.map((one) => one.status),
      [202, 202, 202, 202],
    )
    t.same(
      again.map((one) => one.replayed),
      [true, true, undefined, undefined],
    )
    t.equal(await stored(ingress), 4)
  },
)

t.test('the broker stays down: many lines in hand wait for it once', async (t) => {
  const { nats, ingress, line } = await setup(t, 1_500)
  const open = await openFeed(ingress)
  open.send(line(0))
  t.match(await open.next(), { line: 1, status: 202 })
  await nats.stop()
  const since = performance.now()
  open.send(line(1, 'again').repeat(8))
  const answers = await open.end()
  t.same(
    answers.map((one) => one.status),
    Array.from({ length: 8 }, () => 503),
  )
  t.ok(performance.now() - since < 6_000, `after ${Math.round(performance.now() - since)} ms`)
})

async function until503IsOver(ingress: Ingress, line: string): Promise<void> {
  for (;;) {
    const [answer] = await sendFeed(ingress, [line])
    if (answer?.status === 202) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

t.test('the server closes: lines that were read are answered, and the feed ends', async (t) => {
  const { ingress, line } = await setup(t, 5_000)
  const open = await openFeed(ingress)
  open.send(Array.from({ length: 20 }, (_, i) => line(i)).join(''))
  t.match(await open.next(), { line: 1, status: 202 })
  const closed = ingress.app.close()
  let last = 1
  for (let answer = await open.next(); answer !== null; answer = await open.next()) last = answer.line
  t.equal(last, 20)
  open.cut()
  await closed
  t.equal(await stored(ingress), 5)
})

async function setLag(ingress: Ingress, by: string): Promise<void> {
  await ingress.database.pool.query(
    `with added as (
      insert into partition_owner (partition) values (0) on conflict (partition) do nothing
    )
    insert into partition_position (partition, folded_to) values (0, now() - $1::interval)
      on conflict (partition, revision) do update set folded_to = excluded.folded_to`,
    [by],
  )
}

t.test('folding lags five minutes: the sender waits until it has caught up', async (t) => {
  const { ingress, line, expireLag } = await setup(t, 20_000)
  await setLag(ingress, '1 second')
  const open = await openFeed(ingress)
  open.send(line(0))
  t.match(await open.next(), { line: 1, status: 202 })
  await setLag(ingress, '6 minutes')
  expireLag()
  open.send(line(1))
  const answer = open.next()
  const early = new Promise<string>((resolve) => {
    setTimeout(() => {
      resolve('waits')
    }, 1_500)
  })
  t.equal(await Promise.race([answer, early]), 'waits')
  t.equal(await stored(ingress), 1)
  await setLag(ingress, '1 second')
  t.match(await answer, { line: 2, status: 202 })
  await open.end()
})

t.test(
  'folding keeps lagging: lines in hand are answered 503 and the feed ends, also if the server closes',
  async (t) => {
    for (const patience of [1_000, 60_000]) {
      const { ingress, line, expireLag } = await setup(t, patience)
      const open = await openFeed(ingress)
      open.send(line(0))
      t.match(await open.next(), { line: 1, status: 202 })
      await setLag(ingress, '6 minutes')
      expireLag()
      open.send(line(1) + line(2))
      const closed =
        patience > 1_000
          ? new Promise((resolve) => setTimeout(resolve, 500)).then(async () => {
              await ingress.app.close()
            })
          : null
      const [first, second, end] = [await open.next(), await open.next(), await open.next()]
      t.match(
        [first, second],
        [
          { line: 2, status: 503, error: 'temporarily_unavailable', retry_after: Number },
          { line: 3, status: 503 },
        ],
      )
      t.equal(end, null)
      t.equal(await stored(ingress), 1)
      open.cut()
      await closed
    }
  },
)

t.test('a sender that reads no answers has to wait, and continues when it reads them', async (t) => {
  const { ingress } = await setup(t, 5_000)
  const { port } = new URL(ingress.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(
    `POST /v2/feeds/segments HTTP/1.1\r\nhost: x\r\nx-forwarded-proto: https\r\ncontent-type: application/x-ndjson\r\nauthorization: Bearer ${await ingress.appToken('gds')}\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  // A short line with a long answer.
  const lines =
    `{"segments":[${'{},'.repeat(200)}{}],"account":{"source":"airline_dl","account_id":"1"}}\n`.repeat(100)
  const chunk = `${lines.length.toString(16)}\r\n${lines}\r\n`
  const before = process.memoryUsage().rss
  const drained = async (ms: number): Promise<boolean> =>
    await Promise.race([
      new Promise<boolean>((resolve) => {
        socket.once('drain', () => {
          resolve(true)
        })
      }),
      new Promise<boolean>((resolve) => {
        setTimeout(() => {
          resolve(false)
        }, ms).unref()
      }),
    ])
  let sent = 0
  let waits = false
  while (!waits && sent < 10_000) {
    sent += 1
    if (!socket.write(chunk)) waits = !(await drained(3_000))
  }
  t.ok(waits, `after ${sent * lines.length} bytes`)
  const grown = (process.memoryUsage().rss - before) / 2 ** 20
  t.ok(grown < 400, `${Math.round(grown)} MiB more than before`)
  let read = 0
  socket.on('data', (piece: Buffer) => {
    read += piece.length
  })
  const goesOn = drained(60_000)
  socket.resume()
  t.ok(await goesOn, `after ${read} bytes of answers`)
  socket.destroy()
})

t.test('a sender that disconnects frees its place', async (t) => {
  const { ingress, line } = await setup(t, 5_000)
  for (let i = 0; i < 8; i++) {
    const open = await openFeed(ingress)
    open.send(line(i) + line(i).slice(0, 20))
    t.match(await open.next(), { status: 202 })
    open.cut()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  t.match(await sendFeed(ingress, [line(0)]), [{ status: 202 }], 'its places are free')
})

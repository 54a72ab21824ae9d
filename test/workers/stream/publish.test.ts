import { jetstreamManager } from '@nats-io/jetstream'
import t from 'tap'
import type { Test } from 'tap'
import { PublishError } from '../../../schemas/stream/publish-error.js'
import { SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { publisher } from '../../../workers/stream/publish.js'
import type { PublisherSettings } from '../../../workers/stream/publish.js'
import { ensureStreams, streamState } from '../../../workers/stream/setup.js'
import { proxyTo, through } from '../../support/proxy.js'
import { natsFolder, ownNats } from '../../support/servers.js'
import { until } from '../../support/until.js'
import { openStream } from '../../support/open-stream.js'

const MIB = 2 ** 20

async function stack(t: Test, options: { maxBytes?: number; publisher?: PublisherSettings } = {}) {
  const dir = natsFolder()
  const nats = await ownNats(t, { dir })
  const nc = await openStream(t, { url: nats.url })
  await ensureStreams(nc, { partitions: 4, maxBytes: options.maxBytes ?? 64 * MIB, replicas: 1 })
  const sender = publisher(nc, options.publisher)
  t.teardown(() => {
    sender.close()
  })
  return { nats, nc, sender, restart: async () => await ownNats(t, { dir, port: nats.port }) }
}

async function refusal(publish: Promise<unknown>): Promise<PublishError> {
  try {
    await publish
  } catch (error) {
    if (error instanceof PublishError) return error
    throw error
  }
  throw new Error('the publish was not refused')
}

function refuses(nc: NatsConnection): boolean {
  try {
    nc.publish('nothing')
    return false
  } catch {
    return true
  }
}

const bytes = (size = 10): Uint8Array => new Uint8Array(size).fill(120)

t.test('a publish resolves with its sequence, and a repeat with the same one', async (t) => {
  const { sender, nc } = await stack(t)
  const first = await sender.publish(bytes(), 'seg.1001', 'b1')
  t.same(first, { seq: 1, duplicate: false })
  t.same(await sender.publish(bytes(), 'seg.1001', 'b1'), { seq: 1, duplicate: true })
  t.same(
    await sender.publish(bytes(), 'seg.1002', 'b1'),
    { seq: 2, duplicate: false },
    'another member may use the same id',
  )
  t.equal((await streamState(nc)).messages, 2)
})

t.test('many at once: each gets its own answer, in the order of publishing', async (t) => {
  const { sender } = await stack(t)
  const stored = await Promise.all(
    Array.from({ length: 1_000 }, async (_, i) => await sender.publish(bytes(), `seg.${i % 7}`, `b${i}`)),
  )
  t.same(
    stored.map((one) => one.seq),
    Array.from({ length: 1_000 }, (_, i) => i + 1),
  )
  t.same(sender.inFlight(), { count: 0, bytes: 0, waiting: 0 })
})

t.test('an invalid header fails only its own publish', async (t) => {
  const { sender, nc } = await stack(t)
  const concurrent = sender.publish(bytes(), 'seg.1001', 'b1')
  await t.rejects(sender.publish(bytes(), 'seg.1001', 'b2', undefined, { Reason: 'two\r\nlines' }))
  t.equal((await concurrent).seq, 1)
  t.equal((await sender.publish(bytes(), 'seg.1001', 'b3')).seq, 2)
  t.equal((await streamState(nc)).messages, 2)
  t.same(sender.inFlight(), { count: 0, bytes: 0, waiting: 0 })
})

t.test('a full stream refuses at once with its own reason, and nothing leaks', async (t) => {
  const { sender } = await stack(t, { maxBytes: MIB })
  const results = await Promise.allSettled(
    Array.from(
      { length: 30 },
      async (_, i) => await sender.publish(crypto.getRandomValues(bytes(60_000)), 'seg.1', `b${i}`),
    ),
  )
  const faults = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as PublishError] : []))
  t.ok(faults.length > 0 && faults.length < 30, `${faults.length} of 30 were refused`)
  t.ok(
    faults.every(
      (fault) => fault.reason === 'stream_full' && fault.status === 503 && fault.retryAfter === 30,
    ),
  )
  t.same(sender.inFlight(), { count: 0, bytes: 0, waiting: 0 })
})

t.test('a message larger than the broker accepts is refused as too large', async (t) => {
  const { sender } = await stack(t)
  const beyondPayload = await refusal(sender.publish(bytes(3 * MIB), 'seg.1', 'b1'))
  t.equal(beyondPayload.reason, 'too_large')
  t.equal(beyondPayload.status, 413)
  t.equal(
    (await refusal(sender.publish(bytes(1.6 * MIB), 'seg.1', 'b2'))).reason,
    'too_large',
    'nor larger than the stream accepts',
  )
})

t.test('a publish over the in-flight limit waits, and is refused as busy after a while', async (t) => {
  const { sender, nats, nc } = await stack(t, { publisher: { maxCount: 2, queueTimeoutMs: 30_000 } })
  const waited = await Promise.all(
    Array.from({ length: 20 }, async (_, i) => await sender.publish(bytes(), 'seg.1', `b${i}`)),
  )
  t.equal(waited.length, 20, 'all twenty are admitted')
  const hasty = publisher(nc, { maxCount: 2, queueTimeoutMs: 100, deadlineMs: 600, resendMs: 200 })
  t.teardown(() => {
    hasty.close()
  })
  process.kill(-nats.process.pid, 'SIGSTOP')
  try {
    await until(
      'the broker is frozen',
      async () =>
        await Promise.race([
          nc.rtt().then(() => false),
          new Promise<true>((resolve) =>
            setTimeout(() => {
              resolve(true)
            }, 100),
          ),
        ]),
    )
    const stuck = [hasty.publish(bytes(), 'seg.1', 'c1'), hasty.publish(bytes(), 'seg.1', 'c2')].map(refusal)
    t.equal((await refusal(hasty.publish(bytes(), 'seg.1', 'c3'))).reason, 'busy')
    t.same(
      (await Promise.all(stuck)).map((fault) => fault.reason),
      ['outcome_unknown', 'outcome_unknown'],
    )
  } finally {
    process.kill(-nats.process.pid, 'SIGCONT')
  }
})

t.test(
  'broker restart: refused at once while it is known to be down, accepted again afterwards',
  async (t) => {
    const { sender, nats, nc, restart } = await stack(t)
    t.same(await sender.publish(bytes(), 'seg.1', 'b0'), { seq: 1, duplicate: false })
    await nats.stop()
    await until('the loss is noticed', () => !sender.connected())
    const from = performance.now()
    const fault = await refusal(sender.publish(bytes(), 'seg.1', 'b1'))
    t.equal(fault.reason, 'broker_unavailable')
    t.equal(fault.code, 'temporarily_unavailable')
    t.equal(fault.retryAfter, 10)
    t.ok(performance.now() - from < 100, 'without waiting for the deadline')
    await restart()
    await until('the connection is back', () => sender.connected())
    t.same(await sender.publish(bytes(), 'seg.1', 'b1'), { seq: 2, duplicate: false })
    t.equal((await streamState(nc)).messages, 2)
  },
)

t.test('no responders: retried until the deadline, and nothing was stored', async (t) => {
  const { nats } = await stack(t)
  const nc: NatsConnection = await connectStream({ url: nats.url, name: 'other' })
  t.teardown(async () => {
    await nc.close()
  })
  const sender = publisher(nc, { deadlineMs: 600 })
  t.teardown(() => {
    sender.close()
  })
  t.equal((await refusal(sender.publish(bytes(), 'nowhere.1', 'b1'))).reason, 'broker_unavailable')
})

t.test('a wall clock set back an hour does not extend deadlines by an hour', async (t) => {
  const { nats } = await stack(t)
  const nc = await openStream(t, { url: nats.url, name: 'other' })
  const sender = publisher(nc, { deadlineMs: 600 })
  t.teardown(() => {
    sender.close()
  })
  const { now } = Date
  t.teardown(() => {
    Date.now = now
  })
  const refused = refusal(sender.publish(bytes(), 'nowhere.1', 'b1'))
  Date.now = () => now() - 3_600_000
  t.equal((await refused).reason, 'broker_unavailable')
})

t.test(
  'a draining connection: a publish sent before may have been stored, one never sent is refused',
  async (t) => {
    const { nats, nc: other } = await stack(t)
    other.subscribe('mute.*', { callback: () => undefined })
    await other.flush()
    const between = await proxyTo(t, nats.url)
    const nc = await connectStream({
      url: through(nats.url, between),
      name: 'leaving',
    })
    t.teardown(async () => {
      await nc.close()
    })
    const sender = publisher(nc, { resendMs: 300 })
    t.teardown(() => {
      sender.close()
    })
    const sent = refusal(sender.publish(bytes(), 'mute.1', 'b1'))
    await nc.flush()
    // Draining ends with a query to the broker that is never answered, so the connection stays in this state.
    nc.drain().catch(() => undefined)
    while (!refuses(nc)) await new Promise((resolve) => setImmediate(resolve))
    between.stall('both')
    t.equal((await refusal(sender.publish(bytes(), 'mute.1', 'b2'))).reason, 'broker_unavailable')
    t.equal((await sent).reason, 'outcome_unknown')
  },
)

t.test('an existing stream keeps its partitions, and one without partitions is refused', async (t) => {
  const { nc, nats } = await stack(t)
  t.match(await ensureStreams(nc, { partitions: 8, maxBytes: 64 * MIB, replicas: 1 }), { partitions: 4 })
  const other = await ownNats(t, { dir: natsFolder() })
  t.not(other.port, nats.port)
  const elsewhere = await openStream(t, { url: other.url })
  await (await jetstreamManager(elsewhere)).streams.add({ name: SEGMENTS_STREAM, subjects: ['seg.*'] })
  await t.rejects(ensureStreams(elsewhere, { partitions: 8, maxBytes: 64 * MIB, replicas: 1 }), {
    code: 'stream_mismatch',
  })
})

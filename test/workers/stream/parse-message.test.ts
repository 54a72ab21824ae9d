import t from 'tap'
import type { Test } from 'tap'
import type { CallbackChanged } from '../../../schemas/webhooks/delivery.js'
import { callbackChanges } from '../../../workers/stream/broadcast/callback-changes.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { rateLimitGossip } from '../../../workers/stream/broadcast/rate-limit-gossip.js'
import type { RateLimitCounts } from '../../../workers/stream/broadcast/rate-limit-gossip.js'
import { publisher } from '../../../workers/stream/publish.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { testNats } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'
import { openStream } from '../../support/open-stream.js'

/** Less than a lost connection needs to be noticed by its pings. */
const SOON_MS = 3_000

async function two(t: Test): Promise<{ here: NatsConnection; there: NatsConnection }> {
  const nats = await testNats(t)
  const connect = async (name: string): Promise<NatsConnection> => {
    const nc = await openStream(t, { url: nats.url, name })
    return nc
  }
  return { here: await connect('here'), there: await connect('there') }
}

t.test('callback changes: malformed messages are ignored, and later ones still arrive', async (t) => {
  const { here, there } = await two(t)
  const received: CallbackChanged[] = []
  callbackChanges(here).subscribe((change) => {
    received.push(change)
  })
  await here.flush()
  for (const bad of [
    '{"callback":',
    '',
    'null',
    '7',
    '"x"',
    '[]',
    '{}',
    '{"callback":7,"version":1}',
    '{"callback":"7"}',
    '\u0000',
  ])
    there.publish('callbacks', bad)
  callbackChanges(there).publish({ callback: '7', version: 3 })
  callbackChanges(there).publish({ callback: '8', version: null })
  await until('both arrive', () => received.length >= 2, SOON_MS)
  t.same(received, [
    { callback: '7', version: 3 },
    { callback: '8', version: null },
  ])
})

t.test('rate limit counts: malformed messages are ignored, and later ones still arrive', async (t) => {
  const { here, there } = await two(t)
  const received: RateLimitCounts[] = []
  rateLimitGossip(here, silentLog()).receive((counts) => {
    received.push(counts)
  })
  await here.flush()
  for (const counts of ['null', '7', '{"a x":"1"}', '{"a x":null}', ''])
    there.publish('limits', `{"node":"n","window":1,"counts":${counts}}`)
  for (const bad of ['no json', 'null', '{}']) there.publish('limits', bad)
  rateLimitGossip(there, silentLog()).send({ node: 'there', window: 5, counts: { 'a x': 3 } })
  await until('they arrive', () => received.length > 0, SOON_MS)
  t.same(received, [{ node: 'there', window: 5, counts: { 'a x': 3 } }])
})

t.test('publish answers: a malformed one is ignored, and the real one counts', async (t) => {
  const { here, there } = await two(t)
  await ensureStreams(here, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  // Sits between the publisher and the stream and answers first.
  there.subscribe('seg.*', {
    callback: (_error, message) => {
      for (const bad of ['no json', 'null', '{"seq":']) message.respond(bad)
    },
  })
  await there.flush()
  const sender = publisher(here, { resendMs: 200 })
  t.teardown(() => {
    sender.close()
  })
  const began = performance.now()
  for (const n of [1, 2, 3]) t.equal((await sender.publish(new Uint8Array(10), 'seg.1', `b${n}`)).seq, n)
  t.ok(performance.now() - began < SOON_MS)
})

import t from 'tap'
import type { Test } from 'tap'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { DELIVERY_CONSUMER, consumeEvents } from '../../../workers/stream/event-consumer.js'
import type { EventOutcome } from '../../../workers/ports.js'
import { publisher } from '../../../workers/stream/publish.js'
import { segmentsStream } from '../../../workers/stream/segments-stream.js'
import { ensureStreams, streamManager, streamState } from '../../../workers/stream/setup.js'
import { trimEvents, trimPoint } from '../../../workers/stream/trim.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'
import { openStream } from '../../support/open-stream.js'

/** Streams of this size, and a publisher. */
async function streams(
  t: Test,
  maxBytes: number,
): Promise<{ nc: NatsConnection; sender: ReturnType<typeof publisher> }> {
  const nc = await openStream(t)
  await ensureStreams(nc, { partitions: 4, maxBytes, replicas: 1 })
  const sender = publisher(nc)
  t.teardown(() => {
    sender.close()
  })
  return { nc, sender }
}

t.test(
  'read events leave the stream, unread ones stay, and a full stream accepts events again',
  async (t) => {
    const { nc, sender } = await streams(t, 2 * 2 ** 20)
    const jsm = await streamManager(nc)
    const stored = async (): Promise<number> => (await jsm.streams.info('EVENTS')).state.messages
    const send = async (from: number, count: number): Promise<number> => {
      const sent = await Promise.allSettled(
        Array.from(
          { length: count },
          async (_, i) =>
            await sender.publish(crypto.getRandomValues(new Uint8Array(40_000)), 'events.7', `n${from + i}`),
        ),
      )
      return sent.filter((one) => one.status === 'fulfilled').length
    }
    await t.rejects(trimEvents(nc, DELIVERY_CONSUMER), 'there is no consumer yet')

    const fits = await send(0, 30)
    t.ok(fits > 5 && fits < 30, `${fits} fill the stream`)
    let seen = 0
    let refuse = 2
    const feed = consumeEvents(
      nc,
      async (bodies) => {
        seen += bodies.length
        return bodies.map((): EventOutcome => (refuse-- > 0 ? { is: 'redeliver', ms: 200 } : { is: 'done' }))
      },
      silentLog(),
      { trimEveryMs: 50 },
    )
    t.teardown(async () => {
      await feed.stop()
    })
    await until('all events are read and removed', async () => (await stored()) === 0)
    t.equal(seen, fits + 2, 'two were redelivered')
    t.equal(await send(100, 5), 5, 'there is room')
    await until('the new events are read too', async () => seen === fits + 7 && (await stored()) === 0)

    await feed.stop()
    await send(200, 3)
    t.equal(await trimEvents(nc, DELIVERY_CONSUMER), 0)
    t.equal(await stored(), 3, 'unread events stay')
  },
)

t.test('a nearly full SEGMENTS stream loses its oldest messages, but only folded ones', async (t) => {
  const { nc, sender } = await streams(t, 4 * 2 ** 20)
  const send = async (name: string): Promise<unknown> =>
    await sender.publish(crypto.getRandomValues(new Uint8Array(40_000)), 'seg.7', name)
  const trim = async (folded: number): Promise<number> => {
    const upTo = trimPoint(await streamState(nc), folded)
    return upTo === null ? 0 : await segmentsStream(nc).purge(upTo)
  }

  for (let i = 0; i < 50; i++) await send(`b${i}`)
  t.equal(await trim(50), 0, 'half full: nothing to trim')
  await t.rejects(
    (async () => {
      for (let i = 50; i < 200; i++) await send(`b${i}`)
    })(),
    'it fills',
  )
  const { lastSeq } = await streamState(nc)
  t.equal(await trim(0), 0, 'nothing is folded')
  t.equal(await trim(3), 3, 'three are')
  t.equal((await streamState(nc)).firstSeq, 4)
  const removed = await trim(lastSeq)
  const after = await streamState(nc)
  t.equal(after.firstSeq, 4 + removed, 'the oldest were removed')
  t.ok(
    after.bytes > 0.5 * after.maxBytes && after.bytes <= 0.6 * after.maxBytes,
    `${after.bytes} of ${after.maxBytes} bytes are left`,
  )
  t.equal(await trim(lastSeq), 0)
  await send('again')
  t.equal((await streamState(nc)).lastSeq, lastSeq + 1, 'sequences continue')
})

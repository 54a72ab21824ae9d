/**
 * EVENTS comes back in an older state (workers/DESIGN.md 3.4): notices that it has lost, and notices stored where
 * the consumer had already been.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { ensureStreams, streamManager } from '../../../workers/stream/setup.js'
import { receiver, type Receiver } from '../../support/delivery/receiver.js'
import { webhookParts, type WebhookStack } from '../../support/delivery/webhooks.js'
import { natsFolder, natsStore, ownNats, testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

interface RestoreStack extends Omit<WebhookStack, 'databaseUrl' | 'natsUrl'> {
  partner: Receiver
  /** Stops the server, calls `change` with the folder of EVENTS and one beside the store, and starts it again. */
  whileStopped: (change: (events: string, older: string) => void) => Promise<void>
}

/** Members 1 to 20 have authorised an application with one callback. */
async function restoreStack(t: Test): Promise<RestoreStack> {
  const dir = natsFolder()
  const [databaseUrl, first] = await Promise.all([testDatabase(t), ownNats(t, { dir })])
  const database = connect({ url: databaseUrl, name: 'restored', log: silentLog(), size: 10 })
  const nc = await connectStream({ url: first.url, name: 'restored' })
  await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  const older = `${dir}-older`
  t.teardown(async () => {
    await nc.close()
    await database.close()
    rmSync(older, { recursive: true, force: true })
  })
  const stack = webhookParts(t, database, nc)
  const partner = await receiver(t)
  for (let id = 1; id <= 20; id++) await stack.member(String(id))
  await stack.callback({ url: partner.url })
  let nats = first
  return {
    ...stack,
    partner,
    whileStopped: async (change) => {
      await nats.stop()
      change(join(natsStore(dir), 'jetstream', '$G', 'streams', 'EVENTS'), older)
      nats = await ownNats(t, { dir, port: first.port })
      await until(
        'the connection is back',
        async () =>
          await streamManager(nc, 250)
            .then(async (jsm) => await jsm.streams.info('EVENTS'))
            .then(
              () => true,
              () => false,
            ),
      )
    },
  }
}

/** Keeps owners and modes: the server may run under its own account. */
function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}

const members = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i))

t.test('EVENTS in an older state than its consumer: every event is delivered, none twice', async (t) => {
  const stack = await restoreStack(t)
  const { partner } = stack
  const first = await stack.worker()
  await stack.emit(members(1, 5))
  await until('the first events are delivered', () => partner.got.length === 5)
  await stack.whileStopped((events, older) => {
    copy(join(events, 'msgs'), older)
  })
  await stack.emit(members(6, 8))
  await until('more events are delivered', () => partner.got.length === 8)
  await first.stop()
  await stack.emit(members(9, 15))
  await stack.whileStopped((events, older) => {
    copy(older, join(events, 'msgs'))
  })
  const second = await stack.worker({ settings: { sweepMs: 600_000 } })
  await stack.emit(members(16, 20))
  await until('notices are read where the consumer had been', () => partner.got.length === 13)
  await second.stop()
  await stack.worker({ settings: { sweepMs: 100 } })
  await until('the events whose notices were lost unread are delivered too', () => partner.got.length === 20)
  t.equal(new Set(partner.ids()).size, 20)
})

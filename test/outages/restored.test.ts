/** Postgres is restored to an older state next to intact streams, under load. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { connect } from '../../db/pg/connect.js'
import { dumpDatabase, restoreDatabase } from '../support/database-dump.js'
import { receiver } from '../support/delivery/receiver.js'
import { undelivered } from '../support/delivery/undelivered.js'
import { webhookParts } from '../support/delivery/webhooks.js'
import { foldStack } from '../support/fold/fold-stack.js'
import { startWorker } from '../support/fold/fold-worker.js'
import { silentLog } from '../support/silent-log.js'
import { until } from '../support/until.js'

const PAUSE_MS = 5
/** Events that may wait: a crowded machine makes more than it delivers, and what is left at the end takes too long. */
const MAX_WAITING = 400
const SWEEP = { settings: { sweepMs: 200 } }

t.test('every event of a restored database reaches the callback', async (t) => {
  const stack = await foldStack(t, { partitions: 4 })
  const database = connect({ url: stack.databaseUrl, name: 'test', log: silentLog() })
  t.teardown(database.close)
  const webhooks = webhookParts(t, database, stack.nc)
  const partner = await receiver(t)
  const members = await stack.addMembers(8)
  for (const member of members) await webhooks.member(member)
  await webhooks.callback({ url: partner.url, maxInFlight: 32 })

  const load = sender(
    members,
    async (member, n) => {
      await stack.send(member, { n })
    },
    async () => {
      // While the database is restored nothing can be counted, and the load goes on.
      const events = await webhooks.count('event').catch(() => 0)
      return events - partner.got.length < MAX_WAITING
    },
  )
  t.teardown(load.stop)
  const fold = await startWorker(t, stack, { name: 'fold-1' })
  const first = await webhooks.worker(SWEEP)
  await until('some events are delivered', () => partner.got.length > 50)
  // The dump holds events whose deliveries are made afterwards, from notices that are acknowledged then.
  await first.stop()
  const saved = await webhooks.count('event')
  await until('events wait for the fan-out', async () => (await webhooks.count('event')) > saved + 50)
  // Some members have no event after the dump, some none after the restore: no later notice helps theirs.
  load.restrictTo(members.slice(3))
  const dump = await dumpDatabase(stack.databaseUrl)
  const second = await webhooks.worker(SWEEP)
  const received = partner.got.length
  await until('what follows is delivered', () => partner.got.length > received + 200)
  load.restrictTo(members.slice(6))
  await Promise.all([fold.stop(), second.stop()])
  const lost = await webhooks.count('event')
  await restoreDatabase(stack.databaseUrl, dump)
  t.ok((await webhooks.count('event')) < lost, 'the restored log is shorter')
  const restoredAt = Date.now()

  await startWorker(t, stack, { name: 'fold-2' })
  await webhooks.worker(SWEEP)
  await load.stop()
  await until(
    'everything is folded again',
    async () => (await webhooks.count('raw_batch')) === load.sent(),
    30_000,
  )
  await until(
    'each event has been received',
    async () => (await undelivered(database.pool, partner, restoredAt)) === 0,
    30_000,
  ).catch(async () => {
    const missing = await undelivered(database.pool, partner, restoredAt)
    t.fail(`${missing} of ${await webhooks.count('event')} events were never received`)
  })
  t.pass(`${await webhooks.count('event')} events, ${partner.got.length} requests`)
})

interface Load {
  sent: () => number
  /** From now on only for these members. */
  restrictTo: (members: string[]) => void
  stop: () => Promise<void>
}

/** Sends numbered messages for each member in turn until stopped, and none while `maySend` says no. */
function sender(
  all: string[],
  send: (member: string, n: number) => Promise<void>,
  maySend: () => Promise<boolean>,
): Load {
  let members = all
  let sent = 0
  let stopping = false
  const sending = (async () => {
    for (let n = 0; !stopping; n++) {
      while (!stopping && !(await maySend())) await delay(PAUSE_MS)
      for (const member of members) {
        await send(member, n)
        sent += 1
        await delay(PAUSE_MS)
      }
    }
  })()
  return {
    sent: () => sent,
    restrictTo: (left) => {
      members = left
    },
    stop: async () => {
      stopping = true
      await sending
    },
  }
}

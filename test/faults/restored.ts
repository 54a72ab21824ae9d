/** Postgres comes back older than the streams (workers/DESIGN.md 7: 22; 4.4). */
import type { Test } from 'tap'
import { vault } from '../../api/oauth/vault.js'
import { serviceStatus } from '../../db/operator/service-status.js'
import { dumpDatabase, restoreDatabase } from '../support/database-dump.js'
import { receiver } from '../support/delivery/receiver.js'
import { testCallbacks } from '../support/delivery/test-callbacks.js'
import { undelivered } from '../support/delivery/undelivered.js'
import { SECRET_KEY } from '../support/delivery/webhooks.js'
import { workerProcess } from '../support/delivery/worker-process.js'
import { until } from '../support/until.js'
import { countUp } from './journal.js'
import { KEPT, type Fault, type World } from './fault.js'
import { lab, type Lab } from './lab.js'

export const restored: Fault = {
  number: 22,
  name: 'Postgres is restored to a dump made under load: all is folded again, and every event delivered',
  run: restore,
}

/** More than the sweep of the log and the retries of a late fan-out need. */
const DELIVERED_MS = 60_000

async function restore(t: Test, { base, seed, mutant, long }: World): Promise<void> {
  // Some members have no event after the dump, some none after the restore: no later notice helps theirs.
  let quiet = 0
  const at = await lab(t, base, {
    seed,
    mutant,
    nextMessage: (member, n) => (Number(member) % 4 < quiet ? null : countUp(member, n)),
  })
  const { stack } = at
  const { pool, databaseUrl } = stack
  const partner = await receiver(t)
  const callbacks = testCallbacks(pool, vault(SECRET_KEY))
  for (const { id } of (await pool.query<{ id: number }>('select id from member')).rows)
    await callbacks.member(String(id))
  await callbacks.callback({ url: partner.url, maxInFlight: 64 })
  const deliver = await startDelivery(t, stack)
  const from = partner.got.length
  await until('webhooks arrive', () => partner.got.length > from + 100, 30_000)

  // Deliveries lag while the dump is made, and their notices are acknowledged afterwards.
  deliver.kill('SIGSTOP')
  await at.load(1)
  quiet = 1
  const dump = await dumpDatabase(databaseUrl)
  deliver.kill('SIGCONT')
  await at.load(4 * long)
  quiet = 2
  deliver.kill('SIGKILL')
  for (const name of [...at.workers.keys()]) await at.kill(name)
  await untilUnused(at, deliver.name)
  await restoreDatabase(databaseUrl, dump)
  const restoredAt = Date.now()
  const { events, missing } = await logOf(at, async () => await undelivered(pool, partner, restoredAt))
  t.comment(`the restored log has ${events} events, of which ${missing} were never received`)

  await Promise.all([at.startWorker(), at.startWorker(), startDelivery(t, stack)])
  await at.load(2)
  t.same(await at.verdict(60, true), [], KEPT)
  const left = async (): Promise<number> => await undelivered(pool, partner, restoredAt)
  await until('every event is delivered', async () => (await left()) === 0, DELIVERED_MS).catch(
    () => undefined,
  )
  const all = await logOf(at, left)
  t.equal(all.missing, 0, `${all.missing} of ${all.events} events never reached the callback`)
  // The sweep moves on at its next turn.
  await until(
    'none to be counted as waiting',
    async () => (await serviceStatus(pool)).fanOutWaiting === 0,
    5_000,
  )
  t.comment(`${partner.got.length} requests, ${at.journal.acked.length} acknowledged messages`)
}

async function startDelivery(
  t: Test,
  stack: Lab['stack'],
): Promise<Awaited<ReturnType<typeof workerProcess>>> {
  const started = await workerProcess(stack)
  t.teardown(() => {
    started.kill('SIGKILL')
  })
  return started
}

/** Waits until no killed process has a session any more. */
async function untilUnused({ stack }: Lab, deliver: string): Promise<void> {
  await until(
    'all sessions have ended',
    async () =>
      (
        await stack.pool.query(
          `select from pg_stat_activity where datname = current_database()
             and (application_name like 'worker-%' or application_name = $1)`,
          [deliver],
        )
      ).rows.length === 0,
    30_000,
  )
}

async function logOf(
  { stack }: Lab,
  left: () => Promise<number>,
): Promise<{ events: number; missing: number }> {
  const { rows } = await stack.pool.query<{ n: string }>(
    'select count(*) as n from logged_event where client_id is null',
  )
  return { events: Number(rows[0]?.n), missing: await left() }
}

/** Runs erasures of persons: at once for an operator, in the background for what members ask for. */
import { join } from 'node:path'
import type pg from 'pg'
import { erasureStore, reopenErasures, withoutReceipt } from '../../../db/person/erasures.js'
import type { Database } from '../../../db/pg/connect.js'
import type { Log } from '../../../schemas/base/log.js'
import { repeat } from '../../../schemas/work/repeat.js'
import type { OpenErasure } from '../../../schemas/person/erasure-store.js'
import { eraseMember } from '../../../workers/erasure/erase-member.js'
import type { ErasureDeps } from '../../../workers/erasure/erase-member.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { eraseMessages, memberMessages } from '../../../workers/stream/erasure/erase-messages.js'
import { erasedMembers, noteErased } from '../../../workers/stream/erasure/erased-members.js'
import type { Config } from '../../config/config.js'
import { NotPreparedError } from '../../config/not-prepared-error.js'
import { eraseMailFiles, MAIL_FOLDER } from '../mail-files.js'

const POLL_MS = 5_000

export interface ErasureParts {
  pool: pg.Pool
  nc: NatsConnection
  config: Config
}

/**
 * Runs the pass that is due of the erasure with that receipt. False: it must wait for the fold
 * (workers/erasure/erase-member.ts). Null: another process runs it, or none is due any more.
 */
export async function runErasure(parts: ErasureParts, receipt: string): Promise<boolean | null> {
  const deps = erasureDeps(parts)
  return await erasureStore(parts.pool).exclusively(
    receipt,
    async (erasure) => await eraseMember(deps, erasure),
  )
}

function erasureDeps({ pool, nc, config }: ErasureParts): ErasureDeps {
  return {
    store: erasureStore(pool),
    stream: {
      note: async (member) => {
        await noteErased(nc, member)
      },
      messages: async (member) => await memberMessages(nc, member),
      erase: async (member, own) => await eraseMessages(nc, member, own),
    },
    eraseMails: async (to, member) =>
      await eraseMailFiles(join(config.DATA_DIR, MAIL_FOLDER), { to, member }),
  }
}

/**
 * Opens again what a restored database does not know, which closes the accounts; the passes follow as ever. To be done
 * before the process shows, sends or folds anything. An api process has the right to do it; the others wait for one.
 * @throws NotPreparedError if it is not done yet
 */
export async function reopenLostErasures(
  role: string,
  database: Database,
  nc: NatsConnection,
  log: Log,
): Promise<void> {
  const erased = await erasedMembers(nc)
  if (role !== 'api') {
    const lost = await withoutReceipt(database.pool, erased)
    if (lost.length === 0) return
    throw new NotPreparedError('erasures', `the database is older than ${lost.length} erasures`)
  }
  const members = await reopenErasures(database, erased)
  if (members.length > 0)
    log.warn({ members }, 'the database is older than these erasures; opening them again')
}

/** Notes again what NATS does not know: it lost its disk, or the erasure was before it was noted there. */
async function noteLostErasures({ pool, nc }: ErasureParts): Promise<void> {
  const noted = new Set(await erasedMembers(nc))
  for (const member of await erasureStore(pool).members())
    if (!noted.has(member)) await noteErased(nc, member)
}

/** Runs one pass of each until it is stopped; what fails keeps none of the others waiting, and is due again in five seconds. */
export async function runAll(
  due: readonly OpenErasure[],
  run: (receipt: string) => Promise<boolean | null>,
  { log, isStopped }: { log: Log; isStopped: () => boolean },
): Promise<void> {
  for (const { id: receipt, member } of due) {
    if (isStopped()) return
    try {
      // Who has to be erased again is found here if a backup is restored and no newer copy of the table exists.
      if ((await run(receipt)) === true) log.info({ receipt, member }, 'a person was erased')
    } catch (error) {
      log.warn({ receipt, error }, 'an erasure did not finish; will retry')
    }
  }
}

/**
 * Runs what is due, every five seconds. Several processes may: one runs an erasure at a time. `stop` waits for the one
 * that runs.
 */
export function startErasures(parts: ErasureParts, log: Log): { stop: () => Promise<void> } {
  const store = erasureStore(parts.pool)
  let stopped = false
  const isStopped = (): boolean => stopped
  const noted = noteLostErasures(parts).catch((error: unknown) => {
    log.warn({ error }, 'erasures not noted in NATS; the next start will')
  })
  const runDue = async (): Promise<void> => {
    await noted
    if (!isStopped())
      await runAll(await store.due(), async (receipt) => await runErasure(parts, receipt), { log, isStopped })
  }
  const erasing = repeat(POLL_MS, runDue, (error) => {
    log.warn({ error }, 'erasures that are due could not be read; will retry')
  })
  void erasing.run()
  return {
    stop: async () => {
      stopped = true
      await erasing.stop()
    },
  }
}

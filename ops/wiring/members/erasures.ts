/** Carries out erasures of persons: at once for an operator, in the background for what members ask for. */
import { join } from 'node:path'
import type pg from 'pg'
import { erasureStore } from '../../../db/person/erasures.js'
import type { Log } from '../../../schemas/base/log.js'
import type { OpenErasure } from '../../../schemas/person/erasure-store.js'
import { eraseMember } from '../../../workers/erasure/erase-member.js'
import type { ErasureDeps } from '../../../workers/erasure/erase-member.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { eraseMessages, memberMessages } from '../../../workers/stream/erase-messages.js'
import type { Config } from '../../config/config.js'
import { eraseMailFiles, MAIL_FOLDER } from '../mail-files.js'

const POLL_MS = 5_000

export interface ErasureParts {
  pool: pg.Pool
  nc: NatsConnection
  config: Config
}

/** Runs a pass of an erasure; false: it must wait for the fold (workers/erasure/erase-member.ts). */
export async function runErasure(parts: ErasureParts, erasure: OpenErasure): Promise<boolean> {
  return await eraseMember(erasureDeps(parts), erasure)
}

function erasureDeps({ pool, nc, config }: ErasureParts): ErasureDeps {
  return {
    store: erasureStore(pool),
    stream: {
      messages: async (member) => await memberMessages(nc, member),
      erase: async (member) => await eraseMessages(nc, member),
    },
    eraseMails: async (to, member) =>
      await eraseMailFiles(join(config.DATA_DIR, MAIL_FOLDER), { to, member }),
  }
}

/** Runs what is due, every five seconds. Several processes may: each step may be repeated. */
export function startErasures(parts: ErasureParts, log: Log): { stop: () => Promise<void> } {
  const store = erasureStore(parts.pool)
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  const run = (): void => {
    running = running
      .then(async () => {
        for (const erasure of stopped ? [] : await store.due())
          if (await runErasure(parts, erasure))
            // Who has to be erased again is found here if a backup is restored and no newer copy of the table exists.
            log.info({ receipt: erasure.id, member: erasure.member }, 'a person was erased')
      })
      .catch((error: unknown) => {
        log.warn({ error }, 'an erasure did not end; will retry')
      })
  }
  const timer = setInterval(run, POLL_MS)
  timer.unref()
  run()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

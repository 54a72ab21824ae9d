/**
 * Stops publishing while the stream needs repair: a message published after the stream lost its end would lie
 * where the repair cleans up (workers/DESIGN.md 4.4).
 */
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import type { Publish } from '../../schemas/stream/publish-error.js'

const POLL_INTERVAL_MS = 1_000
const SECOND = 1_000

export interface HaltWatch {
  /** Returns a `publish` that throws while the stream is halted. */
  guard: (publish: Publish) => Publish
  stop: () => Promise<void>
}

/**
 * Polls `readHalt` for the status of a halt (null: none). While it fails the last answer holds: batches are
 * accepted without Postgres, and the repair finds what the stream stores then. Rejects if the first call
 * fails.
 */
export async function watchHalts(
  readHalt: () => Promise<string | null>,
  log: Log,
  intervalMs = POLL_INTERVAL_MS,
): Promise<HaltWatch> {
  let halt = await readHalt()
  let haltedSince = performance.now()
  const update = (current: string | null): void => {
    if (current !== halt) {
      if (halt === null) haltedSince = performance.now()
      const seconds = Math.round((performance.now() - haltedSince) / SECOND)
      if (current === null) log.info({ status: halt, seconds }, 'stream repaired; accepting batches again')
      else log.error({ status: current }, 'stream needs repair by an operator; refusing batches')
    }
    halt = current
  }
  const polling = repeat(
    intervalMs,
    async () => {
      update(await readHalt())
    },
    (error) => {
      log.debug({ error }, 'halts not read; will retry')
    },
  )
  return {
    guard:
      (publish) =>
      async (...message) => {
        if (halt !== null) throw new PublishError('halted')
        return await publish(...message)
      },
    stop: polling.stop,
  }
}

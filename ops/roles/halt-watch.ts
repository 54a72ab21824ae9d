/** The door's view of halts: while the stream and the cursors have fallen apart nothing may be published (workers/README.md 4.4). */
import type { Log } from '../../schemas/base/log.js'
import { PublishError } from '../../schemas/stream/publish-error.js'
import type { Publish } from '../../schemas/stream/publish-error.js'

const POLL_INTERVAL_MS = 1_000

export interface HaltWatch {
  /** Refuses while halted. */
  guard: (publish: Publish) => Publish
  stop: () => Promise<void>
}

/**
 * Looks once a second. While the database cannot be asked the last answer holds: batches are accepted without it, and what
 * the stream takes then is found by the repair. Rejects when the first look fails.
 */
export async function watchHalts(
  look: () => Promise<string | null>,
  log: Log,
  every = POLL_INTERVAL_MS,
): Promise<HaltWatch> {
  let why = await look()
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .then(
        (seen) => {
          if (seen !== why)
            log[seen === null ? 'info' : 'error'](
              { status: seen ?? why },
              seen === null
                ? 'batches are accepted again'
                : 'the stream needs an operator: batches are refused',
            )
          why = seen
        },
        (error: unknown) => {
          log.debug({ error }, 'halts could not be looked up')
        },
      )
      .finally(() => {
        looking = null
      })
  }, every)
  return {
    guard:
      (publish) =>
      async (...message) => {
        if (why !== null) throw new PublishError('halted')
        return await publish(...message)
      },
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

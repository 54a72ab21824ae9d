/**
 * Starts something that needs Postgres and NATS, and waits while they are away: a start ends for a wrong
 * setting, never because of an outage (decision 44).
 */
import { setTimeout as delay } from 'node:timers/promises'
import { isTransientError } from '../../api/http/transient-errors.js'
import { IdsUnavailableError } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { isTransientBrokerError } from '../../workers/stream/connection/transient-errors.js'
import { NotPreparedError } from '../config/not-prepared-error.js'
import { ServersAwayError } from '../config/server-errors.js'
import { disposables } from './disposables.js'
import type { Disposables } from './disposables.js'

export interface RetryStartOptions {
  log: Log
  /** Called after each failed attempt with what is missing, as failed readiness checks. */
  onWaiting?: (checks: Record<string, string>) => void
  /** Ends the wait with its reason. */
  signal?: AbortSignal
}

const RETRY_MS = 1_000
/** What is missing may change while servers come and go; it is not logged more often than this. */
const LOG_INTERVAL_MS = 10_000

/**
 * The result of `start`, which is called once a second until it succeeds. What an attempt adds to its `open` is
 * closed if it fails. Logs what is waited for when the wait begins or its reason changes, and its length when
 * it ends. Throws at once what does not pass by itself, such as a ConfigError.
 */
export async function retryStart<T>(
  start: (open: Disposables) => Promise<T>,
  options: RetryStartOptions,
): Promise<T> {
  const wait = new Wait(options.log)
  for (;;) {
    options.signal?.throwIfAborted()
    const open = disposables()
    try {
      const started = await start(open)
      wait.end()
      return started
    } catch (error) {
      await open.close().catch((closeError: unknown) => {
        options.log.debug({ error: closeError }, 'could not close everything after a failed start')
      })
      const missing = missingFor(error)
      if (missing === null) throw error
      wait.report(missing)
      options.onWaiting?.(missing)
    }
    await delay(RETRY_MS, undefined, options.signal === undefined ? {} : { signal: options.signal }).catch(
      () => undefined,
    )
  }
}

class Wait {
  private readonly startedAt = performance.now()
  private loggedAt = -Infinity
  private logged: string | null = null

  constructor(private readonly log: Log) {}

  report(missing: Record<string, string>): void {
    const names = Object.keys(missing).join()
    if (names === this.logged || performance.now() - this.loggedAt < LOG_INTERVAL_MS) return
    this.logged = names
    this.loggedAt = performance.now()
    this.log.warn({ missing }, 'cannot start yet; waiting')
  }

  end(): void {
    if (this.logged === null) return
    this.log.info({ waited_ms: Math.round(performance.now() - this.startedAt) }, 'start continues')
  }
}

/** What the failed start has to wait for, by readiness check; null if waiting would not help. */
function missingFor(error: unknown): Record<string, string> | null {
  if (error instanceof ServersAwayError || error instanceof NotPreparedError) return error.checks
  if (error instanceof IdsUnavailableError) return { ids: error.message }
  if (!isTransientError(error) && !isTransientBrokerError(error)) return null
  return { start: error instanceof Error ? error.message : String(error) }
}

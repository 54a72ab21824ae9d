/**
 * Does background jobs in the order of schemas/jobs/job.ts, a limited number of each kind at once. A failed job is retried
 * later; after the last attempt its error is saved.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { ClaimedJob, JobEnd, JobKind, JobKinds, JobStore } from '../../schemas/jobs/job.js'
import { backoff, pause } from '../lib/backoff.js'
import type { OngoingFailure } from '../lib/ongoing-failures.js'
import { retriedLoops } from '../lib/retried-loops.js'
import { wakeSignal } from '../lib/wake-signal.js'

/** How a kind of job is done. */
export interface JobHandler<K extends JobKind> {
  /** Jobs of the kind that this process does at once. */
  atOnce: number
  /** Attempts, including those that ended with their process. */
  attempts: number
  /** Milliseconds for which the job and its file are kept once it has ended. */
  keepMs: number
  /** Rejects soon after the signal aborts. */
  run: (job: ClaimedJob<K>, signal: AbortSignal) => Promise<JobKinds[K]['result']>
}

/** By kind; a worker does only these kinds. */
export type JobHandlers = { [K in JobKind]?: JobHandler<K> }

export interface JobWorkerDeps {
  store: JobStore
  handlers: JobHandlers
  log: Log
  /** Called after each attempt; `ms` it took. */
  onEnd?: (kind: JobKind, end: JobEnd['is'], ms: number) => void
  /** Milliseconds between polls for jobs (default 500), and before the second attempt (default 5,000). */
  pollMs?: number
  retryMs?: number
}

export interface JobWorker {
  failing: () => OngoingFailure<string>[]
  /** Releases the running jobs. */
  stop: () => Promise<void>
}

const POLL_MS = 500
const RETRY_MS = 5_000
/** Each further attempt waits this many times longer. */
const RETRY_FACTOR = 4
const DELETE_MS = 60_000

/** Starts to work. */
export function startJobWorker(deps: JobWorkerDeps): JobWorker {
  const { store, handlers, log, pollMs = POLL_MS } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Map<Id, { kind: JobKind; ended: Promise<void> }>()
  const wake = wakeSignal()
  const { repeat, failing } = retriedLoops(log, signal)
  const kinds = Object.keys(handlers) as JobKind[]
  const free = (kind: JobKind): boolean =>
    [...running.values()].filter((one) => one.kind === kind).length < (handlers[kind]?.atOnce ?? 0)
  const next = async (): Promise<number> => {
    const wanted = kinds.filter(free)
    const job = wanted.length === 0 ? null : await store.claim(wanted, [...running.keys()])
    if (job === null) {
      await wake.wait(pollMs, signal)
      return 0
    }
    const ended = doJob(job, deps, signal).finally(() => {
      running.delete(job.id)
      wake.notify()
    })
    running.set(job.id, { kind: job.kind, ended })
    return 0
  }
  const loops = [
    repeat('background jobs not claimed', next),
    repeat('files of jobs not deleted', async () => {
      await store.deleteOver()
      return DELETE_MS
    }),
  ]
  return {
    failing,
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all([...running.values()].map(async ({ ended }) => await ended))
    },
  }
}

/** Does one attempt, and saves how it ended. Never rejects. */
async function doJob(job: ClaimedJob, deps: JobWorkerDeps, signal: AbortSignal): Promise<void> {
  const { store, log, onEnd } = deps
  const startedAt = performance.now()
  const end = await attempt(job, deps, signal)
  const ms = Math.round(performance.now() - startedAt)
  const facts = { job: job.id, kind: job.kind, attempt: job.attempt, ms }
  if (end.is === 'failed' || end.is === 'retried') log.warn({ ...facts, error: end.error }, `job ${end.is}`)
  else log.info(facts, `job ${end.is}`)
  onEnd?.(job.kind, end.is, ms)
  // While this process lives, nobody else takes over its jobs: the outcome must be saved.
  for (let failures = 1; ; failures++) {
    try {
      await store.end(job, end)
      return
    } catch (error) {
      log.warn({ ...facts, error }, 'end of a job not saved; will retry')
      if (signal.aborted) return
      await pause(backoff(failures), signal)
    }
  }
}

async function attempt(
  job: ClaimedJob,
  { handlers, retryMs = RETRY_MS }: JobWorkerDeps,
  signal: AbortSignal,
): Promise<JobEnd> {
  const { attempts, keepMs, run } = handlers[job.kind] as unknown as JobHandler<JobKind>
  if (job.attempt > attempts)
    return { is: 'failed', error: `its process ended during each of ${attempts} attempts`, keepMs }
  try {
    return { is: 'done', result: await run(job, signal), keepMs }
  } catch (cause) {
    if (signal.aborted) return { is: 'released' }
    const error = cause instanceof Error ? cause.message : String(cause)
    return job.attempt === attempts
      ? { is: 'failed', error, keepMs }
      : { is: 'retried', error, afterMs: retryMs * RETRY_FACTOR ** (job.attempt - 1) }
  }
}

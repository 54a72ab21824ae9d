/**
 * Periodic work of a fold worker next to folding. Each task runs alone, and its failures are logged and
 * retried.
 */
import type { NatsConnection } from 'nats'
import type { Log } from '../../schemas/base/log.js'
import type { PartitionStore } from '../../schemas/stream/partition-store.js'
import type { DeadLetterStore } from '../../schemas/stream/dead-letter-store.js'
import type { OutboxStore } from '../../schemas/stream/member-store.js'
import { findStreamState } from '../stream/setup.js'
import { isNearlyFull, trimSegments } from '../stream/trim.js'
import type { HaltPartitions } from './ownership/halt-partitions.js'
import type { PartitionRun } from './partition/run-partition.js'

export interface MaintenanceDeps {
  nc: NatsConnection
  partitions: PartitionStore
  deadLetters: DeadLetterStore
  outbox: OutboxStore
  log: Log
  halts: HaltPartitions
  /** Reads the database's clock again. */
  syncClock: () => Promise<void>
  runs: () => PartitionRun[]
  settings?: { continuityCheckMs?: number; idleAdvanceMs?: number }
}

const CLOCK_SYNC_MS = 1_000
const COMMAND_POLL_MS = 1_000
const LAG_REPORT_MS = 1_000
const CONTINUITY_CHECK_MS = 10_000
const IDLE_ADVANCE_MS = 60_000
const OUTBOX_TRUNCATION_MS = 10_000

/** Starts all tasks; `stop` waits for those that are running. */
export function startMaintenance(deps: MaintenanceDeps): { stop: () => Promise<void> } {
  const { log, settings = {} } = deps
  const continuityMs = settings.continuityCheckMs ?? CONTINUITY_CHECK_MS
  const idleMs = settings.idleAdvanceMs ?? IDLE_ADVANCE_MS
  const tasks: Array<[ms: number, task: (deps: MaintenanceDeps) => Promise<void>, failure: string]> = [
    [CLOCK_SYNC_MS, deps.syncClock, 'database clock not read; will retry'],
    [COMMAND_POLL_MS, executeCommands, 'operator command for a parked member failed; will retry'],
    [LAG_REPORT_MS, reportLag, 'lag not reported; will retry'],
    [continuityMs, checkContinuity, 'stream and cursors could not be compared; will retry'],
    [OUTBOX_TRUNCATION_MS, truncateOutbox, 'published notices not removed; will retry'],
    [idleMs, advanceIdleCursors, 'idle cursors not advanced; will retry'],
  ]
  const stops = tasks.map(([ms, task, failure]) =>
    repeat(
      ms,
      async () => await task(deps),
      (error) => {
        log.warn({ error }, failure)
      },
    ),
  )
  return {
    stop: async () => {
      await Promise.all(
        stops.map(async (stop) => {
          await stop()
        }),
      )
    },
  }
}

async function executeCommands({ runs, deadLetters }: MaintenanceDeps): Promise<void> {
  const byPartition = new Map(runs().map((run) => [run.partition, run]))
  if (byPartition.size === 0) return
  for (const command of await deadLetters.due([...byPartition.keys()]))
    await byPartition.get(command.partition)?.execute(command)
}

async function reportLag({ runs, partitions }: MaintenanceDeps): Promise<void> {
  const reports = runs().flatMap((run) => {
    const lag = run.lag()
    return lag === null ? [] : [{ partition: run.partition, epoch: run.epoch, cursor: run.cursor(), ...lag }]
  })
  if (reports.length > 0) await partitions.recordLag(reports)
}

/** Halts partitions that the stream no longer fits, and trims the stream when it is nearly full. */
async function checkContinuity({ nc, runs, partitions, halts, log }: MaintenanceDeps): Promise<void> {
  // Cursors first: a stream state read earlier could end before one of them without any fault.
  const positions = runs().map((run) => ({
    run,
    partition: run.partition,
    epoch: run.epoch,
    cursor: run.cursor(),
  }))
  const stream = await halts.streamState()
  await halts.haltMismatched(stream, positions, async ({ run }) => {
    await run.stop()
  })
  if (stream === null || !halts.isKnown(stream) || !isNearlyFull(stream)) return
  const removed = await trimSegments(nc, stream, await partitions.folded(stream.partitions))
  if (removed > 0)
    log.warn(
      { removed, bytes: stream.bytes, maxBytes: stream.maxBytes },
      'stream nearly full; oldest folded messages removed before their retention ended',
    )
}

async function truncateOutbox({ outbox }: MaintenanceDeps): Promise<void> {
  await outbox.truncate()
}

async function advanceIdleCursors({ nc, runs }: MaintenanceDeps): Promise<void> {
  const stream = await findStreamState(nc)
  if (stream === null) return
  for (const run of runs()) await run.advance(stream.lastSeq, stream.lastStored)
}

/**
 * Runs the task every `ms`, never twice at once. Returns a function that stops it and waits for a running
 * one.
 */
function repeat(
  ms: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= task()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }, ms)
  return async () => {
    clearInterval(timer)
    await running
  }
}

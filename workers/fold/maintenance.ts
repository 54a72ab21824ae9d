/**
 * Periodic work of a fold worker next to folding. Each task runs alone, and its failures are logged and
 * retried.
 */
import type { Log } from '../../schemas/base/log.js'
import { repeat } from '../../schemas/work/repeat.js'
import type { PartitionStore } from '../../schemas/stream/partition-store.js'
import type { DeadLetterStore } from '../../schemas/stream/dead-letter-store.js'
import type { MemberStore, OutboxStore } from '../../schemas/stream/member-store.js'
import type { StreamAuditStore } from '../../schemas/stream/stream-audit.js'
import type { SegmentsStream } from '../stream/segments-stream.js'
import { trimPoint } from '../stream/trim.js'
import { streamAuditor } from './audit-stream.js'
import { CONFIRM_MS, type HaltPartitions } from './ownership/halt-partitions.js'
import type { PartitionRun } from './partition/run-partition.js'

export interface MaintenanceDeps {
  worker: string
  stream: SegmentsStream
  partitions: PartitionStore
  deadLetters: DeadLetterStore
  members: Pick<MemberStore, 'appliedBatches'>
  audit: StreamAuditStore
  outbox: OutboxStore
  log: Log
  halts: HaltPartitions
  /** Reads the database's clock again. */
  syncClock: () => Promise<void>
  runs: () => PartitionRun[]
  settings?: { continuityCheckMs?: number; idleAdvanceMs?: number; haltConfirmMs?: number }
}

const CLOCK_SYNC_MS = 1_000
const COMMAND_POLL_MS = 1_000
const LAG_REPORT_MS = 1_000
const CONTINUITY_CHECK_MS = 10_000
const IDLE_ADVANCE_MS = 45_000
const OUTBOX_TRUNCATION_MS = 10_000

/** Starts all tasks; `stop` waits for those that are running. */
export function startMaintenance(deps: MaintenanceDeps): { stop: () => Promise<void> } {
  const { log, settings = {} } = deps
  const continuityMs = settings.continuityCheckMs ?? CONTINUITY_CHECK_MS
  const audit = streamAuditor(deps, settings.haltConfirmMs ?? CONFIRM_MS)
  const idleMs = settings.idleAdvanceMs ?? IDLE_ADVANCE_MS
  const tasks: Array<[ms: number, task: (deps: MaintenanceDeps) => Promise<void>, failure: string]> = [
    [CLOCK_SYNC_MS, deps.syncClock, 'database clock not read; will retry'],
    [COMMAND_POLL_MS, executeCommands, 'operator command for a parked member failed; will retry'],
    [LAG_REPORT_MS, reportLag, 'lag not reported; will retry'],
    [continuityMs, checkContinuity, 'stream and cursors could not be compared; will retry'],
    [continuityMs, async () => await auditFitting(deps, audit), 'stream not audited; will retry'],
    [OUTBOX_TRUNCATION_MS, truncateOutbox, 'published notices not removed; will retry'],
    [idleMs, streamMarker(), 'stream not marked; idle cursors stay until it is'],
  ]
  const repeated = tasks.map(([ms, task, failure]) =>
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
        repeated.map(async ({ stop }) => {
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
    const { partition, epoch } = run
    return lag === null ? [] : [{ partition, epoch, revision: run.revision(), ...lag }]
  })
  if (reports.length > 0) await partitions.recordLag(reports)
}

/** Closes the sessions of partitions that the stream no longer fits: their runs confirm it. */
async function checkContinuity({ stream, runs, partitions, halts }: MaintenanceDeps): Promise<void> {
  // Cursors first: a stream state read earlier could end before one of them without any fault.
  const all = await partitions.positions()
  const state = await stream.state()
  const byPartition = new Map(runs().map((run) => [run.partition, run]))
  for (const { position } of await halts.mismatches(state, all)) {
    const run = byPartition.get(position.partition)
    if (run?.epoch === position.epoch) run.reopen()
  }
}

/**
 * The owner of partition 0 audits for all, and only while the stream fits every partition: otherwise it may hold messages
 * that were stored before a cursor after it had lost its end, and nobody has folded those. What is folded and audited
 * is trimmed when the stream is nearly full; what is removed before that would not be missed.
 */
async function auditFitting(
  { stream, runs, partitions, halts, log }: MaintenanceDeps,
  audit: ReturnType<typeof streamAuditor>,
): Promise<void> {
  if (!runs().some(({ partition }) => partition === 0)) return
  // Cursors first, as above.
  const all = await partitions.positions()
  const state = await stream.state()
  if (state === null || !all.every(({ isFitting }) => isFitting)) return
  if ((await halts.mismatches(state, all)).length > 0) return
  const lowestCursor = Math.min(...all.map(({ cursor }) => cursor))
  if (!(await audit(state, lowestCursor))) return
  const upTo = trimPoint(state, lowestCursor)
  const removed = upTo === null ? 0 : await stream.purge(upTo)
  if (removed > 0)
    log.warn(
      { removed, bytes: state.bytes, maxBytes: state.maxBytes },
      'stream nearly full; oldest folded messages removed before their retention ended',
    )
}

async function truncateOutbox({ outbox }: MaintenanceDeps): Promise<void> {
  await outbox.truncate()
}

/**
 * The task of the owner of partition 0: it publishes a marker to every partition unless nothing was stored since those
 * of the last time. Each partition receives its own behind all its messages, so that the cursors of idle ones follow
 * the stream.
 */
function streamMarker(): (deps: MaintenanceDeps) => Promise<void> {
  /** 0 for an empty stream too. */
  let markedTo = 0
  return async ({ worker, stream, partitions, runs }) => {
    const run = runs().find(({ partition }) => partition === 0)
    // Without a read session the stream may not fit the cursors.
    if (run === undefined || run.lag() === null) return
    const state = await stream.state()
    if (state === null || state.lastSeq === markedTo) return
    const [first, last] = await stream.mark(run.division, `${worker}-${run.epoch}-${state.lastSeq}`)
    // What was stored between the markers is behind some of them.
    if (last - first !== run.division.partitions - 1) return
    await partitions.recordMarks(first, last)
    markedTo = last
  }
}

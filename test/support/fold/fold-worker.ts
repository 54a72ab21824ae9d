/** A fold worker with the small rules, in this process. */
import type pg from 'pg'
import { connect } from '../../../db/pg/connect.js'
import { controlConnection } from '../../../db/pg/control-connection.js'
import { databaseTime } from '../../../db/fold/database-time.js'
import { deadLetterStore } from '../../../db/fold/parked-members.js'
import { memberStore } from '../../../db/fold/member-store.js'
import { outboxStore } from '../../../db/fold/outbox.js'
import { partitionStore } from '../../../db/fold/partitions.js'
import { streamAuditStore } from '../../../db/fold/stream-audit.js'
import type { Log } from '../../../schemas/base/log.js'
import { inlineExecutor } from '../../../workers/fold/pool/inline-executor.js'
import type { FoldMetrics } from '../../../workers/fold/fold-metrics.js'
import { startFoldWorker, type FoldService, type FoldSettings } from '../../../workers/fold/service.js'
import { sandboxExecutor } from '../../../workers/fold/poison/sandbox.js'
import type { FoldExecutor } from '../../../workers/ports.js'
import type { MemberStore } from '../../../schemas/stream/member-store.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { segmentsStream } from '../../../workers/stream/segments-stream.js'
import { asRole } from '../as-role.js'
import { smallRulesModule, threadProgram } from '../thread-modules.js'
import { smallRules } from './small-rules.js'

const SMALL_RULES = smallRulesModule()

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export interface WorkerOptions {
  name: string
  executor?: FoldExecutor
  settings?: FoldSettings
  /** Halts are confirmed for as long as in an installation, in place of 200 ms. */
  slowHalts?: boolean
  metrics?: FoldMetrics
  log?: Log
  /** Wraps the worker's member store, for faults. */
  members?: (real: MemberStore) => MemberStore
  /** Wraps the pool that its commits use, for mutants. */
  pool?: (real: pg.Pool) => pg.Pool
}

/** Runs the callback at the end of a test or of a process. */
export interface Teardown {
  teardown: (end: () => unknown) => void
}

/** Starts it; stopped when the test ends. */
export async function startWorker(
  t: Teardown,
  stack: { databaseUrl: string; natsUrl: string },
  options: WorkerOptions,
): Promise<FoldService> {
  const { name, log = silentLog, settings, slowHalts = false, metrics: meter } = options
  const session = { direct: true, keyPlans: true }
  const url = asRole(stack.databaseUrl, 'fold', session)
  const db = connect({ url, ...session, name, log })
  const control = controlConnection({ url, name, log })
  const nc = await connectStream({ url: stack.natsUrl, name })
  const members = memberStore(options.pool?.(db.pool) ?? db.pool)
  const service = await startFoldWorker({
    worker: name,
    stream: segmentsStream(nc),
    members: options.members?.(members) ?? members,
    partitions: partitionStore({ worker: name, control, pool: db.pool }),
    outbox: outboxStore(db.pool),
    deadLetters: deadLetterStore(db.pool),
    audit: streamAuditStore(db.pool),
    executor: options.executor ?? inlineExecutor(smallRules),
    ...(options.executor === undefined
      ? {
          sandbox: sandboxExecutor({
            program: threadProgram('sandbox-process'),
            rules: SMALL_RULES,
            input: null,
          }),
        }
      : {}),
    log,
    databaseTime: async () => await databaseTime(db.pool),
    settings: { version: 'test', ...(slowHalts ? {} : { haltConfirmMs: 200 }), ...settings },
    ...(meter === undefined ? {} : { metrics: meter }),
  })
  let stopped: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    stopped ??= (async () => {
      await service.stop()
      await nc.close()
      await control.close()
      await db.close()
    })()
    await stopped
  }
  t.teardown(stop)
  return { ...service, stop }
}

/** The fold role: owns partitions and folds the messages that arrive on them. */
import type pg from 'pg'
import { databaseTime } from '../../db/fold/database-time.js'
import { memberStore } from '../../db/fold/member-store.js'
import { outboxStore } from '../../db/fold/outbox.js'
import { deadLetterStore } from '../../db/fold/parked-members.js'
import { partitionStore } from '../../db/fold/partitions.js'
import { streamAuditStore } from '../../db/fold/stream-audit.js'
import { controlConnection } from '../../db/pg/control-connection.js'
import { shownDays } from '../../db/pg/retention.js'
import { databaseCheck } from '../../db/pg/readiness-check.js'
import { EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { inlineExecutor } from '../../workers/fold/pool/inline-executor.js'
import { threadPoolExecutor } from '../../workers/fold/pool/thread-pool.js'
import { sandboxExecutor } from '../../workers/fold/poison/sandbox.js'
import { startFoldWorker } from '../../workers/fold/service.js'
import type { FoldExecutor } from '../../workers/ports.js'
import { streamCheck } from '../../workers/stream/connection/stream-check.js'
import { segmentsStream } from '../../workers/stream/segments-stream.js'
import { addresses, controlUrl } from '../config/addresses.js'
import { bundledModule } from '../process/node-program.js'
import { foldMemoryBytes } from '../config/fold/fold-memory.js'
import { foldThreads } from '../config/fold/fold-threads.js'
import { foldMetrics, partitionMetrics } from '../metrics/fold.js'
import { serverMetrics } from '../metrics/servers.js'
import { leaseIds } from '../wiring/id-generator.js'
import { memberRules } from '../wiring/member-rules.js'
import { startSourceCache } from '../wiring/source-cache.js'
import type { ThreadInput } from '../wiring/thread-rules.js'
import { expectNoEarlierVersion } from './earlier-versions.js'
import { failingCheck } from './failing-check.js'
import { connectServers } from './connections.js'
import type { RoleContext, RunningRole } from './role.js'
import { threadIdReports } from './thread-id-reports.js'

/**
 * Stored with a parked member and in its dead letter: raise it with a change that may fold what was parked
 * before. It invalidates nothing; that is RULES_VERSION in actors/member/storage/derived-cache.ts.
 */
const FOLD_VERSION = '1'

/** Starts the role. Throws if Postgres or NATS cannot be reached, or if no id slot is free. */
export async function startFoldRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, worker, registry, tracer, open } = context
  const control = controlConnection({ url: controlUrl(config), name: worker, log })
  open.add('control connection', control.close)
  const { database, nc } = await connectServers(context, { keyPlans: true })
  const { pool } = database
  await expectNoEarlierVersion(pool)
  serverMetrics(registry, pool, nc)
  const { executor, idStatus, ...more } = await chooseExecutor(context, pool)
  open.add('fold executor', executor.close)
  const service = await startFoldWorker({
    worker,
    executor,
    ...more,
    // What it folds is thrown away, so its ids need not be unique and no slot is leased.
    sandbox: sandboxExecutor({
      program: bundledModule('sandbox-process'),
      ...rulesModule(context, { temporaryIds: true }),
    }),
    stream: segmentsStream(nc, { readsTraces: tracer !== undefined }),
    members: memberStore(pool, shownDays(config.KEEP_EVENT_DAYS)),
    partitions: partitionStore({ worker, control, pool }),
    outbox: outboxStore(pool),
    deadLetters: deadLetterStore(pool),
    databaseTime: async () => await databaseTime(pool),
    audit: streamAuditStore(pool),
    log,
    settings: { version: FOLD_VERSION },
    metrics: foldMetrics(registry),
    ...(tracer === undefined ? {} : { tracer }),
  })
  open.add('fold', service.stop)
  partitionMetrics(registry, service.status)
  const checkDatabase = databaseCheck(pool)
  const checkStream = streamCheck(nc, [SEGMENTS_STREAM, EVENTS_STREAM])
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([checkDatabase(), checkStream()])
      const { joined, assigned, halted, failing } = service.status()
      return {
        database,
        stream,
        ids: idStatus(),
        ownership: joined ? 'ok' : 'not joined',
        commits: failingCheck(
          failing,
          (partition) => `the commit of partition ${partition} has been failing`,
        ),
        partitions: assigned > 0 && halted === assigned ? `all ${assigned} are halted` : 'ok',
      }
    },
  }
}

interface ChosenExecutor {
  executor: FoldExecutor
  /** Readiness check: `ok`, or why no ids can be created. */
  idStatus: () => string
  /** Why nothing can be folded; null if it can. */
  obstacle?: () => string | null
}

/** Folds in worker threads if there are any, else in the main thread. */
async function chooseExecutor(context: RoleContext, pool: pg.Pool): Promise<ChosenExecutor> {
  const { config, log, worker, open } = context
  const cacheBytes = foldMemoryBytes(config)
  const threads = foldThreads(config)
  if (threads > 0) {
    const reports = threadIdReports(worker)
    open.add('id reports of threads', reports.close)
    return {
      executor: threadPoolExecutor({
        program: bundledModule('pool-thread'),
        ...rulesModule(context, { temporaryIds: false }),
        threads,
        log,
        cacheBytes,
      }),
      idStatus: reports.status,
    }
  }
  const { ids, status, release } = await leaseIds(pool, { lessee: worker, log })
  open.add('id slot', release)
  const sources = await startSourceCache(pool, log)
  open.add('sources', sources.close)
  const rules = await memberRules({
    pool,
    source: sources.get,
    newId: () => ids.next(),
    url: addresses(config).baseUrl,
  })
  const obstacle = (): string | null => (status() === 'ok' ? null : status())
  return { executor: inlineExecutor(rules, cacheBytes), idStatus: status, obstacle }
}

/** The module with the rules, for threads and sandbox processes. */
function rulesModule(
  { config, worker }: RoleContext,
  { temporaryIds }: Pick<ThreadInput, 'temporaryIds'>,
): { rules: string; input: ThreadInput } {
  return {
    rules: bundledModule('thread-rules') ?? new URL('../wiring/thread-rules.ts', import.meta.url).href,
    input: { config, worker, url: addresses(config).baseUrl, temporaryIds },
  }
}

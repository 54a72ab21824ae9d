/** The fold role: owns partitions and folds what arrives on them. */
import { databaseCheck } from '../../db/pg/readiness-check.js'
import { connect } from '../../db/pg/connect.js'
import { controlConnection } from '../../db/pg/control-connection.js'
import { leaseIdSlot } from '../../db/ingress/id-slots.js'
import { idGenerator } from '../../schemas/base/ids.js'
import { EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { inlineExecutor } from '../../workers/fold/pool/inline-executor.js'
import { threadPoolExecutor } from '../../workers/fold/pool/thread-pool.js'
import { startFoldWorker } from '../../workers/fold/service.js'
import { sandboxExecutor } from '../../workers/fold/poison/sandbox.js'
import type { FoldExecutor } from '../../workers/ports.js'
import { streamCheck } from '../../workers/stream/connection/stream-check.js'
import { connectStream } from '../../workers/stream/connection/connect.js'
import { addresses, controlUrl } from '../config/addresses.js'
import { disposables } from '../process/disposables.js'
import type { Disposables } from '../process/disposables.js'
import { foldMemoryBytes } from '../config/fold-memory.js'
import { foldMetrics, partitionMetrics } from '../metrics/fold.js'
import { serverMetrics } from '../metrics/servers.js'
import { memberRules } from '../wiring/member-rules.js'
import type { ThreadInput } from '../wiring/thread-rules.js'
import { startSourceCache } from '../wiring/source-cache.js'
import { openStreams } from '../wiring/streams.js'
import { foldDeps } from '../wiring/wiring.js'
import { DATABASE_TIMEOUT_MS } from './role.js'
import type { RoleContext, RunningRole } from './role.js'

/** Which rules folded a member, kept with what could not be folded. */
const RULES_VERSION = '1'

/** Starts the role. Throws when Postgres or NATS cannot be reached or do not fit. */
export async function startFoldRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, worker, registry } = context
  const open = disposables()
  const database = connect({
    url: config.DATABASE_URL,
    name: worker,
    log,
    queryTimeoutMs: DATABASE_TIMEOUT_MS,
  })
  open.add('database', database.close)
  const session = controlConnection({ url: controlUrl(config), name: worker, log })
  open.add('control session', session.close)
  const nc = await connectStream({ url: config.NATS_URL, name: worker })
  open.add('stream', async () => {
    await nc.close()
  })
  await openStreams(nc, config)
  const rules = threadRulesModule(context)
  const thinker =
    config.FOLD_THREADS > 0
      ? threadPoolExecutor({
          ...rules,
          log,
          threads: config.FOLD_THREADS,
          cacheBytes: foldMemoryBytes(config),
        })
      : await processExecutor(context, open, database.pool)
  serverMetrics(registry, database.pool, nc)
  const service = await startFoldWorker({
    ...foldDeps({
      worker,
      nc,
      pool: database.pool,
      control: session,
      thinker,
      trial: sandboxExecutor(rules),
      log,
      settings: { version: RULES_VERSION },
    }),
    metrics: foldMetrics(registry),
  })
  open.add('fold', service.stop)
  const postgres = databaseCheck(database.pool)
  const broker = streamCheck(nc, [SEGMENTS_STREAM, EVENTS_STREAM])
  partitionMetrics(registry, service.status)
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([postgres(), broker()])
      return { database, stream, ownership: service.status().joined ? 'ok' : 'not joined' }
    },
    stop: open.close,
  }
}

/** The rules for threads and processes of this worker's. */
function threadRulesModule({ config, worker }: RoleContext): { rules: string; input: ThreadInput } {
  return {
    rules: new URL('../wiring/thread-rules.ts', import.meta.url).href,
    input: { config, worker, url: addresses(config).baseUrl },
  }
}

async function processExecutor(
  { config, log, worker, fail }: RoleContext,
  open: Disposables,
  pool: ReturnType<typeof connect>['pool'],
): Promise<FoldExecutor> {
  const slot = await leaseIdSlot(pool, {
    owner: worker,
    log,
    lost: () => {
      fail('the id slot was lost')
    },
  })
  open.add('id slot', slot.release)
  const ids = idGenerator(slot.slot, Date.now)
  const sources = await startSourceCache(pool, log)
  open.add('sources', sources.close)
  return inlineExecutor(
    await memberRules({ pool, source: sources.get, id: () => ids.next(), url: addresses(config).baseUrl }),
    foldMemoryBytes(config),
  )
}

/** The fold role: owns partitions and folds what arrives on them. */
import { databaseCheck } from '../../db/check.js'
import { connect } from '../../db/connect.js'
import { control } from '../../db/control.js'
import { leaseIdSlot } from '../../db/id-slots.js'
import { idGenerator } from '../../schemas/ids.js'
import { EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/subjects.js'
import { inlineThinker } from '../../workers/fold/inline.js'
import { poolThinker } from '../../workers/fold/pool.js'
import { startFold } from '../../workers/fold/service.js'
import { trialThinker } from '../../workers/fold/trial.js'
import type { Thinker } from '../../workers/ports.js'
import { streamCheck } from '../../workers/stream/check.js'
import { connectStream } from '../../workers/stream/connect.js'
import { addresses, controlUrl } from '../addresses.js'
import { closers } from '../closers.js'
import type { Closers } from '../closers.js'
import { foldMemory } from '../fold-memory.js'
import { foldMeter, foldPlaces } from '../metrics/fold.js'
import { serverHealth } from '../metrics/health.js'
import { memberRules } from '../rules.js'
import type { ThreadInput } from '../rules-module.js'
import { sourceBook } from '../sources.js'
import { openStreams } from '../streams.js'
import { foldDeps } from '../wire.js'
import { ANSWER_MS } from './role.js'
import type { RoleContext, RunningRole } from './role.js'

/** Which rules folded a member, kept with what could not be folded. */
const RULES_VERSION = '1'

/** Starts the role. Throws when Postgres or NATS cannot be reached or do not fit. */
export async function startFoldRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, worker, registry } = context
  const open = closers()
  const database = connect({ url: config.DATABASE_URL, name: worker, log, answerMs: ANSWER_MS })
  open.add('database', database.close)
  const session = control({ url: controlUrl(config), name: worker, log })
  open.add('control session', session.close)
  const nc = await connectStream({ url: config.NATS_URL, name: worker })
  open.add('stream', async () => {
    await nc.close()
  })
  await openStreams(nc, config)
  const rules = elsewhere(context)
  const thinker =
    config.FOLD_THREADS > 0
      ? poolThinker({ ...rules, log, threads: config.FOLD_THREADS, budget: foldMemory(config) })
      : await inThisThread(context, open, database.pool)
  serverHealth(registry, database.pool, nc)
  const service = await startFold({
    ...foldDeps({
      worker,
      nc,
      pool: database.pool,
      control: session,
      thinker,
      trial: trialThinker(rules),
      log,
      settings: { version: RULES_VERSION },
    }),
    meter: foldMeter(registry),
  })
  open.add('fold', service.stop)
  const postgres = databaseCheck(database.pool)
  const broker = streamCheck(nc, [SEGMENTS_STREAM, EVENTS_STREAM])
  foldPlaces(registry, service.status)
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([postgres(), broker()])
      return { database, stream, ownership: service.status().joined ? 'ok' : 'not joined' }
    },
    stop: open.close,
  }
}

/** The rules for threads and processes of this worker's. */
function elsewhere({ config, worker }: RoleContext): { rules: string; input: ThreadInput } {
  return {
    rules: new URL('../rules-module.ts', import.meta.url).href,
    input: { config, worker, url: addresses(config).baseUrl },
  }
}

async function inThisThread(
  { config, log, worker, fail }: RoleContext,
  open: Closers,
  pool: ReturnType<typeof connect>['pool'],
): Promise<Thinker> {
  const slot = await leaseIdSlot(pool, {
    owner: worker,
    log,
    lost: () => {
      fail('the id slot was lost')
    },
  })
  open.add('id slot', slot.release)
  const ids = idGenerator(slot.slot, Date.now)
  const sources = await sourceBook(pool, log)
  open.add('sources', sources.close)
  return inlineThinker(
    await memberRules({ pool, source: sources.get, id: () => ids.next(), url: addresses(config).baseUrl }),
    foldMemory(config),
  )
}

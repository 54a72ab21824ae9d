/**
 * The process of a fold worker for the faults: `worker.ts NAME`, with DATABASE_URL and NATS_URL in the
 * environment. It uses the small rules, or the real ones with FAULT_RULES=itinerary. FAULT_MUTANT removes one
 * guarantee (mutants.ts). FAULT_SETTINGS, as JSON, takes the place of the settings that make faults show soon;
 * {}: as in an installation. FAULT_FREEZE names a file: when it exists, the next commit removes it and stops the
 * process `before` or `after` the statement is sent, depending on its content.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { setImmediate } from 'node:timers'
import { connect } from '../../db/pg/connect.js'
import { leaseIds } from '../../ops/wiring/id-generator.js'
import { memberRules } from '../../ops/wiring/member-rules.js'
import { startSourceCache } from '../../ops/wiring/source-cache.js'
import { silentLog, startWorker, type WorkerOptions } from '../support/fold/fold-worker.js'
import { inlineExecutor } from '../../workers/fold/pool/inline-executor.js'
import type { FoldSettings } from '../../workers/fold/service.js'
import type { MemberStore } from '../../schemas/stream/member-store.js'
import { mutantMembers, mutantPool, type Mutant } from './mutants.js'

const [name = 'worker'] = process.argv.slice(2)
const {
  DATABASE_URL: databaseUrl = '',
  NATS_URL: natsUrl = '',
  FAULT_FREEZE: freeze = '',
  FAULT_LOG: verbose = '',
  FAULT_RULES: rules = '',
  FAULT_SETTINGS: settings = '',
} = process.env
const mutant = (process.env['FAULT_MUTANT'] ?? '') as Mutant | ''

const print = (fields: Record<string, unknown>, message: string): void => {
  const error = fields['error']
  const facts =
    error instanceof Error
      ? {
          ...fields,
          error: `${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`,
        }
      : fields
  process.stderr.write(`${new Date().toISOString()} ${name}: ${message} ${JSON.stringify(facts)}\n`)
}
const quiet = (): void => {}

function freezing(real: MemberStore): MemberStore {
  return {
    ...real,
    apply: async (commits) => {
      const when = freeze !== '' && existsSync(freeze) ? readFileSync(freeze, 'utf8') : null
      if (when !== null) rmSync(freeze, { force: true })
      if (when === 'before') process.kill(process.pid, 'SIGSTOP')
      const saved = real.apply(commits)
      if (when === 'after')
        setImmediate(() => {
          setImmediate(() => {
            process.kill(process.pid, 'SIGSTOP')
          })
        })
      return await saved
    },
  }
}

/** The real rules, wired as in the fold role (ops/roles/fold.ts). */
async function itinerary(): Promise<Awaited<ReturnType<typeof memberRules>>> {
  const { pool } = connect({ url: databaseUrl, name, log: silentLog })
  const { ids } = await leaseIds(pool, { lessee: name, log: silentLog })
  const sources = await startSourceCache(pool, silentLog)
  return await memberRules({ pool, source: sources.get, newId: () => ids.next(), url: 'https://localhost' })
}

const options: WorkerOptions = {
  name,
  ...(settings === ''
    ? { settings: { continuityCheckMs: 1_000, haltConfirmMs: 2_000, idleAdvanceMs: 2_000 } }
    : { settings: JSON.parse(settings) as FoldSettings, slowHalts: true }),
  members: (real) => freezing(mutant === '' ? real : mutantMembers(mutant, real, databaseUrl)),
  log: {
    debug: quiet,
    info: verbose === '' ? quiet : print,
    warn: verbose === '' ? quiet : print,
    error: print,
  },
}
if (rules === 'itinerary') options.executor = inlineExecutor(await itinerary())
if (mutant !== '') options.pool = (real) => mutantPool(mutant, real)
const service = await startWorker({ teardown: () => {} }, { databaseUrl, natsUrl }, options)

/** A killed parent does not stop its children, and a worker without its broker waits without limit. */
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1_000).unref()

process.once('SIGTERM', () => {
  service.stop().then(
    () => process.exit(0),
    (error: unknown) => {
      print({ error }, 'worker did not stop cleanly')
      process.exit(1)
    },
  )
})

/** The itinerary rules in a thread or a sandbox process of a fold worker, with its own connections. */
import { BroadcastChannel, threadId } from 'node:worker_threads'
import { connect } from '../../db/pg/connect.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Rules } from '../../workers/fold/pool/fold-task.js'
import { statementAddress } from '../config/addresses.js'
import type { Config } from '../config/config.js'
import { makeLog } from '../process/log.js'
import { retryStart } from '../process/retry-start.js'
import { leaseIds } from './id-generator.js'
import { memberRules } from './member-rules.js'
import { startSourceCache } from './source-cache.js'

export interface ThreadInput {
  config: Config
  worker: string
  url: string
  /** Nothing that is folded will be saved: ids need not be unique, and no slot is leased. */
  temporaryIds: boolean
}

/** Whether a thread has ids, posted every second to the channel `idChannel`. */
export interface ThreadIdReport {
  thread: number
  status: string
}

/** Temporary ids begin here, as those of `cli rebuild` do; they appear nowhere. */
const FIRST_TEMPORARY_ID = 8_000_000_000_000_000
const REPORT_INTERVAL_MS = 1_000

/** Name of the channel between a fold worker and its threads. */
export function idChannel(worker: string): string {
  return `id slots of ${worker}`
}

/**
 * Creates the rules, and waits while Postgres is away or no id slot is free. If the lease of the slot runs out,
 * the rules throw an IdsUnavailableError until there is another.
 */
export default async function threadRules(input: unknown): Promise<Rules<unknown>> {
  const { config, worker, url, temporaryIds } = input as ThreadInput
  const log = makeLog(config, `fold-thread-${threadId}`)
  const name = `${worker}-t${threadId}`
  let idStatus = (): string => 'starting'
  if (!temporaryIds) reportIds(worker, () => idStatus())
  return await retryStart(
    async (open) => {
      const { pool, close } = connect({ ...statementAddress(config), name, log, keyPlans: true })
      open.add('database', close)
      let newId = temporaryId()
      if (!temporaryIds) {
        const { ids, status, release } = await leaseIds(pool, { lessee: name, log })
        open.add('id slot', release)
        idStatus = status
        newId = () => ids.next()
      }
      const sources = await startSourceCache(pool, log)
      open.add('sources', sources.close)
      return (await memberRules({ pool, source: sources.get, newId, url })) as Rules<unknown>
    },
    {
      log,
      onWaiting: (missing) => {
        idStatus = () => Object.values(missing).join('; ')
      },
    },
  )
}

function temporaryId(): () => Id {
  let next = FIRST_TEMPORARY_ID
  return () => String(next++)
}

function reportIds(worker: string, status: () => string): void {
  const channel = new BroadcastChannel(idChannel(worker))
  channel.unref()
  const report = (): void => {
    channel.postMessage({ thread: threadId, status: status() } satisfies ThreadIdReport)
  }
  report()
  setInterval(report, REPORT_INTERVAL_MS).unref()
}

/**
 * The itinerary rules in a thread or a sandbox process of a fold worker, with its own connections and id
 * slot.
 */
import { threadId } from 'node:worker_threads'
import { connect } from '../../db/pg/connect.js'
import type { Rules } from '../../workers/fold/pool/fold-task.js'
import type { Config } from '../config/config.js'
import { makeLog } from '../process/log.js'
import { leaseIds } from './id-generator.js'
import { memberRules } from './member-rules.js'
import { startSourceCache } from './source-cache.js'

export interface ThreadInput {
  config: Config
  worker: string
  url: string
}

/** If its id slot lease is lost the thread dies, and the pool starts another. */
export default async function threadRules(input: unknown): Promise<Rules<unknown>> {
  const { config, worker, url } = input as ThreadInput
  const name = `${worker}-t${threadId}`
  const log = makeLog(config, `fold-thread-${threadId}`)
  const { pool } = connect({ url: config.DATABASE_URL, name, log })
  const { ids } = await leaseIds(pool, { owner: name, log })
  const sources = await startSourceCache(pool, log)
  return (await memberRules({ pool, source: sources.get, newId: () => ids.next(), url })) as Rules<unknown>
}

/** The rules inside a thread of the fold's pool: it has its own connections and makes ids of its own slot. */
import { threadId } from 'node:worker_threads'
import { connect } from '../../db/pg/connect.js'
import { leaseIdSlot } from '../../db/ingress/id-slots.js'
import { idGenerator } from '../../schemas/base/ids.js'
import type { Rules } from '../../workers/fold/pool/fold-task.js'
import type { Config } from '../config/config.js'
import { makeLog } from '../process/log.js'
import { memberRules } from './member-rules.js'
import { startSourceCache } from './source-cache.js'

export interface ThreadInput {
  config: Config
  worker: string
  url: string
}

/** Rules of one thread. The thread dies when its id slot is lost: the pool starts another. */
export default async function threadRules(input: unknown): Promise<Rules<unknown>> {
  const { config, worker, url } = input as ThreadInput
  const log = makeLog(config, `fold-thread-${threadId}`)
  const { pool } = connect({ url: config.DATABASE_URL, name: `${worker}-t${threadId}`, log })
  const slot = await leaseIdSlot(pool, {
    owner: `${worker}-t${threadId}`,
    log,
    lost: () => {
      throw new Error('the id slot was lost')
    },
  })
  const ids = idGenerator(slot.slot, Date.now)
  const sources = await startSourceCache(pool, log)
  return (await memberRules({ pool, source: sources.get, id: () => ids.next(), url })) as Rules<unknown>
}

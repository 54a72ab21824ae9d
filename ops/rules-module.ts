/** The rules inside a thread of the fold's pool: it has its own connections and makes ids of its own slot. */
import { threadId } from 'node:worker_threads'
import { connect } from '../db/connect.js'
import { leaseIdSlot } from '../db/id-slots.js'
import { idGenerator } from '../schemas/ids.js'
import type { Rules } from '../workers/fold/think.js'
import type { Config } from './config.js'
import { makeLog } from './log.js'
import { memberRules } from './rules.js'
import { sourceBook } from './sources.js'

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
  const sources = await sourceBook(pool, log)
  return (await memberRules({ pool, source: sources.get, id: () => ids.next(), url })) as Rules<unknown>
}

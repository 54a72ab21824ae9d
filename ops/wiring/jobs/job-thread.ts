/** The costly part of an export, in a thread of a jobs process, with a connection of its own for each job. */
import { workerData } from 'node:worker_threads'
import { connect } from '../../../db/pg/connect.js'
import type { ClaimedJob, JobKinds } from '../../../schemas/jobs/job.js'
import { addresses, statementAddress } from '../../config/addresses.js'
import type { Config } from '../../config/config.js'
import { makeLog } from '../../process/log.js'
import { exportPerson } from './export-person.js'

/** `worker`: the process whose heartbeats hold the claims. */
export interface JobThreadInput {
  config: Config
  worker: string
}

const { config, worker } = workerData as JobThreadInput

/** Does the costly part of a job. If it takes too long the thread ends, and its connection with it. */
export default async function runJob(job: ClaimedJob<'export'>): Promise<JobKinds['export']['result']> {
  const log = makeLog(config, 'job-thread')
  const { pool, close } = connect({ ...statementAddress(config), name: `${worker}-job`, log, size: 1 })
  try {
    return await exportPerson(job, { pool, worker, authUrl: addresses(config).authUrl })
  } finally {
    await close()
  }
}

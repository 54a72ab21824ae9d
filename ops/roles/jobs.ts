/** The jobs role: does background work that takes too long for a request. */
import { jobStore } from '../../db/jobs/job-store.js'
import { databaseCheck } from '../../db/pg/readiness-check.js'
import { SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { startJobWorker } from '../../workers/jobs/service.js'
import type { JobHandlers } from '../../workers/jobs/service.js'
import { streamCheck } from '../../workers/stream/connection/stream-check.js'
import { jobMetrics } from '../metrics/jobs.js'
import { serverMetrics } from '../metrics/servers.js'
import { documentHandler } from '../wiring/jobs/document-handler.js'
import { exportHandler } from '../wiring/jobs/export-handler.js'
import { connectServers } from './connections.js'
import { failingCheck } from './failing-check.js'
import type { RoleContext, RunningRole } from './role.js'

/** For claiming jobs and saving outcomes; the threads have connections of their own. */
const POOL_SIZE = 3

/** Starts the role. Throws if Postgres or NATS cannot be reached. */
export async function startJobsRole(context: RoleContext): Promise<RunningRole> {
  const { config, log, worker, registry, open } = context
  const { database, nc } = await connectServers(context, { size: POOL_SIZE, keyPlans: true })
  serverMetrics(registry, database.pool, nc)
  const exports = exportHandler(config, worker)
  open.add('threads of exports', exports.close)
  const document = await documentHandler({ ...context, pool: database.pool, nc })
  const service = startJobWorker({
    store: jobStore(database.pool, worker),
    handlers: { export: exports.handler, document } satisfies Required<JobHandlers>,
    log,
    onEnd: jobMetrics(registry),
  })
  open.add('jobs', service.stop)
  const checkDatabase = databaseCheck(database.pool)
  const checkStream = streamCheck(nc, [SEGMENTS_STREAM])
  return {
    checks: async () => {
      const [database, stream] = await Promise.all([checkDatabase(), checkStream()])
      return { database, stream, jobs: failingCheck(service.failing(), (failure) => failure) }
    },
  }
}

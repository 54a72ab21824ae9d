/** Makes exports: their bounds and their thread. */
import type { JobHandler } from '../../../workers/jobs/service.js'
import { jobThreads } from '../../../workers/jobs/job-threads.js'
import type { JobKinds } from '../../../schemas/jobs/job.js'
import type { Config } from '../../config/config.js'
import { bundledModule } from '../../process/node-program.js'
import type { JobThreadInput } from './job-thread.js'

const HOUR_MS = 3_600_000
/** How long an export is available. */
const EXPORT_KEEP_MS = 24 * HOUR_MS
/** An export of 6,000 segments with their history takes some seconds. */
const EXPORT_TIMEOUT_MS = 600_000
const EXPORT_HEAP_MB = 512

/** @param worker the name of this process in its heartbeats */
export function exportHandler(
  config: Config,
  worker: string,
): { handler: JobHandler<'export'>; close: () => Promise<void> } {
  const exports = jobThreads({
    program: bundledModule('job-thread') ?? new URL('./job-thread.ts', import.meta.url).href,
    input: { config, worker } satisfies JobThreadInput,
    threads: 1,
    heapMb: EXPORT_HEAP_MB,
    timeoutMs: EXPORT_TIMEOUT_MS,
  })
  return {
    handler: {
      atOnce: 1,
      attempts: 3,
      keepMs: EXPORT_KEEP_MS,
      run: async (job, signal) => (await exports.run(job, signal)) as JobKinds['export']['result'],
    },
    close: exports.close,
  }
}

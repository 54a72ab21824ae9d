/** Metrics of the jobs role. */
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'
import type { JobEnd, JobKind } from '../../schemas/jobs/job.js'

const SECOND = 1_000
const BUCKETS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 600]

/** Returns a function that records an attempt at a job. */
export function jobMetrics(registry: Registry): (kind: JobKind, end: JobEnd['is'], ms: number) => void {
  const attempts = new Counter({
    name: 'tripfold_job_attempts_total',
    help: 'Attempts at background jobs, by kind and by how they ended: done, retried, failed (for good), released.',
    labelNames: ['kind', 'end'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'tripfold_job_seconds',
    help: 'Time of an attempt at a background job, by kind.',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return (kind, end, ms) => {
    attempts.inc({ kind, end })
    seconds.observe({ kind }, ms / SECOND)
  }
}

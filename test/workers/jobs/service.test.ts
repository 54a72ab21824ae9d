import t from 'tap'
import type { Test } from 'tap'
import type { ClaimedJob, JobEnd, JobStore } from '../../../schemas/jobs/job.js'
import { startJobWorker } from '../../../workers/jobs/service.js'
import type { JobHandler, JobWorker } from '../../../workers/jobs/service.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const KEEP_MS = 1_000
const job = (id: string, attempt = 1): ClaimedJob<'export'> => ({
  id,
  kind: 'export',
  member: id,
  input: { as: 'json' },
  attempt,
})

/** A worker for these jobs, and the outcomes it saved. `refuse`: how many outcomes fail to save at first. */
function workerOf(
  t: Test,
  waiting: ClaimedJob[],
  run: JobHandler<'export'>['run'],
  { atOnce = 1, refuse = 0 } = {},
): { ends: Array<[string, JobEnd]>; worker: JobWorker } {
  const ends: Array<[string, JobEnd]> = []
  let refused = 0
  const store: JobStore = {
    claim: async () => await Promise.resolve(waiting.shift() ?? null),
    end: async ({ id }, end) => {
      await Promise.resolve()
      if (refused++ < refuse) throw new Error('away')
      ends.push([id, end])
    },
    deleteOver: async () => await Promise.resolve(0),
  }
  const worker = startJobWorker({
    store,
    handlers: { export: { atOnce, attempts: 3, keepMs: KEEP_MS, run } },
    log: silentLog(),
    pollMs: 5,
    retryMs: 100,
  })
  t.teardown(worker.stop)
  return { ends, worker }
}

t.test('a job is done, or retried with backoff and then failed with its error', async (t) => {
  const waiting = [job('1'), job('2', 1), job('3', 2), job('4', 3), job('5', 4)]
  const { ends } = workerOf(t, waiting, async ({ id }) => {
    await Promise.resolve()
    if (id !== '1') throw new Error('no room')
    return { bytes: 7 }
  })
  await until('all have ended', () => ends.length === 5)
  t.same(ends, [
    ['1', { is: 'done', result: { bytes: 7 }, keepMs: KEEP_MS }],
    ['2', { is: 'retried', error: 'no room', afterMs: 100 }],
    ['3', { is: 'retried', error: 'no room', afterMs: 400 }],
    ['4', { is: 'failed', error: 'no room', keepMs: KEEP_MS }],
    ['5', { is: 'failed', error: 'its process ended during each of 3 attempts', keepMs: KEEP_MS }],
  ])
})

t.test('as many run at once as may, and the end of one is saved until it is', async (t) => {
  let running = 0
  let most = 0
  const waiting = ['1', '2', '3', '4', '5'].map((id) => job(id))
  const { ends } = workerOf(
    t,
    waiting,
    async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
      return { bytes: 1 }
    },
    { atOnce: 2, refuse: 2 },
  )
  await until('all have ended', () => ends.length === 5)
  t.equal(most, 2)
})

t.test('what runs is given back when the worker stops', async (t) => {
  const { ends, worker } = workerOf(
    t,
    [job('1')],
    async (_, signal) =>
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'))
        })
      }),
  )
  await until('it runs', async () => await Promise.resolve(true))
  await new Promise((resolve) => setTimeout(resolve, 20))
  await worker.stop()
  t.same(ends, [['1', { is: 'released' }]])
})

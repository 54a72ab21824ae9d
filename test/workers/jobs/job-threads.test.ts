import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { jobThreads } from '../../../workers/jobs/job-threads.js'
import { until } from '../../support/until.js'

const PROGRAM = `
  import { threadId, workerData } from 'node:worker_threads'
  export default async (task) => {
    if (task === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    if (task === 'grow') { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())) }
    if (task === 'fail') throw new Error('no room')
    return { threadId, mark: workerData.mark }
  }`

t.test('a task has a thread, with bounds on its time and its memory', async (t) => {
  const file = join(t.testdir({}), 'program.mjs')
  writeFileSync(file, PROGRAM)
  const threads = jobThreads({
    program: pathToFileURL(file).href,
    input: { mark: 'of the test' },
    threads: 1,
    heapMb: 32,
    timeoutMs: 2_000,
    idleMs: 100,
  })
  t.teardown(threads.close)
  const { signal } = new AbortController()
  const first = (await threads.run('ask', signal)) as { threadId: number; mark: string }
  t.equal(first.mark, 'of the test')
  await t.rejects(threads.run('fail', signal), /no room/)
  await t.rejects(threads.run('grow', signal), /memory/)
  await t.rejects(threads.run('hang', signal), /took more than 2 s/)
  const stopping = new AbortController()
  const hanging = threads.run('hang', stopping.signal)
  setTimeout(() => {
    stopping.abort()
  }, 50)
  await t.rejects(hanging, /abort/i)
  const later = (await threads.run('ask', signal)) as { threadId: number }
  t.not(later.threadId, first.threadId, 'another thread took over')
  await until('a thread ends when there is nothing to do', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    return ((await threads.run('ask', signal)) as { threadId: number }).threadId !== later.threadId
  })
})

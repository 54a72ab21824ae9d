/** Jobs in Postgres: requested within bounds, claimed in turn, released when their process ends; and their files. */
import { randomBytes } from 'node:crypto'
import t from 'tap'
import { readJobFile, writeJobFile } from '../../../db/jobs/job-file.js'
import { jobStore } from '../../../db/jobs/job-store.js'
import { memberJobs } from '../../../db/jobs/member-jobs.js'
import type { ClaimedJob, JobAnswer, JobStore } from '../../../schemas/jobs/job.js'
import { asRole } from '../../support/as-role.js'
import { openDatabase } from '../../support/open-database.js'

const { pool, url } = await openDatabase(t)
const { pool: askPool } = await openDatabase(t, { url: asRole(url, 'api') })
const { pool: workPool } = await openDatabase(t, { url: asRole(url, 'jobs') })
const jobs = memberJobs(askPool)
const BOUNDS = { unfinished: 1_000, perDay: 1_000 }
const DAY_S = 86_400
const done = (keepMs = 60_000) => ({ is: 'done' as const, result: { bytes: 1 }, keepMs })
let lastId = 1_000

const ask = async (member: string, bounds = BOUNDS): Promise<JobAnswer> =>
  await jobs.ask({ id: String((lastId += 1)), kind: 'export', member, input: { as: 'json' } }, bounds)
const beat = async (worker: string, age = 0): Promise<void> => {
  await pool.query(
    `insert into process (name, role, host, pid, version, started, heartbeat)
     values ($1, 'jobs', 'h', 1, 'v', now(), clock_timestamp() - $2 * interval '1 s')
     on conflict (name) do update set heartbeat = excluded.heartbeat`,
    [worker, age],
  )
}
const worker = async (name: string): Promise<JobStore> => {
  await beat(name)
  return jobStore(workPool, name)
}
const claim = async (store: JobStore, ...running: string[]): Promise<ClaimedJob> => {
  const job = await store.claim(['export'], running)
  if (job === null) throw new Error('nothing to claim')
  return job
}
t.beforeEach(async () => {
  await pool.query('delete from background_job')
})

t.test('the member whose last job was begun longest ago comes next, with one at a time', async (t) => {
  const store = await worker('fair')
  for (let n = 0; n < 20; n++) await ask('1')
  for (const member of ['2', '2', '3']) await ask(member)
  const order: string[] = []
  for (let n = 0; n < 8; n++) {
    const job = await claim(store)
    order.push(job.member)
    await store.end(job, done())
  }
  t.same(order, ['1', '2', '3', '1', '2', '1', '1', '1'])
  await ask('2')
  const [first, second] = [await claim(store), await claim(store, String(lastId))]
  t.same(
    [first.member, second.member],
    ['2', '1'],
    'the member who waited comes before the one with five jobs',
  )
  t.equal(await store.claim(['export'], [first.id, second.id]), null, 'others of both wait')
  t.equal(await store.claim([], []), null, 'nor one of a kind that is not wanted')
})

t.test('workers that claim at once get a job of another member each', async (t) => {
  const stores = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => await worker(name)))
  for (const member of ['1', '2']) for (let n = 0; n < 4; n++) await ask(member)
  const got: ClaimedJob[] = []
  for (let round = 0; round < 5; round++) {
    const claimed = await Promise.all(
      stores.map(
        async (store) =>
          await store.claim(
            ['export'],
            got.map(({ id }) => id),
          ),
      ),
    )
    got.push(...claimed.filter((one) => one !== null))
  }
  t.same(got.map(({ member }) => member).sort(), ['1', '2'])
})

t.test('a claim ends with the heartbeats of its process, and fences what comes later', async (t) => {
  const [lost, next] = [await worker('lost'), await worker('next')]
  await ask('1')
  const first = await claim(lost)
  t.equal(await next.claim(['export'], []), null)
  await beat('lost', 3)
  const second = await claim(next)
  t.same([second.id, first.attempt, second.attempt], [first.id, 1, 2])
  await lost.end(first, done())
  await t.rejects(
    writeJobFile(workPool, first, { worker: 'lost', chunks: chunksOf(Buffer.from('x')), most: 1e6 }),
    /no longer ours/,
  )
  t.equal((await jobs.list('1', 'export'))[0]?.state, 'running', 'neither ends it nor writes its file')
  t.match(await claim(next), { id: first.id, attempt: 3 }, 'a claim whose answer was lost is claimed again')
  t.equal(await next.claim(['export'], [first.id]), null, 'but not one that runs')
})

t.test('a job that failed is due later, one that was given back at once', async (t) => {
  const store = await worker('ends')
  await ask('1')
  await store.end(await claim(store), { is: 'released' })
  const again = await claim(store)
  t.equal(again.attempt, 1, 'which counts no attempt')
  await store.end(again, { is: 'retried', error: 'no', afterMs: 60_000 })
  t.equal(await store.claim(['export'], []), null)
  await pool.query('update background_job set due = clock_timestamp()')
  const last = await claim(store)
  await writeJobFile(workPool, last, { worker: 'ends', chunks: chunksOf(Buffer.alloc(10)), most: 1e6 })
  await store.end(last, { is: 'failed', error: 'no room', keepMs: 60_000 })
  t.match(await jobs.list('1', 'export'), [{ state: 'failed', result: null }])
  const { rows } = await pool.query('select error from background_job')
  t.same(rows, [{ error: 'no room' }], 'it says why')
  await t.rejects(async () => await bytesOf(last.id), /missing/, 'and leaves no file')
})

t.test('a member asks within bounds, and failures do not count', async (t) => {
  const store = await worker('bounds')
  const bounds = { unfinished: 1, perDay: 3 }
  const answers = await Promise.all(Array.from({ length: 8 }, async () => await ask('1', bounds)))
  t.equal(answers.filter(({ is }) => is === 'asked').length, 1, 'however many ask at once')
  t.same(await ask('2', bounds), { is: 'asked' })
  for (let n = 0; n < 2; n++) {
    await store.end(await claim(store), { is: 'failed', error: 'no', keepMs: 1e6 })
    await store.end(await claim(store), { is: 'failed', error: 'no', keepMs: 1e6 })
    t.same([await ask('1', bounds), await ask('2', bounds)], [{ is: 'asked' }, { is: 'asked' }])
  }
  for (let n = 0; n < 3; n++) {
    for (let one = await store.claim(['export'], []); one !== null; one = await store.claim(['export'], []))
      await store.end(one, done())
    if (n < 2) t.same(await ask('1', bounds), { is: 'asked' })
  }
  const spent = await ask('1', bounds)
  t.equal(spent.is, 'spent')
  if (spent.is === 'spent')
    t.ok(spent.retryAfter > DAY_S - 60 && spent.retryAfter <= DAY_S, `${spent.retryAfter}`)
  await pool.query("update background_job set created = created - interval '25 hours' where id = $1", [
    (await jobs.list('1', 'export')).filter(({ state }) => state === 'done').at(-1)?.id,
  ])
  t.same(await ask('1', bounds), { is: 'asked' }, 'a day after the oldest')
})

t.test('a file comes back as it was written, in bounded parts, and is deleted with its job', async (t) => {
  const store = await worker('files')
  for (const size of [1, 262_143, 262_144, 262_145, 700_000]) {
    await ask('1')
    const job = await claim(store)
    const bytes = randomBytes(size)
    await writeJobFile(workPool, job, { worker: 'files', chunks: chunksOf(randomBytes(600_000)), most: 1e6 })
    await writeJobFile(workPool, job, { worker: 'files', chunks: chunksOf(bytes), most: 1e6 })
    t.ok((await bytesOf(job.id)).equals(bytes), `${size} bytes, in place of an earlier attempt's`)
    await store.end(job, done())
  }
  const { rows } = await pool.query('select max(octet_length(content)) as most from background_job_part')
  t.same(rows, [{ most: 262_144 }])
  await ask('1')
  const job = await claim(store)
  await t.rejects(
    writeJobFile(workPool, job, { worker: 'files', chunks: chunksOf(Buffer.alloc(2_000_000)), most: 1e6 }),
    /more than 1000000 bytes/,
  )
  await store.end(job, done(0))
  t.equal((await jobs.list('1', 'export')).length, 5, 'what is over is not shown any more')
  t.equal(await store.deleteOver(), 1)
  await t.rejects(async () => await bytesOf(job.id), /missing/)
})

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) {
    await Promise.resolve()
    yield bytes.subarray(at, at + 65_536)
  }
}

async function bytesOf(job: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readJobFile(askPool, job)) parts.push(part)
  return Buffer.concat(parts)
}

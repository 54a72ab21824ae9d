/** Documents in Postgres: accepted within bounds, read once, published once, and deleted in time. */
import t from 'tap'
import { documentReadings } from '../../../db/documents/document-readings.js'
import { documents } from '../../../db/documents/documents.js'
import { jobStore } from '../../../db/jobs/job-store.js'
import { runHousekeeping } from '../../../db/operator/housekeeping.js'
import { personDocument } from '../../../db/person/export-person.js'
import { PERSON_TABLES } from '../../../db/person/person-tables.js'
import { DEFAULT_RETENTION } from '../../../db/pg/retention.js'
import { firstIdAfter } from '../../../schemas/base/ids.js'
import type { NewDocument, ReadDocument } from '../../../schemas/documents/document-store.js'
import { openDatabase } from '../../support/open-database.js'
import { silentLog } from '../../support/silent-log.js'

const { pool, knex } = await openDatabase(t)
const store = documents(pool)
const readings = documentReadings(pool, 0)
const jobs = jobStore(pool, 'jobs-test')
let lastId = firstIdAfter(Date.now())
const nextId = (): string => String((lastId += 1))

const document = (changes: Partial<NewDocument> = {}): NewDocument => ({
  id: nextId(),
  batch: nextId(),
  member: '7',
  account: null,
  client: 'app',
  request: 'r',
  received: Date.now(),
  bytes: Buffer.from('x'),
  name: null,
  mediaType: 'text/plain',
  source: null,
  appointments: false,
  dryRun: false,
  ...changes,
})
const READ: ReadDocument = {
  status: 'read',
  format: 'pnr',
  parts: [],
  segments: [{ type: 'Air' }],
  error: null,
}
const viewer = { member: '7', client: 'app' }

t.beforeEach(async () => {
  await pool.query('delete from document')
  await pool.query('delete from background_job')
  await pool.query(`
    insert into process (name, role, host, pid, version, started, heartbeat)
    values ('jobs-test', 'jobs', 'h', 1, 'v', now(), 'infinity') on conflict do nothing`)
})

t.test('a document has a job, a status that follows both, and is there once', async (t) => {
  const one = document()
  t.same([await store.add(one), await store.add(one)], ['stored', 'stored'])
  const status = async () => (await store.byId(viewer, one.id))?.status
  t.equal(await status(), 'received')
  t.same((await store.byId(viewer, one.id))?.batches, [one.batch])
  const job = await jobs.claim(['document'], [])
  t.match(job, { id: one.id, member: '7' })
  t.equal(await jobs.claim(['document'], [one.id]), null, 'one job')
  t.equal(await status(), 'reading')
  t.equal(await store.batchPublished('7', one.batch), 'waits')
  t.equal(await store.batchPublished('8', one.batch), null)
  await readings.saveReading(one.id, READ)
  await readings.saveReading(one.id, { ...READ, status: 'nothing_read', segments: [] })
  t.equal(await status(), 'read', 'an attempt that comes later changes nothing')
  const [first, second] = [nextId(), nextId()]
  const becomes = [{ batch: one.batch, first, count: 1 }]
  t.same(await readings.saveBatches(one.id, becomes), becomes)
  t.same(await readings.saveBatches(one.id, [{ batch: second, first: second, count: 1 }]), becomes)
  t.match(await readings.byId(one.id), { becomes, segments: READ.segments, bytes: null })
  await readings.markPublished(one.id, null)
  t.equal(await readings.byId(one.id), null, 'nothing is left to do')
  t.type(await store.batchPublished('7', one.batch), 'number')
  t.match(await store.byId(viewer, one.id), { batches: [one.batch], segments: null, parts: '[]' })
})

t.test('what was read is exported, and erased with its bytes', async (t) => {
  const [one, other] = [document(), document({ member: '8' })]
  for (const each of [one, other]) await store.add(each)
  const part = { at: 'line 1', result: 'refused' as const, segment: null, problems: [] }
  await readings.saveReading(one.id, { ...READ, parts: [part, { ...part, at: 'nothing \0 stored' }] })
  let text = ''
  for await (const chunk of personDocument(pool).document('7')) text += chunk
  const { documents: exported } = JSON.parse(text) as { documents: unknown[] }
  t.match(exported, [
    { id: one.id, status: 'read', parts: [part, { at: 'nothing \0 stored' }], segments: READ.segments },
  ])
  const erase = PERSON_TABLES.find(({ table }) => table === 'document')!.erase
  await pool.query(erase, ['7'])
  t.same((await pool.query('select id::text from document')).rows, [{ id: other.id }])
})

t.test('a job that has failed is a document that has, and its bytes go', async (t) => {
  const one = document()
  await store.add(one)
  const job = await jobs.claim(['document'], [])
  await jobs.end(job!, { is: 'failed', error: 'its process ended', keepMs: 60_000 })
  t.match(await store.byId(viewer, one.id), { status: 'failed', error: /could not be read/, batches: [] })
  const waits = document()
  await store.add(waits)
  await runHousekeeping(knex, silentLog(), new AbortController().signal)
  const { rows } = await pool.query('select id::text, bytes is null as gone from document order by id')
  t.same(rows, [
    { id: one.id, gone: true },
    { id: waits.id, gone: false },
  ])
})

t.test('a dry run is submitted once, as it was read or corrected', async (t) => {
  const submit = async (id: string, segments: unknown[] | null = null) =>
    await store.submit(viewer, id, { at: Date.now(), segments, batch: nextId() })
  for (const corrected of [null, [{ type: 'Hotel' }, { type: 'Car' }]]) {
    const one = document({ dryRun: true })
    await store.add(one)
    t.same([await submit(one.id), await submit('1')], ['state', 'unknown'], 'it is not read yet')
    const job = await jobs.claim(['document'], [])
    await readings.saveReading(one.id, READ)
    await jobs.end(job!, { is: 'done', result: null, keepMs: 60_000 })
    t.equal(await readings.byId(one.id), null, 'nothing to do')
    t.match(await store.byId(viewer, one.id), { batches: [], segments: '[{"type":"Air"}]' })
    t.equal(
      await store.submit({ member: '7', client: 'other' }, one.id, { at: 0, segments: null, batch: '1' }),
      'unknown',
    )
    const both = await Promise.all([submit(one.id, corrected), submit(one.id, corrected)])
    t.same(both.sort(), ['state', 'submitted'])
    t.match(await jobs.claim(['document'], []), { id: one.id, attempt: 1 }, 'its job goes on')
    t.same((await readings.byId(one.id))?.segments, corrected ?? READ.segments)
    await pool.query('delete from background_job')
  }
})

t.test(
  'a member and an application have so many that wait, and a member so many segments an hour',
  async (t) => {
    const answers = async (count: number, changes: Partial<NewDocument>) => {
      const all: string[] = []
      for (let n = 0; n < count; n++) all.push(await store.add(document(changes)))
      return all
    }
    const one = await answers(21, {})
    t.same([one.filter((says) => says === 'stored').length, one.at(-1)], [20, 'member_waits'])
    t.same(await answers(2, { member: '8' }), ['stored', 'stored'], 'another member')
    t.same(await answers(1, { client: 'other' }), ['stored'], 'another application')
    await pool.query('update document set size = $1 where id = any(array(select id from document limit 2))', [
      2 ** 29,
    ])
    t.same(await answers(1, { member: '9' }), ['client_waits'], 'a gibibyte')
    await pool.query("update document set status = 'read', n = 10000")
    t.same(await answers(2, {}), ['many_segments', 'many_segments'])
    t.same(await answers(1, { member: null, account: { source: 'airline_dl', number: '1' } }), ['stored'])
    await pool.query(`
    insert into document (id, client_id, request, received, size, appointments, dry_run, batch_id)
    select i, 'big', 'r', now(), 1, false, false, 1 from generate_series(1, 1000) i`)
    t.same(await answers(1, { client: 'big', member: '9' }), ['client_waits'], 'a thousand')
  },
)

t.test('what became no batch is kept for 30 days, the rest as long as its batches', async (t) => {
  const day = 86_400_000
  const idOf = (age: number, n: number): string => String(Number(firstIdAfter(Date.now() - age * day)) + n)
  const add = async (age: number, n: number, changes: Partial<NewDocument>, set: string) => {
    const one = document({ id: idOf(age, n), received: Date.now() - age * day, ...changes })
    await store.add(one)
    await pool.query(`update document set ${set} where id = $1`, [one.id])
    return one.id
  }
  const READ_AND_PUBLISHED = "status = 'read', published = now()"
  await add(31, 1, {}, "status = 'nothing_read'")
  await add(31, 2, { dryRun: true }, "status = 'read'")
  await add(31, 3, { member: null }, READ_AND_PUBLISHED)
  const kept = [
    await add(31, 4, {}, READ_AND_PUBLISHED),
    await add(31, 5, {}, 'n = 0'),
    await add(29, 6, {}, "status = 'failed'"),
  ]
  const left = async () =>
    (await pool.query<{ id: string }>('select id::text from document order by id')).rows.map(({ id }) => id)
  const never = new AbortController().signal
  await runHousekeeping(knex, silentLog(), never, { ...DEFAULT_RETENTION, documentDays: 30 })
  t.same(await left(), kept)
  t.equal(
    (await pool.query('select from document where bytes is not null')).rowCount,
    2,
    'the one that waits, the young one',
  )
  await runHousekeeping(knex, silentLog(), never, { ...DEFAULT_RETENTION, rawBatchDays: 30 })
  t.same(await left(), [kept[2]])
})

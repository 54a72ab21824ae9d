/**
 * Documents of several members, while the process that reads them is killed repeatedly: each yields exactly the segments
 * that it reports, in batches that exist once.
 */
import t from 'tap'
import type { Test } from 'tap'
import { noExtractor } from '../../actors/readers/extract.js'
import { readDocument } from '../../actors/readers/read-document.js'
import { unpackContent } from '../../db/fold/raw-batch/raw-batch-content.js'
import { stackFolder } from '../support/stack.js'
import { startIngress } from '../support/api/ingress.js'
import { barcodePdf } from '../support/barcode-pdf.js'
import { context } from '../corpus/reference-world.js'
import { KITINERARY_EXTRACTOR, NO_KITINERARY } from '../support/kitinerary-extractor.js'
import { readFixtures } from '../support/read-fixtures.js'
import { startRolesApart } from '../support/roles-apart.js'
import { testDatabase, testNats } from '../support/servers.js'
import { until } from '../support/until.js'

t.setTimeout(900_000)

const MEMBERS = 4
const EACH = 15
const KILLS = 3
const WAIT_MS = 240_000

interface Shown {
  id: string
  status: string
  batches: string[]
  parts: Array<{ segment: number | null }> | null
}

async function setup(t: Test, settings: Record<string, string> = {}) {
  const databaseUrl = await testDatabase(t)
  const natsUrl = (await testNats(t)).url
  const ingress = await startIngress(t, { on: { databaseUrl, natsUrl }, fold: true })
  const dir = stackFolder(t)
  const startJobs = async () => {
    const roles = {
      databaseUrl,
      natsUrl,
      dir,
      reachableDatabaseUrl: databaseUrl,
      roles: ['jobs'],
      settings,
    } as const
    return (await startRolesApart(t, roles)).of('jobs')
  }
  const send = async (
    token: string,
    bytes: Uint8Array,
    type: string | null,
    query = '',
    name = 'document',
  ) => {
    const body = new FormData()
    body.append('file', new Blob([bytes], type === null ? {} : { type }), name)
    const { headers, body: raw } = new Request('https://localhost', { method: 'POST', body })
    const answer = await ingress.request(`/v2/documents${query}`, {
      ...{ method: 'POST', token, raw: new Uint8Array(await new Response(raw).arrayBuffer()) },
      headers: { 'content-type': headers.get('content-type')! },
    })
    t.equal(answer.status, 202, answer.text)
    return (answer.json as { id: string }).id
  }
  const shown = async (token: string, id: string): Promise<Shown> =>
    (await ingress.request(`/v2/documents/${id}`, { token })).json as Shown
  return { ingress, startJobs, send, shown }
}

t.test(`documents of ${MEMBERS} members, their reader killed ${KILLS} times`, async (t) => {
  const { ingress, startJobs, send, shown } = await setup(t)
  const { pool } = ingress.database
  const fixtures = readFixtures().filter(({ document }) => document.bytes.length > 0)
  t.ok(fixtures.length > 0)
  const sent: Array<{ id: string; token: string; member: string; fixture: (typeof fixtures)[number] }> = []
  const members = await Promise.all(Array.from({ length: MEMBERS }, async () => await ingress.createMember()))
  for (let n = 0; n < EACH; n++)
    for (const member of members) {
      const fixture = fixtures[Math.floor(Math.random() * fixtures.length)]!
      const { bytes, mediaType, name, appointments } = fixture.document
      const { source } = fixture.expected
      const query = `?appointments=${appointments ? 1 : 0}${source === undefined ? '' : `&source=${source}`}`
      const token = await ingress.token(member)
      sent.push({ id: await send(token, bytes, mediaType, query, name!), token, member, fixture })
    }
  const done = async (): Promise<number> =>
    (
      await pool.query<{ n: number }>(
        "select count(*)::int as n from document where published is not null or status in ('nothing_read', 'failed')",
      )
    ).rows[0]!.n
  for (let kill = 1; kill <= KILLS; kill++) {
    const jobs = await startJobs()
    const before = await done()
    await until(
      'some are read',
      async () => (await done()) > before || (await done()) === sent.length,
      WAIT_MS,
    ).catch(async (error: unknown) => {
      const { rows } = await pool.query('select * from background_job where ended is null')
      throw new Error(`${before} were read; waiting: ${JSON.stringify(rows)}`, { cause: error })
    })
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 50))
    jobs.child.kill('SIGKILL')
    await jobs.ended
  }
  await startJobs()
  await until('all are done', async () => (await done()) === sent.length, WAIT_MS)
  const batches = new Map<string, unknown[]>()
  for (const { id, token, member, fixture } of sent) {
    const document = await shown(token, id)
    const { rows } = await pool.query<{ received: Date }>('select received from document where id = $1', [id])
    const received = rows[0]!.received.getTime()
    const input = { ...fixture.document, received }
    const expected = await readDocument(input, fixture.expected.source ?? null, context, noExtractor)
    t.equal(document.status, expected.segments.length > 0 ? 'read' : 'nothing_read', fixture.name)
    t.same(document.parts, expected.parts, fixture.name)
    const segments: unknown[] = []
    for (const batch of document.batches) {
      const body = await until('it is folded', async () => await foldedBody(pool, member, batch), WAIT_MS)
      t.notOk(batches.has(batch), 'a batch of one document')
      batches.set(batch, body)
      segments.push(...body)
    }
    t.same(segments, JSON.parse(JSON.stringify(expected.segments)), fixture.name)
  }
  const { rows } = await pool.query<{ id: string }>('select id::text from raw_batch')
  t.same(rows.map(({ id }) => id).sort(), [...batches.keys()].sort(), 'and no other batch is there')
})

async function foldedBody(
  pool: { query: (sql: string, values: unknown[]) => Promise<{ rows: unknown[] }> },
  member: string,
  batch: string,
): Promise<unknown[] | null> {
  const { rows } = await pool.query(
    `select id, kind, client_id as client, (extract(epoch from received) * 1000)::float8 as received, content
     from raw_batch where member_id = $1 and id = $2`,
    [member, batch],
  )
  const row = rows[0] as (Parameters<typeof unpackContent>[1] & { content: Buffer }) | undefined
  if (row === undefined) return null
  return (JSON.parse(unpackContent(row.content, row).body) as { segments: unknown[] }).segments
}

/** A boarding pass of 20 January (IATA Resolution 792). */
const PASS = `M1${'LEE/ANN'.padEnd(20)}EABC123 LHRCDGBA 0304 020Y012A0025 100`

t.test('a PDF becomes a trip', { skip: NO_KITINERARY }, async (t) => {
  const { ingress, startJobs, send, shown } = await setup(t, { DOCUMENT_EXTRACTOR: KITINERARY_EXTRACTOR! })
  await startJobs()
  const token = await ingress.token(await ingress.createMember())
  const id = await send(token, barcodePdf(PASS), 'application/pdf')
  const { status, batches } = await until(
    'it is read',
    async () => {
      const document = await shown(token, id)
      return ['received', 'reading'].includes(document.status) ? null : document
    },
    WAIT_MS,
  )
  t.equal(status, 'read')
  await until('it is folded', async () => {
    const { json } = await ingress.request(`/v2/batches/${batches[0]}`, { token })
    return (json as { status: string }).status === 'processed'
  })
  const trips = (await ingress.request('/v2/trips?segments=1&start=2020-01-01', { token })).json as Array<{
    segments: Array<Record<string, unknown>>
  }>
  t.match(trips, [
    { segments: [{ type: 'Air', flight_num: '304', origin: 'LHR', confirmation_no: 'ABC123' }] },
  ])
})

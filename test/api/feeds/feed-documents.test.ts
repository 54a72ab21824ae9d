/** Documents in lines of a feed (contract.md 14.4): for a member, and for the holder of a loyalty number. */
import t from 'tap'
import type { Test } from 'tap'
import { readDocument } from '../../../actors/readers/read-document.js'
import { documentReadings } from '../../../db/documents/document-readings.js'
import { deliverToAccount } from '../../../ops/wiring/jobs/deliver-to-account.js'
import { readDocumentJob } from '../../../workers/documents/read-documents.js'
import type { ReadDocumentsDeps } from '../../../workers/documents/read-documents.js'
import type { FeedReport } from '../../../schemas/feeds/feed-report.js'
import { authorise, sendFeed } from '../../support/api/feed-client.js'
import type { FeedAnswer } from '../../support/api/feed-client.js'
import { ADA, startLoyalty } from '../../support/api/loyalty.js'
import { sharing } from '../../support/sharing.js'
import { until } from '../../support/until.js'

t.setTimeout(150_000)

const COLUMNS =
  'type,airline,flight_num,origin,destination,departure_datetime,arrival_datetime,confirmation_no,first_name,last_name'
const table = (locator: string): string =>
  `${COLUMNS}\nAir,DL,42,JFK,SFO,2027-03-14T18:30,2027-03-14T21:45,${locator},${ADA.first_name},${ADA.last_name}\n`
const asTable = (locator: string, more: object = {}) => ({
  document: { text: table(locator), media_type: 'text/csv', name: 'flights.csv', ...more },
})
const toNumber = (account_id: string) => ({ account: { source: 'airline_dl', account_id } })

async function setup(t: Test) {
  const loyalty = await startLoyalty(t)
  const { ingress } = loyalty
  const { deps } = ingress
  const { pool } = ingress.database
  const context = { ...deps.reference, strict: true }
  const jobDeps: ReadDocumentsDeps = {
    store: documentReadings(pool, 0),
    inThread: async ({ document, source }) => await readDocument(document, source, context),
    sources: () => new Map(),
    extract: null,
    publish: deps.publish,
    deliverToAccount: deliverToAccount(deps),
    ids: deps.ids,
    log: deps.log,
  }
  const read = async (id: string, changes: Partial<ReadDocumentsDeps['store']> = {}) => {
    const store = { ...jobDeps.store, ...changes }
    await readDocumentJob({ ...jobDeps, store }, id, new AbortController().signal)
  }
  const idOf = (answers: FeedAnswer[], at = 0): string =>
    (answers[at] as unknown as { document_id: string }).document_id
  const shown = async (id: string) =>
    (await ingress.request(`/v2/documents/${id}`, { token: await ingress.appToken('gds') })).json
  return { ...loyalty, pool, read, idOf, shown }
}
const check = sharing(t, setup)

check('a line for a member becomes a trip, and its repeat nothing', async (t, shared) => {
  const { ingress, read, idOf, shown, tripsOf } = shared
  const member = await ingress.createMember()
  await authorise(ingress, member)
  const line = { member_id: member, ...asTable('OFMEMB', { source: 'sabre' }), key: 'd1' }
  const [first] = await sendFeed(ingress, [line])
  t.match(first, { line: 1, key: 'd1', status: 202, document_id: /^\d+$/ })
  const again = await sendFeed(ingress, [line])
  t.match(again, [{ status: 202, document_id: idOf([first!]), replayed: true }])
  t.match(await sendFeed(ingress, [{ ...line, ...asTable('OTHER1') }]), [{ status: 422 }])
  await read(idOf([first!]))
  t.match(
    await shown(idOf([first!])),
    { status: 'read', source: 'sabre', batches: [/^\d+$/] },
    'its sender sees it',
  )
  await until('it is a trip', async () => JSON.stringify(await tripsOf(member)).includes('OFMEMB'))
})

check('the report of a feed counts its documents by what became of them', async (t, shared) => {
  const { ingress, read, idOf } = shared
  const member = await ingress.createMember()
  await authorise(ingress, member)
  const inPart = asTable('INPART')
  inPart.document.text += 'Air,DL,43,JFK\n'
  const documents = [
    asTable('REPORT'),
    { document: { text: 'no travel here' } },
    asTable('UNREAD'),
    { document: inPart.document },
  ]
  const answers = await sendFeed(
    ingress,
    documents.map((one) => ({ member_id: member, ...one })),
    { headers: { 'x-request-id': 'counted' } },
  )
  const results = async () => {
    const day = new Date().toISOString().slice(0, 10)
    const token = await ingress.appToken('gds')
    const { json } = await ingress.request(`/v2/feeds/reports/${day}`, { token })
    return (json as FeedReport[]).find((one) => one.request_id === 'counted')
  }
  const waiting = { waiting: 4, read: 0, partly_read: 0, nothing_read: 0, failed: 0 }
  await until('the report is saved', async () => (await results())?.documents === 4)
  t.same((await results())?.document_results, waiting)
  for (const at of [0, 1, 3]) await read(idOf(answers, at))
  t.same((await results())?.document_results, {
    ...{ waiting: 1, read: 1, partly_read: 1, nothing_read: 1, failed: 0 },
  })
  await ingress.database.pool.query('delete from background_job where id = $1', [idOf(answers, 2)])
  t.match((await results())?.document_results, { waiting: 0, failed: 1 }, 'nothing reads it any more')
})

check('a line for a number goes to its member, or waits for one', async (t, shared) => {
  const { ingress, read, idOf, shown, tripsOf, held, vouch, pool } = shared
  const member = await ingress.createMember()
  await vouch(member, '2001')
  const base64 = {
    base64: Buffer.from(table('BYNUMB')).toString('base64'),
    media_type: 'text/csv',
    name: 'a.csv',
  }
  const answers = await sendFeed(ingress, [
    { ...toNumber('2001'), document: base64 },
    { ...toNumber('2002'), ...asTable('WAITS1') },
  ])
  t.match(answers, [{ status: 202 }, { status: 202 }])
  const before = await held()
  await read(idOf(answers))
  await until('it is a trip', async () => JSON.stringify(await tripsOf(member)).includes('BYNUMB'))
  const dies = { markPublished: async () => await Promise.reject(new Error('dead')) }
  await t.rejects(read(idOf(answers, 1), dies), /dead/)
  await read(idOf(answers, 1))
  t.match(await shown(idOf(answers, 1)), { status: 'read' })
  t.ok((await held()) > before)
  const { rows } = await pool.query(
    "select count(distinct envelope::json ->> 'batch')::int as n from held_line where number_key like '%2002%'",
  )
  t.same(rows, [{ n: 1 }], 'one batch, however often it is repeated')
  const later = await ingress.createMember()
  await vouch(later, '2002')
  await until('it is released', async () => JSON.stringify(await tripsOf(later)).includes('WAITS1'))
  t.equal((await tripsOf(later)).length, 1)
})

check(
  'what a number may not be sent fails when it is read',
  async (t, { ingress, read, idOf, shown, pool }) => {
    const answers = await sendFeed(ingress, [{ ...toNumber('2003'), ...asTable('REVOKE') }])
    await pool.query("update app set feed_sources = '{sabre}' where client_id = 'gds'")
    t.teardown(async () => {
      await pool.query("update app set feed_sources = '{airline_dl,sabre}' where client_id = 'gds'")
    })
    await read(idOf(answers))
    t.match(await shown(idOf(answers)), {
      status: 'failed',
      error_description: /may not send anything of the source "airline_dl"/,
      batches: [],
    })
    const { rows } = await pool.query('select segments from document where id = $1', [idOf(answers)])
    t.same(rows, [{ segments: null }])
  },
)

const REFUSED: Array<[what: string, line: object, status: number, says: RegExp]> = [
  ['no object', { document: 'x' }, 400, /"document" must be an object/],
  ['neither', { document: {} }, 400, /either "text" or "base64"/],
  ['both', { document: { text: 'x', base64: 'eA==' } }, 400, /either "text" or "base64"/],
  ['an empty one', { document: { text: '' } }, 400, /not empty/],
  ['no base64', { document: { base64: 'ä' } }, 400, /either "text" or "base64"/],
  ['another type', { document: { text: 5 } }, 400, /"document.text" must be a string/],
  ['no media type', { document: { text: 'x', media_type: 'calendar' } }, 400, /media type/],
  ['a long name', { document: { text: 'x', name: 'x'.repeat(201) } }, 400, /at most 200/],
  ['an unknown source', { document: { text: 'x', source: 'nobody' } }, 400, /source/],
  ['an unknown field', { document: { text: 'x', kind: 'x' } }, 400, /kind/],
  ['segments too', { document: { text: 'x' }, segments: [] }, 400, /segments/],
  ['a mode', { document: { text: 'x' }, mode: 'merge' }, 400, /mode/],
]
check('what is no document is refused, and the feed goes on', async (t, { ingress }) => {
  const member = await ingress.createMember()
  const answers = await sendFeed(ingress, [
    ...REFUSED.map(([, line]) => ({ ...toNumber('2004'), ...line })),
    { member_id: member, document: { text: 'x' } },
    { document: { text: 'x' } },
    { ...toNumber('2004'), document: { text: 'x', source: 'airline_ua' } },
    { ...toNumber('2004'), document: { text: 'x' } },
  ])
  for (const [at, [what, , status, says]] of REFUSED.entries()) {
    t.equal(answers[at]!.status, status, what)
    t.match(answers[at]!.error_description, says, what)
  }
  t.match(answers.slice(REFUSED.length), [
    { status: 403, error: 'access_denied' },
    { status: 400, error_description: /either "member_id" or "account"/ },
    { status: 403, error_description: /may not send anything of the source "airline_ua"/ },
    { status: 202 },
  ])
})

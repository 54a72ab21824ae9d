import t from 'tap'
import { packContent } from '../../../../../db/fold/raw-batch/raw-batch-content.js'
import type { AuthNode } from '../../../../support/auth/auth-node.js'
import type { Answer } from '../../../../support/https-site.js'
import {
  aMember,
  anApp,
  memberTokens,
  PASSWORD,
  signedInMember,
} from '../../../../support/auth/auth-fixtures.js'
import { aDeveloper, signedInDeveloper } from '../../../../support/auth/developer-fixtures.js'
import { authNode } from '../../../../support/auth/auth-node.js'
import { addPasskey } from '../../../../support/auth/factors.js'
import { SoftwareAuthenticator } from '../../../../support/auth/software-authenticator.js'
import { startExportWorker } from '../../../../support/export-worker.js'
import { until } from '../../../../support/until.js'
import { insertLoyaltyAccount, insertTrip, PARIS } from '../../../../support/auth/sample-trip.js'

const node = await authNode(t)
const SECURITY = '/account/security'
/** More than the rows of one step. */
const MANY = 120

const STORED = { created: '2026-01-01T00:00:00Z', updated: '2026-01-01T00:00:00Z' }
const TRIP = {
  ...PARIS,
  segments: PARIS.segments.map((one) => (day: (n: number) => string) => ({ ...one(day), ...STORED })),
}

type Document = Record<string, unknown> & Record<'segments' | 'batches', Array<Record<string, unknown>>>

/** Rows in every table of the export that the fixtures do not fill. */
async function insertTheRest({ knex }: AuthNode, member: string, mark: string): Promise<void> {
  const body = JSON.stringify({ segments: [{ notes: mark }] })
  const envelope = { v: 1 as const, kind: 'segments' as const, batch: '7', received: 1_780_000_000_000 }
  await knex('raw_batch').insert({
    member_id: member,
    id: 7,
    seq: 7,
    received: new Date(envelope.received),
    partition: 0,
    n: 1,
    failed: false,
    refused: false,
    kind: 'segments',
    content: packContent({ envelope, body, results: [], resource: null, refusal: null }),
  })
  await knex('parked_message').insert({
    member_id: member,
    seq: 8,
    subject: 'x',
    bytes: Buffer.from(`{}\n"${mark}"`),
    reason: 'fold',
  })
  await knex('past_document').insert([
    { member_id: member, id: 1, version: 1, updated: new Date(), doc: JSON.stringify({ mark }) },
    { member_id: member, id: 1, version: 2, updated: new Date(), doc: JSON.stringify({ mark }) },
  ])
  await knex('event').insert({
    id: node.knex.raw('gen_random_uuid()'),
    member_id: member,
    sequence: 1,
    type: 'trip.created',
    resource_id: '1',
    created: new Date(),
    body: JSON.stringify({ mark }),
  })
  await knex('shared_trip').insert({
    id: member,
    member_id: member,
    trip_id: 1,
    hash: Buffer.alloc(32, member),
  })
  await knex('calendar_feed').insert({ id: member, member_id: member, name: mark, hash: Buffer.from(mark) })
  await knex('mail_address').insert({
    ...{ id: member, member_id: member, name: mark, hash: Buffer.alloc(32, member) },
  })
  await knex('mail_sender').insert({ id: member, member_id: member, sender: `${mark}@mail.example` })
  await knex('audit').insert(
    Array.from({ length: MANY }, () => ({ event: 'signed_in', actor_kind: 'member', actor_id: member })),
  )
  const [grant] = await knex('oauth_grant').where({ member_id: member })
  await knex('request_log').insert(
    [1, 2].map((n) => ({
      client_id: (grant as { client_id: string }).client_id,
      at: new Date(),
      request: String(n),
      member_id: member,
      method: 'GET',
      route: '/v2/segments',
      path: '/v2/segments',
      query: `q=${mark}`,
      status: 200,
      ms: 1,
    })),
  )
}

t.test('a member downloads everything, and nothing of anybody else', async (t) => {
  const app = await anApp(node)
  const [member, other] = [await aMember(node), await aMember(node)]
  for (const [{ id, email }, mark] of [
    [member, 'mark-of-mine'],
    [other, 'mark-of-another'],
  ] as const) {
    await memberTokens(node, app, await signedInMember(node, { id, email }))
    await insertTrip(node.knex, id, { ...TRIP, doc: { headline: mark } })
    await insertLoyaltyAccount(node.knex, id)
    await insertTheRest(node, id, mark)
    await addPasskey(await signedInMember(node, { id, email }), new SoftwareAuthenticator(node.url), {}, mark)
  }
  const { stop } = await startExportWorker(t, node)
  const who = await signedInMember(node, member)
  const page = await who.get(SECURITY)
  const wrong = await who.submit(page, '/account/export', { export_password: 'not mine', as: 'json' })
  t.equal(wrong.status, 422)
  t.match(wrong.text, /This is not your password/)

  const answer = await who.submit(page, '/account/export', { export_password: PASSWORD, as: 'json' })
  t.equal(answer.status, 200, answer.text.slice(0, 300))
  t.equal(answer.headers['content-disposition'], `attachment; filename="tripfold-${member.id}.json"`)
  t.equal(answer.headers['cache-control'], 'no-store')
  const document = answer.json() as Document
  const counts = Object.entries(document).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.length]] : [],
  )
  t.same(Object.fromEntries(counts), {
    trips: 1,
    segments: 4,
    loyalty_accounts: 1,
    batches: 1,
    documents: 0,
    waiting_messages: 1,
    earlier_versions: 2,
    events: 1,
    grants: 1,
    calendar_addresses: 1,
    mail_addresses: 1,
    mail_senders: 1,
    shared_trips: 1,
    sessions: 3,
    passkeys: 1,
    audit: MANY + 2,
    requests: 2,
  })
  t.match(document, {
    schema_version: 1,
    member_id: member.id,
    account: { email: member.email },
    profile: {},
  })
  t.match(document.batches[0], { kind: 'segments', body: { segments: [{ notes: 'mark-of-mine' }] } })
  t.equal(answer.text.split('mark-of-mine').length - 1, 12, 'in every section that has it')
  t.notMatch(answer.text, /mark-of-another/)
  t.notMatch(answer.text, /hash|password/i, 'no secret, not even a hash')

  const calendar = await who.submit(page, '/account/export', { export_password: PASSWORD, as: 'ics' })
  t.match(calendar.headers['content-type'], 'text/calendar')
  t.equal(calendar.text.match(/BEGIN:VEVENT/g)?.length, 4)
  t.match((await who.get(SECURITY)).text, /All your data downloaded/)
  await stop()
})

t.test('what takes longer is made meanwhile, one at a time, and can be fetched for a day', async (t) => {
  const [member, other] = [await aMember(node), await aMember(node)]
  const who = await signedInMember(node, member)
  const stranger = await signedInMember(node, other)
  const ask = async (): Promise<Answer> =>
    await who.submit(await who.get(SECURITY), '/account/export', { export_password: PASSWORD, as: 'json' })
  const [first, ...others] = (await Promise.all([ask(), ask(), ask()])).sort((a, b) => a.status - b.status)
  t.same([first?.status, first?.headers['location']], [303, '/account/security?m=export#download'])
  for (const { status, text, headers } of others) {
    t.same([status, headers['retry-after']], [429, '30'])
    t.match(text, /already being prepared/)
  }
  t.match(
    (await who.get('/account/security?m=export')).text,
    /is being prepared[^]*Everything<\/strong> <span class="badge">Waiting/,
  )

  const { stop } = await startExportWorker(t, node)
  const id = await until('it is ready', async () => {
    const { text } = await who.get(SECURITY)
    return /badge good">Ready[^]*\d (?:bytes|kB), available until[^]*name="export" value="(\d+)"/.exec(
      text,
    )?.[1]
  })
  const fetchIt = async (by: typeof who, password = PASSWORD): Promise<Answer> =>
    await by.submit(await by.get(SECURITY), '/account/export', { export_password: password, export: id })
  t.equal((await fetchIt(who, 'not mine')).status, 422, 'not without the password')
  t.match(await fetchIt(stranger), { status: 422, text: /is no longer available/ })
  t.match((await fetchIt(who)).json(), { member_id: member.id })
  await node.knex('background_job').where({ id }).update({ expires: new Date() })
  t.match(await fetchIt(who), { status: 422, text: /is no longer available/ })
  await stop()
})

t.test('ten a day, without those that failed', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  const ask = async (): Promise<Answer> =>
    await who.submit(await who.get(SECURITY), '/account/export', { export_password: PASSWORD, as: 'ics' })
  const failing = await startExportWorker(t, node, { refuse: true })
  t.equal((await ask()).status, 303)
  t.match((await who.get(SECURITY)).text, /badge bad">Failed[^]*ask for it again/)
  await failing.stop()
  await startExportWorker(t, node)
  for (let n = 0; n < 10; n++) t.equal((await ask()).status, 200)
  const refused = await ask()
  t.equal(refused.status, 429)
  t.match(refused.text, /10 in the last 24 hours/)
  t.ok(Number(refused.headers['retry-after']) > 86_000)
  const hasty = await ask()
  t.match(hasty, { status: 429, text: /asked too often/ })
  // One is refilled in two minutes, and some seconds have passed.
  const wait = Number(hasty.headers['retry-after'])
  t.ok(wait > 60 && wait <= 120, `${wait} s`)
})

t.test('a developer has no such download', async (t) => {
  const who = await signedInDeveloper(node, await aDeveloper(node))
  t.notMatch((await who.get('/console/security')).text, /Download your data/)
})

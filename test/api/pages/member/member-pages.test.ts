/** The member's own pages: itinerary, loyalty accounts, reports (oauth.md 6.1). */
import t from 'tap'
import { aMember, anApp, memberTokens, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper } from '../../../support/auth/developer-fixtures.js'
import { insertTrip, PARIS_WITHOUT_STAY } from '../../../support/auth/sample-trip.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
await node.knex('developer').where({ id: developer.id }).update({ organisation: 'Example Travel <i>Ltd</i>' })
const app = await anApp(node, { developerId: developer.id })

const member = await aMember(node)
const who = await signedInMember(node, member)

t.test('a report of several lines is accepted, and its errors are explained', async (t) => {
  const path = `/account/report?app=${app.clientId}`
  t.equal((await who.fillAt(path, '/account/report', { words: ' ' })).status, 422)
  const sent = await who.fillAt(path, '/account/report', {
    words: 'It asks for my password.\r\n\r\nAnd it looks <b>odd</b>.',
  })
  t.equal(sent.status, 200)
  t.match(sent.text, /We will look into it/)
  const mail = node.mails.filter((one) => one.to === 'operator@tripfold.example').at(-1)!
  t.match(mail.text, /It asks for my password\. And it looks <b>odd<\/b>\./)
  t.match(mail.text, new RegExp(app.clientId))
})

t.test('loyalty accounts', async (t) => {
  await node.knex('account').insert({
    member_id: member.id,
    id: '9',
    status: 'NeedsAttention',
    source: 'hotel_hilton',
    account_id: '1',
    classification: 'hotel',
    version: 1,
    updated: new Date(),
    state: '{}',
    doc: JSON.stringify({
      id: '9',
      program_name: 'Honors',
      account_id: '****1111',
      status: 'NeedsAttention',
      last_harvest_status: 'No Travel Data',
      last_access: '2026-11-20T09:30:00Z',
    }),
  })
  const { text } = await who.get('/account/loyalty')
  t.match(text, /Needs attention/)
  t.match(text, /Level \(optional\)/)
  t.match(text, /Found no travel, 20 November 2026 at 09:30 UTC/)
})

t.test('the list of trips leads to a page for each, with its cancelled segments', async (t) => {
  t.match((await who.get('/account/trips')).text, /Nothing is planned yet/)
  await insertTrip(node.knex, member.id, PARIS_WITHOUT_STAY)
  const list = await who.get('/account/trips')
  t.match(list.text, /href="\/account\/trips\/1">Trip to Paris<\/a>/)
  t.match(list.text, /2 flights, 1 meeting/)
  t.match((await who.get('/account/trips?view=past')).text, /You have no past trips yet/)
  const { status, text } = await who.get('/account/trips/1')
  t.equal(status, 200)
  t.match(text, /London Heathrow Airport \(LHR\)/, 'airports have names')
  t.match(text, /data-copy="TF4D7K"/)
  const [timeline = '', cancelled = ''] = text.split('id="cancelled"')
  t.match(cancelled, /Hôtel du Nord/)
  t.notMatch(timeline, /Hôtel du Nord/)
})

t.test('a trip of another member, an unknown one and one that was merged away', async (t) => {
  const stranger = await signedInMember(node, await aMember(node))
  for (const path of ['/account/trips/1', '/account/trips/7', '/account/trips/x'])
    t.equal((await stranger.get(path)).status, 404, path)
  const row = await node.knex('trip').where({ member_id: member.id, id: '1' }).first<{ doc: string }>()
  const merged = { ...(JSON.parse(row.doc) as object), id: '7', status: 'Merged', merged_into: '1' }
  await node.knex('trip').insert({ ...row, id: '7', status: 'Merged', doc: JSON.stringify(merged) })
  const { status, headers } = await who.get('/account/trips/7')
  t.match({ status, location: headers['location'] }, { status: 303, location: '/account/trips/1' })
})

t.test('connected apps: what each may do, when it last looked, what it sent, and the sources', async (t) => {
  const holder = await aMember(node)
  const account = await signedInMember(node, holder)
  const sender = await anApp(node, { name: 'Sender' })
  const former = await anApp(node, { name: 'Former' })
  await memberTokens(node, sender, account)
  const batch = {
    member_id: holder.id,
    seq: 1,
    partition: 0,
    kind: 'segments',
    received: new Date('2026-11-20T09:30:00Z'),
  }
  const stored = { failed: false, refused: false, content: Buffer.of() }
  await node.knex('raw_batch').insert([
    { ...batch, ...stored, id: 1, client_id: sender.clientId, n: 12 },
    { ...batch, ...stored, id: 2, client_id: former.clientId, n: 1 },
    { ...batch, ...stored, id: 3, client_id: former.clientId, n: 5, kind: 'edit' },
  ])
  await insertTrip(node.knex, holder.id, PARIS_WITHOUT_STAY)
  await node
    .knex('oauth_grant')
    .where({ client_id: sender.clientId })
    .update({ last_used: new Date('2040-01-02T03:04:00Z') })
  const page = (await account.get('/account/apps')).text
  t.match(page, /Last looked<\/dt><dd>2 January 2040 at 03:04 UTC/)
  t.match(page, /Has sent<\/dt><dd>12 segments, the last on 20 November 2026 at 09:30 UTC/)
  t.match(page, /Also reported your travel[^]*Former: 1 segment, the last on/)
  t.match(page, /<td>British Airways<\/td><td>4<\/td>/)
})

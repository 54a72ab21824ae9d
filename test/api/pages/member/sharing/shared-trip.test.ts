/** oauth.md 6.5: links under which anyone may read one trip. */
import t from 'tap'
import { aMember, signedInMember, signedInNode } from '../../../../support/auth/auth-fixtures.js'
import type { Answer } from '../../../../support/https-site.js'
import { insertTrip, PARIS } from '../../../../support/auth/sample-trip.js'
import { dumpTables } from '../../../../support/auth/tables.js'

const { node, member, who } = await signedInNode(t, { perNetwork: 2_000 })
const priced = PARIS.segments.map((segment) => (day: (days: number) => string) => ({
  ...segment(day),
  price: '184.00',
  currency: 'GBP',
  sources: [
    {
      source: 'airline_ba',
      status: 'Active',
      confirmation_no: 'TF4D7K',
      received: '2026-11-25T14:26:15+0000',
    },
  ],
  warnings: [{ description: 'The desk says TF4D7K.' }],
}))
await insertTrip(node.knex, member.id, { ...PARIS, segments: priced })
const TRIP = '/account/trips/1'

/** Makes a link and returns its path. */
async function share(values: Record<string, string>): Promise<string> {
  const made = await who.fillAt(TRIP, `${TRIP}/share`, values)
  const url = /id="link">([^<]+)</.exec(made.text)?.[1]
  if (url === undefined) throw new Error(made.text)
  return url.slice(node.url.length)
}
const open = async (path: string): Promise<Answer> => await node.call(path)

t.test(
  'a link shows the trip to anyone, without booking numbers, prices, sources and warnings',
  async (t) => {
    const path = await share({ expiry: '7' })
    const { status, text, headers } = await open(path)
    t.equal(status, 200)
    t.match(text, /Ann shares this trip with you/)
    t.match(text, /London Heathrow Airport \(LHR\)/)
    t.match(text, /Hôtel du Nord/)
    t.notMatch(text, /TF4D7K|184|Reported by|account.segments|80714422|form_token|Q9PL2R/)
    t.equal(headers['referrer-policy'], 'no-referrer')
    t.match(headers['x-robots-tag'], /noindex/)
    t.equal(headers['cache-control'], 'no-store')
    t.notOk(
      (await dumpTables(node.knex)).includes(path.slice('/shared/'.length)),
      'the secret is stored as a hash',
    )
  },
)

t.test('booking numbers and prices are shown where they were ticked', async (t) => {
  const { text } = await open(await share({ expiry: '30', locators: '1', prices: '1' }))
  t.match(text, /TF4D7K/)
  t.match(text, /£184\.00/)
  t.notMatch(text, /Reported by|The desk says/)
  t.match((await who.get(TRIP)).text, /Shows route, times, places, seats, booking numbers and prices\./)
})

t.test('the page of the trip lists its links, and revoking one ends it', async (t) => {
  const path = await share({ expiry: 'never' })
  const page = await who.get(TRIP)
  t.match(page.text, /<details id="share" open>[^]*Ends when you revoke it/)
  t.equal((await open(path)).status, 200)
  const links = await node.knex('shared_trip').orderBy('id', 'desc').select<Array<{ id: number }>>('id')
  const form = {
    form_token: /name="form_token" value="([^"]+)"/.exec(page.text)![1]!,
    link: String(links[0]!.id),
  }
  const stranger = await signedInMember(node, await aMember(node))
  const theirs = await stranger.get('/account/trips')
  await stranger.post(`${TRIP}/unshare`, {
    ...form,
    form_token: /name="form_token" value="([^"]+)"/.exec(theirs.text)![1]!,
  })
  t.equal((await open(path)).status, 200, 'not by another member')
  t.match((await who.post(`${TRIP}/unshare`, form)).headers['location'], /m=unshared/)
  const gone = await open(path)
  t.equal(gone.status, 404)
  t.match(gone.text, /not shared here/)
  t.match(gone.headers['x-robots-tag'], /noindex/)
})

t.test('a link ends with its days, and with the trip', async (t) => {
  const week = await share({ expiry: '7' })
  await node.knex.raw(
    "update shared_trip set expires = now() - interval '1 second' where expires is not null",
  )
  t.equal((await open(week)).status, 404)
  const untilEnd = await share({ expiry: 'end' })
  t.equal((await open(untilEnd)).status, 200)
  const row = await node.knex('trip').where({ member_id: member.id }).first<{ doc: string }>('doc')
  const ended = { ...(JSON.parse(row.doc) as object), end_datetime_utc: '2020-01-01T00:00:00+0000' }
  await node
    .knex('trip')
    .where({ member_id: member.id })
    .update({ doc: JSON.stringify(ended) })
  t.equal((await open(untilEnd)).status, 404)
  await node.knex('trip').where({ member_id: member.id }).update({ doc: row.doc })
})

t.test('a trip that was merged into another one is not shown under the old link', async (t) => {
  const path = await share({ expiry: 'never' })
  const row = await node.knex('trip').where({ member_id: member.id }).first<{ doc: string }>('doc')
  const merged = { ...(JSON.parse(row.doc) as object), status: 'Merged', merged_into: '2' }
  await node
    .knex('trip')
    .where({ member_id: member.id })
    .update({ doc: JSON.stringify(merged) })
  t.equal((await open(path)).status, 404)
  await node.knex('trip').where({ member_id: member.id }).update({ doc: row.doc })
})

t.test('nobody shares the trip of another member', async (t) => {
  const stranger = await signedInMember(node, await aMember(node))
  const { text } = await stranger.get('/account/trips')
  const form_token = /name="form_token" value="([^"]+)"/.exec(text)![1]!
  t.equal((await stranger.post(`${TRIP}/share`, { form_token, expiry: '7' })).status, 404)
})

t.test('a closed account shares nothing, and guessing is slowed down', async (t) => {
  const path = await share({ expiry: 'never' })
  await node.auth.deps.members.close(member.id)
  t.equal((await open(path)).status, 404)
  t.same(await node.knex('shared_trip').where({ member_id: member.id }), [])
  const statuses = new Set<number>()
  for (let i = 0; i < 150; i++) statuses.add((await open('/shared/shr_guess')).status)
  t.same([...statuses], [404, 429])
})

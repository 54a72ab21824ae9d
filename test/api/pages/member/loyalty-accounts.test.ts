/** The page on which a member says whose a loyalty number is (contract.md 8.3). */
import t from 'tap'
import { aMember, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { sendFeed } from '../../../support/api/feed-client.js'
import { startLoyalty } from '../../../support/api/loyalty.js'
import { formTo } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'
import { testDatabase, testNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

t.setTimeout(200_000)

const FORM_TOKENS = /name="form_token" value="[^"]*"/g

const databaseUrl = await testDatabase(t)
const { ingress, register, tripsOf, line } = await startLoyalty(t, {
  databaseUrl,
  natsUrl: (await testNats(t)).url,
})
const node = await authNode(t, { databaseUrl, publish: ingress.deps.publish })
const reference = async (who: Visitor, booking: string) => {
  const page = await who.get('/account/loyalty')
  return await who.submit(page, '/account/loyalty/confirm', { booking })
}

t.test('a member proves a number by a booking, and has what was waiting in that name', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await register(member.id, '7004 1234')
  const empty = await who.get('/account/loyalty')
  t.match(empty.text, /Not confirmed[^]*in your name[^]*This number is mine/)
  await sendFeed(ingress, [
    line('70041234', { notes: 'a secret of its owner' }),
    line('70041234', { first_name: null, last_name: null, confirmation_no: 'NAMELE', flight_num: '77' }),
    line('70041234', { first_name: 'Bea', last_name: 'Other', confirmation_no: 'BEASNR' }),
  ])
  const texts = [empty, await who.get('/account/loyalty')].map(({ text }) => text.replace(FORM_TOKENS, ''))
  t.equal(texts[0], texts[1], 'the page does not tell that something waits')
  const forged = await who.post(
    '/account/loyalty/confirm',
    { account: '1', booking: 'QHZBT8' },
    { origin: 'https://evil.example' },
  )
  t.equal(forged.status, 403)
  const answers = []
  for (const wrong of ['BEASNR', 'NAMELE', 'QHZBT9', '']) answers.push(await reference(who, wrong))
  for (const { status, text } of answers) {
    t.equal(status, 422)
    t.match(text, /We have no booking in your name with this reference for this number\./)
  }
  t.same(await tripsOf(member.id), [])
  t.match(await reference(who, ' qhzbt-8 '), {
    status: 303,
    headers: { location: '/account/loyalty?m=confirmed' },
  })
  await until('the trip exists', async () => (await tripsOf(member.id)).length === 1)
  t.match(await tripsOf(member.id), [{ segments: [{ flight_num: '42', confirmation_no: 'QHZBT8' }] }])
  const after = (await who.get('/account/loyalty?m=confirmed')).text
  t.match(after, /Confirmed by a booking[^]*Has your name changed\?/)
  t.notMatch(after, /This number is mine/)
  t.match(
    (await who.get('/account/security')).text,
    /Loyalty number confirmed[^]*No booking found to confirm a loyalty number/,
  )
})

t.test('five references a day; a right one does not count', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await register(member.id, '8118')
  for (let guess = 1; guess <= 5; guess++) t.equal((await reference(who, `GUESS${guess}`)).status, 422)
  const slowed = await reference(who, 'GUESS6')
  t.match(slowed, { status: 429, text: /Too many attempts\. Try again tomorrow\./ })
  t.ok(Number(slowed.headers['retry-after']) > 86_000)
  t.match((await who.get('/account/security')).text, /Too many attempts: slowed down/)

  const other = await aMember(node)
  const owner = await signedInMember(node, other)
  await register(other.id, '8118')
  await sendFeed(ingress, [line('8118')])
  t.equal((await reference(owner, 'GUESS1')).status, 422)
  t.equal((await reference(owner, 'QHZBT8')).status, 303)
  t.match(await node.knex('throttle').where({ key: `loyalty proof of ${other.id}` }), [{ count: 1 }])
})

t.test('fifty references a number and day, of all members together', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await register(member.id, '8228')
  await node.knex('throttle').insert({
    key: 'loyalty proof for airline_dl 8228',
    count: 49,
    until: new Date(Date.now() + 60_000),
  })
  t.equal((await reference(who, 'GUESS1')).status, 422)
  t.equal((await reference(who, 'GUESS2')).status, 429)
})

t.test('a number that is not theirs is removed, and nothing of it is seen', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await register(member.id, '8008')
  await sendFeed(ingress, [line('8008')])
  const page = await who.get('/account/loyalty')
  const { fields } = formTo(page.text, '/account/loyalty/confirm')
  const removed = await who.submit(page, '/account/loyalty/remove', {})
  t.equal(removed.headers['location'], '/account/loyalty?m=removed')
  t.match((await who.get('/account/loyalty?m=removed')).text, /You have no loyalty accounts here/)
  const late = await who.post('/account/loyalty/confirm', { ...fields, booking: 'QHZBT8' })
  t.equal(late.status, 404, 'too late')
  t.same(await tripsOf(member.id), [])

  const stranger = await signedInMember(node, await aMember(node))
  t.equal((await stranger.post('/account/loyalty/confirm', fields)).status, 403, 'a form of another session')
})

t.test('a number is added, changed and removed as by the API, and whose feed it is stays', async (t) => {
  const [member, other] = [await aMember(node), await aMember(node)]
  const who = await signedInMember(node, member)
  const page = '/account/loyalty'
  const stored = async ({ id }: { id: string }): Promise<Record<string, unknown>> => {
    const token = await ingress.token(id)
    const [{ id: _id, member_id: _member, created: _created, updated: _updated, ...account } = {}] = (
      await ingress.request('/v2/accounts', { token })
    ).json as Array<Record<string, unknown>>
    return account
  }
  const sent = { source: 'airline_dl', account_id: '5150', program_name: 'SkyMiles' }
  for (const [wrong, text] of [
    [{ account_id: '' }, /id="account_id-error"[^]*Enter the number/],
    [{ account_id: 'none' }, /Enter the number of your account/],
    [{ loyalty_level: 'x'.repeat(101) }, /at most 100/],
  ] as const)
    t.match(await who.fillAt(page, `${page}/add`, { ...sent, ...wrong }), { status: 422, text })
  t.match((await who.fillAt(page, `${page}/add`, sent)).headers['location'], /m=added/)
  const token = await ingress.token(other.id)
  await ingress.request('/v2/accounts', { method: 'POST', token, body: sent })
  t.same({ ...(await stored(member)), conflict: false }, { ...(await stored(other)), conflict: false })

  await register(member.id, '6160', 'airline')
  const ofApp = { source: 'airline_dl', account_id: '6160' }
  const holder = async () =>
    await node
      .knex('account')
      .where({ member_id: member.id, ...ofApp })
      .first('client_id')
  const before = await holder()
  const shown = (await who.get(page)).text
  const last = shown.slice(shown.lastIndexOf('<section class="card"'))
  const { fields } = formTo(last, `${page}/change`)
  t.match(await who.post(`${page}/change`, { ...fields, loyalty_level: 'x'.repeat(101) }), { status: 422 })
  t.match(
    (await who.post(`${page}/change`, { ...fields, loyalty_level: 'Gold' })).headers['location'],
    /changed/,
  )
  t.match((await who.get(page)).text, /6160[^]*<dt>Level<\/dt><dd>Gold/)
  t.same(await holder(), before)
  for (let left = 2; left > 0; left--) await who.fillAt(page, `${page}/remove`, {})
  t.match((await who.get(page)).text, /You have no loyalty accounts here/)
})

t.test('both members of one number see the conflict', async () => {
  const [ann, bob] = [await aMember(node), await aMember(node)]
  await register(ann.id, '9009')
  await register(bob.id, '9009')
  for (const member of [ann, bob]) {
    const who = await signedInMember(node, member)
    await until('the page tells', async () =>
      (await who.get('/account/loyalty')).text.includes('Another member has registered this number too.'),
    )
  }
})

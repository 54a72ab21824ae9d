/** The page on which a member says whose a loyalty number is (contract.md 8.3). */
import t from 'tap'
import { aMember, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { sendFeed } from '../../../support/api/feed-client.js'
import { startLoyalty } from '../../../support/api/loyalty.js'
import { formTo } from '../../../support/auth/visitor.js'
import { testDatabase, testNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

t.setTimeout(200_000)

const databaseUrl = await testDatabase(t)
const { ingress, register, tripsOf, line } = await startLoyalty(t, {
  databaseUrl,
  natsUrl: (await testNats(t)).url,
})
const node = await authNode(t, { databaseUrl, publish: ingress.deps.publish })
const NOBODY = { first_name: null, last_name: null }

t.test('a member sees that lines without a name wait, confirms the number, and has them', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await register(member.id, '7004 1234')
  t.match((await who.get('/account/loyalty')).text, /Not confirmed[^]*This number is mine/)
  await sendFeed(ingress, [
    line('70041234', { ...NOBODY, notes: 'a secret of its owner' }),
    line('70041234', { first_name: null, last_name: 'Example' }),
    line('70041234', { first_name: 'Bea', last_name: 'Other' }),
  ])
  const page = await who.get('/account/loyalty')
  t.match(page.text, /2 bookings from Delta Air Lines without a traveller's name are waiting, the latest/)
  t.notMatch(page.text, /secret|JFK|QHZBT8|Other/, 'nothing of what they contain')
  const forged = await who.post(
    '/account/loyalty/confirm',
    { account: '1' },
    { origin: 'https://evil.example' },
  )
  t.equal(forged.status, 403)
  t.same(await tripsOf(member.id), [])

  const done = await who.submit(page, '/account/loyalty/confirm', {})
  t.match(done, { status: 303, headers: { location: '/account/loyalty?m=confirmed' } })
  await until('the trip exists', async () => (await tripsOf(member.id)).length === 1)
  const after = (await who.get('/account/loyalty?m=confirmed')).text
  t.match(after, /Confirmed by you/)
  t.notMatch(after, /are waiting|This number is mine/)
  t.match((await who.get('/account/security')).text, /Loyalty number confirmed/)
})

t.test('a number that is not theirs is removed, and nothing of it is seen', async (t) => {
  const member = await aMember(node)
  const who = await signedInMember(node, member)
  await register(member.id, '8008')
  await sendFeed(ingress, [line('8008', NOBODY)])
  const page = await who.get('/account/loyalty')
  t.match(page.text, /One booking from Delta Air Lines without a traveller's name is waiting/)
  const { fields } = formTo(page.text, '/account/loyalty/confirm')
  t.equal(
    (await who.post('/account/loyalty/remove', fields)).headers['location'],
    '/account/loyalty?m=removed',
  )
  t.match((await who.get('/account/loyalty?m=removed')).text, /You have no loyalty accounts here/)
  t.equal((await who.post('/account/loyalty/confirm', fields)).status, 404, 'too late')
  t.same(await tripsOf(member.id), [])

  const stranger = await signedInMember(node, await aMember(node))
  t.equal((await stranger.post('/account/loyalty/confirm', fields)).status, 403, 'a form of another session')
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

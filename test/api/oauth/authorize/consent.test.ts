/** The consent page (oauth.md 5.8, 116, and 6.1). */
import t from 'tap'
import { aMember, anApp, authorizePath, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper } from '../../../support/auth/developer-fixtures.js'
import { formTo } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
await node.knex('developer').where({ id: developer.id }).update({ organisation: 'Example Travel <i>Ltd</i>' })
const app = await anApp(node, { developerId: developer.id })
const member = await aMember(node)
const who = await signedInMember(node, member)

t.test('116 the consent form is bound to session and request', async (t) => {
  const form = formTo((await who.get(authorizePath(app))).text, '/oauth/authenticate')
  const { consent_token: _, ...bare } = form.fields
  t.equal((await who.post('/oauth/authenticate', { ...bare, decision: 'allow' })).status, 403, 'no token')
  const second = formTo((await who.get(authorizePath(app, { state: 'another' }))).text, '/oauth/authenticate')
  t.equal(
    (
      await who.post('/oauth/authenticate', {
        ...form.fields,
        query: second.fields['query']!,
        decision: 'allow',
      })
    ).status,
    403,
    'the token of another request',
  )
  const other = await signedInMember(node, await aMember(node))
  t.equal(
    (await other.post('/oauth/authenticate', { ...form.fields, decision: 'allow' })).status,
    403,
    'the token of another session',
  )
  t.equal((await who.post('/oauth/authenticate', { ...form.fields, decision: 'allow' })).status, 303)
})

t.test('the consent page says who asks, what for, and where it leads, in order', async (t) => {
  const { text } = await who.get(authorizePath(app))
  const order = [
    'Tripfold',
    'Connect Trip Planner',
    'Example Travel',
    'Not verified by us',
    'Registered on',
    'Signed in as',
    member.email,
    'Switch account',
    'will be able to',
    'will not be able to',
    'until you disconnect',
    'partner.example',
    'Cancel',
    'Allow access',
    'Report this app',
  ]
  let at = 0
  for (const part of order) {
    const found = text.indexOf(part, at)
    t.ok(found >= at, part)
    at = Math.max(at, found)
  }
  t.notMatch(text, /autofocus/)
})

t.test('a session that lapsed while the consent page was open only means signing in again', async (t) => {
  const lapsing = await signedInMember(node, member)
  const page = await lapsing.get(authorizePath(app))
  lapsing.cookies.delete('__Host-sid')
  const answer = await lapsing.submit(page, '/oauth/authenticate', { decision: 'allow' })
  t.equal(answer.status, 303)
  t.equal(answer.headers['location'], authorizePath(app), 'the request is still there')
})

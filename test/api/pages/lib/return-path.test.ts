/** An authorization request survives sign-in, up to the longest URL that the server accepts. */
import t from 'tap'
import { MAX_URL_LENGTH } from '../../../../api/plugins/malformed-requests.js'
import { aMember, anApp, authorizePath, location, PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { Answer } from '../../../support/https-site.js'
import { linkIn } from '../../../support/auth/mailed-link.js'
import { unescaped, visitor } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const app = await anApp(node)
const linkOn = (page: Answer, path: string): string =>
  unescaped(new RegExp(`href="(${path}[^"]*)"`).exec(page.text)![1]!)
const allow = async (who: Visitor, path: string): Promise<string | null> => {
  const consent = await who.get(path)
  return location(await who.submit(consent, '/oauth/authenticate', { decision: 'allow' })).get('state')
}

t.test('a long request reaches its consent page through sign-in, sign-up and password reset', async (t) => {
  const { email } = await aMember(node)
  const longest = MAX_URL_LENGTH - authorizePath(app, { state: '' }).length
  for (const state of ['s'.repeat(4_200), 's'.repeat(longest)]) {
    const path = authorizePath(app, { state })
    const who = visitor(node)
    const page = await who.get(path)
    const answer = await who.submit(page, '/oauth/login', { email, password: PASSWORD })
    t.equal(answer.headers['location'], path)
    t.equal(await allow(who, path), state, `${state.length} characters`)
    t.equal((await visitor(node).get(`${path}s`)).status, state.length === longest ? 414 : 200)
  }

  const state = 's'.repeat(4_200)
  const start = await visitor(node).get(authorizePath(app, { state }))
  const fresh = visitor(node)
  const values = { first_name: 'Bo', last_name: 'Example', email: 'bo@mail.example', password: PASSWORD }
  await fresh.fillAt(linkOn(start, '/oauth/signup'), '/oauth/signup', values)
  const confirmed = await fresh.fillAt(linkIn(node, 'bo@mail.example'), '/oauth/confirm', {})
  t.equal(await allow(fresh, linkOn(confirmed, '/oauth/authenticate')), state, 'by way of a new account')

  const forgetful = visitor(node)
  await forgetful.fillAt(linkOn(start, '/oauth/forgot'), '/oauth/forgot', { email })
  const done = await forgetful.fillAt(linkIn(node, email), '/oauth/reset', {
    password: 'a new and better one',
  })
  const then = await forgetful.fillAt(String(done.headers['location']), '/oauth/login', {
    email,
    password: 'a new and better one',
  })
  t.equal(await allow(forgetful, String(then.headers['location'])), state, 'by way of a new password')
})

t.test('a link that would be too long leaves the request out', async (t) => {
  const { email } = await aMember(node)
  const path = authorizePath(app, { state: ' é'.repeat(1_100) })
  const who = visitor(node)
  const start = await who.get(path)
  t.equal(start.status, 200)
  for (const page of ['/oauth/signup', '/oauth/forgot'])
    t.equal((await who.get(linkOn(start, page))).status, 200, page)
  const answer = await who.submit(start, '/oauth/login', { email, password: PASSWORD })
  t.equal(answer.headers['location'], path)
  t.equal((await who.get(linkOn(await who.get(path), '/oauth/login'))).status, 200, 'to switch accounts')
  const lost = await visitor(node).get(`/account/trips?view=${encodeURIComponent('é'.repeat(1_000))}`)
  t.equal(
    (await visitor(node).get(String(lost.headers['location']))).status,
    200,
    'a page that needs sign-in',
  )
})

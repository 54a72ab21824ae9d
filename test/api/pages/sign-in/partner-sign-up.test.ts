/** Sign-up on the way from a partner to the consent page (oauth.md 6.1). */
import t from 'tap'
import { aMember, anApp, authorizePath } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { linkIn } from '../../../support/auth/mailed-link.js'
import { unescaped, visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)

const member = await aMember(node)

t.test(
  "sign-up through a partner's link ends at the consent page, and does not reveal a taken address",
  async (t) => {
    const app = await anApp(node, { name: 'First Contact' })
    const who = visitor(node)
    const start = await who.get(authorizePath(app))
    t.match(start.text, /to continue to <strong>First Contact/)
    const wrong = await who.submit(start, '/oauth/login', { email: member.email, password: 'wrong one' })
    t.match(wrong.text, /to continue to <strong>First Contact/, 'also after a wrong password')
    const elsewhere = await who.get(
      `/oauth/login?q=${encodeURIComponent(authorizePath(app, { redirect_uri: 'https://elsewhere.example/' }))}`,
    )
    t.notMatch(elsewhere.text, /First Contact/, 'not for a request that is refused')
    const [, href = ''] = /href="(\/oauth\/signup[^"]*)"/.exec(start.text)!
    const signUp = async (by: typeof who, email: string): Promise<typeof start> =>
      await by.submit(await by.get(href), '/oauth/signup', {
        first_name: 'Cleo',
        last_name: 'Example',
        email,
        password: 'a fine long password',
      })
    const fresh = await signUp(who, 'cleo@mail.example')
    t.equal(fresh.status, 200)
    const taken = await signUp(visitor(node), member.email)
    t.equal(taken.status, fresh.status)
    t.equal(
      taken.text.replaceAll(member.email, 'ADDRESS'),
      fresh.text.replaceAll('cleo@mail.example', 'ADDRESS'),
    )
    const confirmed = await who.fillAt(linkIn(node, 'cleo@mail.example'), '/oauth/confirm', {})
    const [, next = ''] =
      /href="(\/oauth\/authenticate[^"]*)">Continue to First Contact/.exec(confirmed.text) ?? []
    const consent = await who.get(unescaped(next))
    t.match(consent.text, /Connect First Contact/)
    const allowed = await who.submit(consent, '/oauth/authenticate', { decision: 'allow' })
    t.match(allowed.headers['location'], /code=/)
  },
)

/** Client secrets in the developer console (oauth.md 5.9). The numbers are its rows. */
import t from 'tap'
import { appTokenRequest } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { unescaped } from '../../../support/auth/visitor.js'
import type { Visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
const who = await signedInDeveloper(node, developer)

/** Creates an application through the pages; returns its credentials as shown. */
const make = async (
  by: Visitor,
  name = 'Trip Planner',
  redirectUri = 'https://partner.example/callback',
): Promise<{ clientId: string; clientSecret: string; redirectUri: string }> => {
  const answer = await by.fill('/console/apps/new', {
    name,
    environment: 'production',
    redirect_uri: redirectUri,
  })
  const shown = [...answer.text.matchAll(/<span class="secret"[^>]*>([^<]*)<\/span>/g)].map((match) =>
    unescaped(match[1]!),
  )
  return { clientId: shown[0]!, clientSecret: shown[1]!, redirectUri }
}

t.test('130 the secret is shown once, never cached', async (t) => {
  const answer = await who.fill('/console/apps/new', {
    name: 'Once',
    environment: 'production',
    redirect_uri: 'https://partner.example/cb',
  })
  const secret = /tfs_[\w-]{43}/.exec(answer.text)![0]
  t.equal(answer.headers['cache-control'], 'no-store')
  const clientId = /tf_[\w-]{22}/.exec(answer.text)![0]
  t.match(answer.text, new RegExp(`client_secret=${secret}`), 'the curl has real values')
  const page = await who.get(`/console/apps/${clientId}/credentials`)
  t.notMatch(page.text, /tfs_/)
  t.match(page.text, new RegExp(`ends in <code>${secret.slice(-4)}</code>`))
  t.notOk(page.text.includes(secret.slice(-5)), 'the last four characters, no more')
})

t.test('131 rotating asks for the second factor again after five minutes', async (t) => {
  const mine = await make(who)
  const at = `/console/apps/${mine.clientId}`
  await node.knex.raw(
    "update web_session set proven_at = proven_at - interval '6 minutes' where kind = 'developer'",
  )
  const asked = await who.fillAt(`${at}/credentials`, `${at}/rotate`, { overlap: '0' })
  t.match(asked.text, /You are about to rotate the secret of Trip Planner\./)
  t.equal((await appTokenRequest(node, mine)).status, 200, 'nothing was rotated')
  t.equal((await who.submit(asked, `${at}/rotate`, { code: 'nonsense' })).status, 422)
  const rotated = await who.submit(asked, `${at}/rotate`, { code: developer.code() })
  t.match(rotated.text, /tfs_/, 'the form is sent on with the code')
  t.equal((await appTokenRequest(node, mine)).status, 401, 'overlap: none')
})

t.test('132 at most two secrets live', async (t) => {
  const mine = await make(who)
  const at = `/console/apps/${mine.clientId}`
  const secrets = [mine.clientSecret]
  for (let i = 0; i < 3; i++)
    secrets.push(
      /tfs_[\w-]{43}/.exec(
        (await who.fillAt(`${at}/credentials`, `${at}/rotate`, { overlap: '604800' })).text,
      )![0],
    )
  const live = await Promise.all(
    secrets.map(async (clientSecret) => (await appTokenRequest(node, { ...mine, clientSecret })).status),
  )
  t.same(live, [401, 401, 200, 200])
})

t.test('132 a form sent twice makes one secret and does not end the one that should overlap', async (t) => {
  const mine = await make(who)
  const at = `/console/apps/${mine.clientId}`
  const page = await who.get(`${at}/credentials`)
  const answers = await Promise.all(
    [1, 2, 3].map(async () => await who.submit(page, `${at}/rotate`, { overlap: '86400' })),
  )
  t.same(answers.map((answer) => answer.status).toSorted(), [200, 422, 422])
  t.equal((await appTokenRequest(node, mine)).status, 200)
  const again = answers.find((answer) => answer.status === 422)!
  t.match(again.text, /Another secret was created since this page was shown/)
  await who.submit(again, `${at}/secrets/revoke`, {})
  t.match((await who.fillAt(`${at}/credentials`, `${at}/rotate`, { overlap: '86400' })).text, /tfs_/)
  t.equal(
    (await appTokenRequest(node, mine)).status,
    200,
    'one that nobody stored can be replaced, and the old one still works',
  )
})

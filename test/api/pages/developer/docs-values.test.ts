/** The values that the documentation shows to a developer who is signed in. */
import t from 'tap'
import { anApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { visitor } from '../../../support/auth/visitor.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
const app = await anApp(node, { developerId: developer.id, name: 'Trip <Planner>' })
await anApp(node, { developerId: (await aDeveloper(node)).id, name: 'Of another developer' })
const ADDRESS = '/docs/values.json'

t.test('who is signed in gets the id and redirect URL of each application, and no secret', async (t) => {
  const answer = await (await signedInDeveloper(node, developer)).get(ADDRESS)
  t.equal(answer.status, 200)
  t.match(answer.headers['content-type'], 'application/json')
  t.equal(answer.headers['cache-control'], 'no-store', 'for nobody else')
  t.same(answer.json(), {
    apps: [{ name: 'Trip <Planner>', client_id: app.clientId, redirect_uri: app.redirectUri }],
  })
  t.notMatch(answer.text, app.clientSecret)
  t.notMatch(answer.text, /tfs_|whsec_|secret/i)
})

t.test('everybody else gets an empty list, so that pages may ask at any time', async (t) => {
  const stranger = visitor(node)
  stranger.cookies.set('__Host-dev', 'x'.repeat(43))
  for (const who of [visitor(node), stranger]) {
    const answer = await who.get(ADDRESS)
    t.equal(answer.status, 200)
    t.equal(answer.headers['cache-control'], 'no-store')
    t.same(answer.json(), { apps: [] })
  }
})

t.test('a session that has not shown its second factor yet counts as none', async (t) => {
  const who = await signedInDeveloper(node, developer)
  await node.knex('web_session').update({ second_factor: false })
  t.same((await who.get(ADDRESS)).json(), { apps: [] })
})

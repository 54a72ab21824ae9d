/** A second application from the first, for another redirect URL (oauth.md 6.3). */
import t from 'tap'
import { changeApp } from '../../../../db/oauth/apps.js'
import { anApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'

const node = await authNode(t)
const developer = await aDeveloper(node)
const who = await signedInDeveloper(node, developer)

t.test('it copies the first one and asks for the URL only', async (t) => {
  const first = await anApp(node, { developerId: developer.id, name: 'Trip Planner' })
  const at = `/console/apps/${first.clientId}`
  await changeApp(node.knex, first.clientId, { description: 'Plans trips.', pkceRequired: true })
  t.match((await who.get(`${at}/settings`)).text, `href="${at}/second"`, 'offered at the redirect URL')
  const page = await who.get(`${at}/second`)
  t.match(page.text, />Trip Planner \(development\)</)
  const refused = await who.submit(page, `${at}/second`, { redirect_uri: 'localhost' })
  t.equal(refused.status, 422)
  t.match(refused.text, /id="redirect_uri-error"/)
  const made = await who.submit(refused, `${at}/second`, { redirect_uri: 'http://localhost:3000/cb' })
  t.match(made.text, /Trip Planner \(development\) is ready/)
  t.match(made.text, /tfs_[\w-]{43}/, 'with its own secret')
  const clientId = /tf_[\w-]{22}/.exec(made.text)![0]
  t.match(await node.knex('app').where({ client_id: clientId }).first(), {
    environment: 'development',
    redirect_uri: 'http://localhost:3000/cb',
    description: 'Plans trips.',
    pkce_required: true,
  })
  t.match(
    (await who.get(`/console/apps/${clientId}/second`)).text,
    />Trip Planner \(production\)</,
    'and from there the other environment',
  )
})

t.test('a long name is cut, never refused', async (t) => {
  const first = await anApp(node, { developerId: developer.id, name: 'ü'.repeat(60) })
  const at = `/console/apps/${first.clientId}`
  const made = await who.fill(`${at}/second`, {
    redirect_uri: 'http://localhost:3000/cb',
  })
  t.match(made.text, `${'ü'.repeat(46)} (development) is ready`)
})

/** Who may see and use a webhook's pages (webhooks.md 2). */
import t from 'tap'
import { until } from '../../../../support/until.js'
import { anApp } from '../../../../support/auth/auth-fixtures.js'
import { aDeveloper, signedInDeveloper } from '../../../../support/auth/developer-fixtures.js'
import { formTo } from '../../../../support/auth/visitor.js'
import { webhookConsole } from '../../../../support/auth/webhook-console.js'

t.setTimeout(180_000)

const {
  node,
  hooks,
  who,
  app,
  partner,
  appPath: home,
  hookPath: at,
} = await webhookConsole(t, 'Trip <b>Planner', '?a=<b>')

t.test("for the application's developer only, and from these pages only", async (t) => {
  await hooks.emit(['11'])
  await until('delivered', () => partner.got.length === 1)
  await who.fillAt(at, `${at}/status`, {})
  const other = await aDeveloper(node)
  const stranger = await signedInDeveloper(node, other)
  const theirs = await anApp(node, { developerId: other.id, name: 'Theirs' })
  const [event] = await hooks.emit(['11'])
  const id = partner.got[0]!.event.id
  const foreign = at.replace(app.clientId, theirs.clientId)
  const token = formTo((await stranger.get('/console/apps/new')).text, '/console/apps/new').fields[
    'form_token'
  ]!
  for (const base of [at, foreign]) {
    for (const path of [base, `${base}/deliveries/${id}`])
      t.equal((await stranger.get(path)).status, 404, `GET ${path}`)
    for (const what of ['ping', 'status', 'replay', `deliveries/${id}/redeliver`]) {
      t.equal(
        (await stranger.post(`${base}/${what}`, { form_token: token, status: 'Active', sure: '1' })).status,
        404,
        `POST ${what}`,
      )
    }
  }
  for (const path of [
    `${home}/events`,
    `${home}/events/${event!.id}`,
    `/console/apps/${theirs.clientId}/events/${event!.id}`,
  ])
    t.equal((await stranger.get(path)).status, 404, path)
  t.equal(
    (
      await stranger.post(`/console/apps/${theirs.clientId}/events/${event!.id}/redeliver`, {
        form_token: token,
      })
    ).status,
    404,
  )
  for (const path of [
    `${at}/deliveries/nonsense`,
    `${home}/webhooks/nonsense`,
    `${home}/webhooks/1`,
    `${home}/events/nonsense`,
  ])
    t.equal((await who.get(path)).status, 404, path)

  const before = partner.got.length
  for (const what of ['ping', 'status', 'replay', `deliveries/${id}/redeliver`]) {
    t.equal(
      (await who.post(`${at}/${what}`, { status: 'Active', sure: '1' })).status,
      403,
      `${what} without a form token`,
    )
    t.equal(
      (await who.post(`${at}/${what}`, { form_token: token, status: 'Active', sure: '1' })).status,
      403,
      `${what} with another's`,
    )
  }
  t.equal((await who.fillAt(at, `${at}/ping`, {}, { origin: 'https://evil.example' })).status, 403)
  t.match((await node.call(at)).headers['location'], /^\/console\/login\?q=/, 'and signed in')
  t.equal(await hooks.count('callback', "status = 'Active'"), 0, 'nothing happened')
  t.equal(partner.got.length, before)
})

/** An account that is closed while an application is made for it (oauth.md 5.9, 133). */
import t from 'tap'
import { PASSWORD } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'
import { until } from '../../../support/until.js'

const node = await authNode(t)

t.test('an account being closed gets no application, and one that just got one is not closed', async (t) => {
  const leaver = await aDeveloper(node)
  const by = await signedInDeveloper(node, leaver)
  const [newApp, security] = [await by.get('/console/apps/new'), await by.get('/console/security')]
  const waiting = async (): Promise<number> => {
    const { rows } = (await node.knex.raw(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )) as { rows: [{ n: number }] }
    return rows[0].n
  }
  // The new application is held up half-way while the account is being closed.
  const gate = await node.knex.transaction()
  await gate.raw('lock table app in share row exclusive mode')
  const making = by.submit(newApp, '/console/apps/new', {
    name: 'Orphan',
    environment: 'production',
    redirect_uri: 'https://partner.example/cb',
  })
  await until('the application waits', async () => (await waiting()) >= 1, 1_000)
  let closed = false
  const closing = by.submit(security, '/console/close', { close_password: PASSWORD }).finally(() => {
    closed = true
  })
  await until('closing waits or is done', async () => closed || (await waiting()) >= 2, 1_500)
  await gate.commit()
  t.equal((await making).status, 200)
  t.equal((await closing).status, 422, 'delete or hand over first')
  const { client_id: clientId } = (await node
    .knex('app')
    .where({ developer_id: leaver.id })
    .first('client_id')) as { client_id: string }
  await by.fillAt(`/console/apps/${clientId}/danger`, `/console/apps/${clientId}/delete`, {
    delete_name: 'Orphan',
  })

  // The other way round: the account is closed before the application is created.
  const [late, end] = [await by.get('/console/apps/new'), await by.get('/console/security')]
  t.equal((await by.submit(end, '/console/close', { close_password: PASSWORD })).status, 303)
  t.match(
    (
      await by.submit(late, '/console/apps/new', {
        name: 'Orphan',
        environment: 'production',
        redirect_uri: 'https://partner.example/cb',
      })
    ).headers['location'],
    /^\/console\/login/,
  )
  t.equal(
    await node.auth.deps.developerApps.create({
      clientId: 'tf_late',
      developerId: leaver.id,
      name: 'Orphan',
      environment: 'production',
      redirectUri: null,
      secret: { hash: Buffer.alloc(32), last4: 'none' },
    }),
    false,
  )
  t.equal((await node.knex('app').where({ developer_id: leaver.id }).whereNull('deleted_at')).length, 0)
})

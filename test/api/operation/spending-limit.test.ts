/** Budgets of a member for costly operations (contract.md 7.5). */
import t from 'tap'
import { PROFILE_CHANGES, SKIPPED_ENTRIES, spendingLimit } from '../../../api/operation/spending-limit.js'
import { startIngress } from '../../support/api/ingress.js'
import { aMember, signedInMember } from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'
import { formTo } from '../../support/auth/visitor.js'
import { testDatabase } from '../../support/servers.js'

t.test('each member spends alone, an application for itself, and waits for what flows back', (t) => {
  const spend = spendingLimit({ what: 'changes', atOnce: 3, perHour: 60 })
  for (let n = 0; n < 3; n++) spend({ client: 'a', member: '1' }, 1)
  t.throws(
    () => {
      spend({ client: 'b', member: '1' }, 1)
    },
    { code: 'rate_limited', retryAfter: 60, message: /Too many changes\. Retry after 60 s\./ },
    'through whichever application',
  )
  spend({ client: 'a', member: '2' }, 3)
  spend({ client: 'a' }, 3)
  spend({ client: 'a' }, 0)
  t.end()
})

t.test('changes of the record, and what lists skip', async (t) => {
  const databaseUrl = await testDatabase(t)
  const node = await authNode(t, {
    databaseUrl,
    publish: async () => await Promise.resolve({ seq: 1, duplicate: false }),
  })
  const { id, email } = await aMember(node)
  const who = await signedInMember(node, { id, email })
  const { form_token = '' } = formTo((await who.get('/account/home')).text, '/signout').fields
  const home = { form_token, q: 'Zurich', city: '2657896', from: '2026-09-01', airports: '' }
  const moves = await Promise.all(
    Array.from({ length: PROFILE_CHANGES.atOnce + 1 }, async () => await who.post('/account/home', home)),
  )
  const refused = moves.filter(({ status }) => status === 429)
  t.equal(refused.length, 1)
  t.match(refused[0], { text: /changed your home too often/, headers: { 'retry-after': '120' } })

  const ingress = await startIngress(t, { settings: { writeWait: 1 } })
  const token = await ingress.token(await ingress.createMember())
  const change = async () =>
    await ingress.request('/v2/me', { method: 'PUT', token, body: { first_name: 'Ada' } })
  for (let n = 0; n < PROFILE_CHANGES.atOnce; n++) t.equal((await change()).status, 202)
  t.match(await change(), { status: 429, json: { error: 'rate_limited' } })
  t.equal((await change()).headers.get('retry-after'), '120')

  const most = 10_000
  const list = async (path: string) => await ingress.request(path, { token })
  for (let skipped = 0; skipped < SKIPPED_ENTRIES.atOnce; skipped += most)
    t.equal((await list(`/v2/segments?offset=${most}`)).status, 200)
  t.match(await list(`/v2/trips?offset=${most}`), { status: 429, json: { error_description: /cursor/ } })
  t.equal((await list('/v2/segments')).status, 200, 'nothing is skipped')
})

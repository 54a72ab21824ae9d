/** Who may send feeds, and how many at once (contract.md 8.2). */
import t from 'tap'
import type { Test } from 'tap'
import { until } from '../../../support/until.js'
import { secondIngress, startIngress } from '../../../support/api/ingress.js'
import type { Ingress } from '../../../support/api/ingress.js'
import {
  feedFlight,
  feedMembers,
  makeFeedSupplier,
  openFeed,
  sendFeed,
} from '../../../support/api/feed-client.js'
import { sharing } from '../../../support/sharing.js'

t.setTimeout(150_000)

async function setup(t: Test) {
  const ingress = await startIngress(t)
  await makeFeedSupplier(ingress)
  const [member = ''] = await feedMembers(ingress, 1)
  const line = { member_id: member, segments: [feedFlight()] }
  const ask = async (options: Parameters<Ingress['request']>[1]) =>
    await ingress.request('/v2/feeds/segments', {
      method: 'POST',
      raw: `${JSON.stringify(line)}\n`,
      ...options,
    })
  const type = { 'content-type': 'application/x-ndjson' }
  await ingress.database.pool.query("insert into app (client_id, name) values ('plain', 'Plain')")

  t.match(await ask({ headers: type, token: await ingress.appToken('plain') }), {
    status: 403,
    json: { error: 'insufficient_scope', error_description: /feed/ },
  })
  return { ingress, member, line, ask, type }
}

const check = sharing(t, setup)

check('four feeds of an application at once', async (t, { ingress, line, ask, type }) => {
  const open = await Promise.all(Array.from({ length: 4 }, async () => await openFeed(ingress)))
  for (const one of open) {
    one.send(`${JSON.stringify(line)}\n`)
    t.match(await one.next(), { status: 202 })
  }
  const fifth = await ask({ headers: type, token: await ingress.appToken('gds') })
  t.match(fifth, { status: 429, json: { error: 'rate_limited' } })
  t.equal(fifth.headers.get('retry-after'), '10')
  await Promise.all(open.map(async (one) => await one.end()))
  await until(
    'there is a free place again',
    async () => (await sendFeed(ingress, [line]).catch(() => []))[0]?.status === 202,
  )
})

check('the feed that has been silent for longest gives way to a new one', async (t, { ingress, line }) => {
  const second = await secondIngress(t, { ...ingress, deps: { ...ingress.deps, feedIdleMs: 1 } }, {})
  const open = await Promise.all(Array.from({ length: 4 }, async () => await openFeed(second)))
  for (const one of [...open, ...open.slice(0, 3)]) {
    one.send(`${JSON.stringify(line)}\n`)
    t.match(await one.next(), { status: 202 })
  }
  t.match(await sendFeed(second, [line]), [{ status: 202 }])
  const silent = open.pop()
  t.equal(await silent?.next(), null, 'it has ended')
  for (const one of open) {
    one.send(`${JSON.stringify(line)}\n`)
    t.match(await one.next(), { status: 202 }, 'the others continue')
    await one.end()
  }
  silent?.cut()
})

check(
  'the role, the application or the grant is revoked while it runs',
  async (t, { ingress, member, line }) => {
    const open = await openFeed(ingress)
    open.send(`${JSON.stringify(line)}\n`)
    t.match(await open.next(), { status: 202 })
    await ingress.database.pool.query('update oauth_grant set revoked_at = now() where member_id = $1', [
      member,
    ])
    open.send(`${JSON.stringify(line)}\n`)
    t.match(await open.next(), { line: 2, status: 403, error: 'access_denied' })
    await ingress.database.pool.query("update app set feed = false where client_id = 'gds'")
    open.send(`${JSON.stringify(line)}\n`)
    t.match(await open.next(), { line: 3, status: 403, error: 'insufficient_scope' })
    t.equal(await open.next(), null, 'the feed has ended')
    open.cut()
  },
)

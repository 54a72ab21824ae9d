/** Webhooks and the event log of applications to which members gave some scopes only (webhooks.md 1). */
import t from 'tap'
import type { Test } from 'tap'
import { revokeGrants } from '../../../db/oauth/grants.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import type { WebhookIngress } from '../../support/api/webhook-ingress.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import type { Receiver } from '../../support/delivery/receiver.js'
import { retryNow } from '../../support/delivery/retry-now.js'
import { FAST } from '../../support/delivery/test-worker.js'
import { until } from '../../support/until.js'

const TYPES = ['trip.updated', 'segment.created', 'account.created', 'member.updated', 'batch.processed']
const SCOPES: ReadonlyArray<[client: string, scope: string | null, types: string[]]> = [
  ['reader', '{trips:read}', ['batch.processed', 'segment.created', 'trip.updated']],
  ['writer', '{trips:write}', ['batch.processed']],
  ['clerk', '{accounts,profile:read}', ['account.created', 'member.updated']],
  ['clock', '{calendar}', []],
  ['all', null, [...TYPES].sort()],
]

type Stack = WebhookIngress

async function give(stack: Stack, client: string, scope: string | null, member = '11'): Promise<void> {
  await stack.member(member, client)
  await stack.database.pool.query(
    `update oauth_grant set scope = $3
    where id = (select max(id) from oauth_grant where client_id = $1 and member_id = $2)`,
    [client, member, scope],
  )
}

/** The types received, each once: delivery is at least once. */
const received = (partner: Receiver): string[] =>
  [...new Set(partner.got.map((one) => one.event.type))].sort()
const logged = async ({ request: ask }: Stack, client: string): Promise<string[]> => {
  const { json } = await ask('/v2/events', { client })
  return (json as Array<{ type: string }>).map(({ type }) => type).sort()
}

t.test('an application receives, pages through and replays events that its scopes cover', async (t) => {
  const stack = await startWebhookIngress(t)
  const partners = new Map<string, Receiver>()
  const callbacks = new Map<string, string>()
  for (const [client, scope] of SCOPES) {
    const partner = await receiver(t)
    partners.set(client, partner)
    await give(stack, client, scope)
    callbacks.set(client, (await stack.callback({ url: partner.url, client, timeoutMs: 10_000 })).id)
  }
  await stack.worker()
  for (const type of TYPES) await stack.emit(['11'], type)
  const expected = SCOPES.reduce((sum, [, , types]) => sum + types.length, 0)
  await until(
    'everything is delivered',
    async () => (await stack.count('attempt', "state = 'delivered'")) === expected,
  )
  for (const [client, , types] of SCOPES) {
    t.same(received(partners.get(client)!), types, `${client}: pushed`)
    await until(`${client}: the log`, async () => (await logged(stack, client)).length === types.length)
    t.same(await logged(stack, client), types, `${client}: the log`)
    const { json } = await stack.request(`/v2/callbacks/${callbacks.get(client)}/replay`, {
      method: 'POST',
      client,
      body: { dry_run: true },
    })
    t.match(json, { count: types.length }, `${client}: replay`)
  }
  const [trip] = await stack.commit(['11'], 'trip.updated')
  const again = async (client: string): Promise<number> =>
    (await stack.request(`/v2/events/${trip!.id}/redeliver`, { method: 'POST', client })).status
  t.same([await again('clerk'), await again('reader')], [404, 202], 'sent again on request')
})

/** A trip's event failed once and waits an hour; its application may read trips and, otherwise, accounts. */
async function waiting(t: Test, ordered: 'none' | 'member'): Promise<Stack & { partner: Receiver }> {
  const stack = await startWebhookIngress(t)
  const partner = await receiver(t)
  partner.reply(status(500))
  await give(stack, 'partner', '{accounts}')
  await give(stack, 'partner', '{trips:read}')
  await stack.callback({ url: partner.url, ordered, timeoutMs: 10_000 })
  await stack.worker({ settings: { policy: { ...FAST, retrySchedule: [3_600_000, 3_600_000] } } })
  await stack.emit(['11'])
  await until('the first attempt', async () => (await stack.count('attempt', "state = 'retrying'")) === 1)
  partner.reply(status(200))
  return { ...stack, partner }
}

for (const ordered of ['none', 'member'] as const)
  t.test(`what waits is not sent under a narrower authorization that is left (${ordered})`, async (t) => {
    const { partner, database, count, emit } = await waiting(t, ordered)
    await database.knex.transaction(async (trx) => {
      await revokeGrants(trx, "client_id = ? and scope = '{trips:read}'", ['partner'], 'test')
    })
    await retryNow(database.pool)
    await until('it is withdrawn', async () => (await count('delivery', 'withdrawn')) === 1)
    await emit(['11'], 'account.created')
    await until('later events of the other scope', () => received(partner).length === 2)
    const posted = partner.got.map((one) => one.event.type)
    t.same(posted, ['trip.updated', 'account.created'], 'the trip was posted once, before')
    t.equal(await count('event', "type = 'member.deauthorized'"), 0, 'the application is still authorised')
  })

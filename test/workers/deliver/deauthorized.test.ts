/** Deliveries after a member revokes the application's authorization (webhooks.md 1). */
import t from 'tap'
import type { Test } from 'tap'
import { deleteApp, switchApp } from '../../../db/oauth/app-lifecycle.js'
import { disconnect } from '../../../db/oauth/connected-apps.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import type { Receiver } from '../../support/delivery/receiver.js'
import { retryNow } from '../../support/delivery/retry-now.js'
import { until } from '../../support/until.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import type { WebhookIngress } from '../../support/api/webhook-ingress.js'
import { FAST } from '../../support/delivery/test-worker.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

type Doc = Record<string, unknown>

const HOUR_MS = 3_600_000
const SLOWLY = { settings: { policy: { ...FAST, retrySchedule: [HOUR_MS, HOUR_MS] } } }

/** `retryNow`: the hour is over. */
interface Waiting extends WebhookIngress {
  partner: Receiver
  path: string
  id: string
  retryNow: () => Promise<void>
}

/** A member of `partner` with one event that failed once and waits an hour for a retry that would succeed. */
async function waiting(t: Test, ordered: 'none' | 'member' = 'none'): Promise<Waiting> {
  const stack = await startWebhookIngress(t)
  const partner = await receiver(t)
  partner.reply(status(500))
  await stack.member('11')
  const { id } = await stack.callback({ url: partner.url, ordered })
  await stack.worker(SLOWLY)
  const [event] = await stack.emit(['11'])
  await until('the first attempt', async () => (await stack.count('attempt', "state = 'retrying'")) === 1)
  partner.reply(status(200))
  return {
    ...stack,
    partner,
    path: `/v2/callbacks/${id}/deliveries/${event?.id}`,
    id: event?.id ?? '',
    retryNow: async () => await retryNow(stack.database.pool),
  }
}

const receivedTypes = (partner: Receiver): string[] => partner.got.map((one) => one.event.type)

t.test(
  'disconnected: waiting deliveries are never posted, and the log shows them without body',
  async (t) => {
    const { request: ask, path, id, partner, database, count, emit, retryNow } = await waiting(t)
    t.match((await ask(path)).json, { state: 'retrying', attempt_log: [{ request: { body: { id } } }] })
    await disconnect(database.knex, '11', 'partner')
    for (const when of ['at once', 'when its retry is due']) {
      t.match(
        (await ask(path)).json,
        {
          state: 'aborted',
          next_attempt: null,
          attempts: 1,
          attempt_log: [{ state: 'retrying', request: { body: null } }],
        },
        when,
      )
      t.match(
        (await ask(path.replace(`/${id}`, '?state=aborted'))).json,
        [{ event_id: id, state: 'aborted', next_attempt: null }],
        when,
      )
      t.same((await ask(path.replace(`/${id}`, '?state=retrying'))).json, [], when)
      await retryNow()
      await until(
        'its retry is due',
        async () => (await count('delivery', 'withdrawn and due_at is null')) === 1,
      )
    }
    await until('the notice', async () => receivedTypes(partner).includes('member.deauthorized'))
    t.same(receivedTypes(partner), ['trip.updated', 'member.deauthorized'])

    await t.test('authorised again: no earlier events unless a replay requests them', async (t) => {
      await database.pool.query("insert into oauth_grant (client_id, member_id) values ('partner', 11)")
      const [later] = await emit(['11'])
      await until('the new one', () => partner.ids().includes(later?.id ?? ''))
      t.equal(partner.ids().filter((one) => one === id).length, 1)
      t.match(
        (await ask(path)).json,
        { state: 'aborted', attempt_log: [{ request: { body: { id } } }] },
        'the body is visible again',
      )
      t.match(
        (
          await ask(path.replace(`deliveries/${id}`, 'replay'), {
            method: 'POST',
            body: { only: 'undelivered' },
          })
        ).json,
        { count: 1 },
      )
      await until('the old one', () => partner.ids().filter((one) => one === id).length === 2)
      await until('its record', async () => ((await ask(path)).json as Doc)['state'] === 'delivered')
    })
  },
)

t.test('the application is deleted together with its callbacks, without a notification', async (t) => {
  const { partner, database, count, callback, member, emit } = await waiting(t)
  const other = await receiver(t)
  await member('11', 'other')
  await callback({ url: other.url, client: 'other' })
  await deleteApp(database.knex, 'partner')
  t.equal(await count('callback', "client_id = 'partner'"), 0)
  t.equal(await count('delivery'), 0)
  t.equal(await count('event', "type = 'member.deauthorized'"), 0)
  await emit(['11'])
  await until("another application's", () => other.got.length === 1)
  t.same(receivedTypes(partner), ['trip.updated'])
})

t.test('an application that is disabled sees the event once it is enabled again', async (t) => {
  const { request: ask, partner, database, count, retryNow } = await waiting(t)
  await switchApp(database.knex, 'partner', false, 'operator')
  await retryNow()
  await until('its retry is due', async () => (await count('delivery', 'withdrawn')) === 1)
  t.equal(await count('delivery', 'member_id is null'), 0, 'nothing is posted to the disabled application')
  await switchApp(database.knex, 'partner', true, 'operator')
  const log = await until(
    'the log shows it',
    async () => {
      const page = (await ask('/v2/events')).json as Doc[]
      return page.length > 0 ? page : null
    },
    60_000,
  )
  t.match(log, [{ type: 'member.deauthorized' }])
  t.same(receivedTypes(partner), ['trip.updated'])
})

t.test('ordered deliveries do not wait for one that will never be sent', async (t) => {
  const { request: ask, path, partner, database, emit, count } = await waiting(t, 'member')
  await emit(['11', '11'])
  await until(
    'the later ones wait for the first',
    async () => (await count('delivery', "due_at = 'infinity'")) === 2,
  )
  await disconnect(database.knex, '11', 'partner')
  t.equal(await count('delivery', 'withdrawn'), 3)
  await database.pool.query("insert into oauth_grant (client_id, member_id) values ('partner', 11)")
  const [later] = await emit(['11'])
  await until('the new one', () => partner.ids().includes(later?.id ?? ''))
  t.match((await ask(path)).json, { state: 'aborted' })
  t.same(receivedTypes(partner).sort(), ['member.deauthorized', 'trip.updated', 'trip.updated'])
})

t.test('an event in the same millisecond as the authorization is covered by it', async (t) => {
  const { database, member, callback, commit, announce, worker } = await webhookStack(t)
  const partner = await receiver(t)
  await member('11')
  await callback({ url: partner.url })
  await worker()
  await database.pool.query('update oauth_grant set revoked_at = now()')
  await database.pool.query("insert into oauth_grant (client_id, member_id) values ('partner', 11)")
  const [event] = await commit(['11'])
  // Events carry whole milliseconds; the grant's timestamp must not be finer.
  await database.pool.query(
    "update event set created = (select date_trunc('milliseconds', max(created_at)) from oauth_grant)",
  )
  await announce(event === undefined ? [] : [event])
  await until('it', () => partner.ids().includes(event?.id ?? ''))
  t.equal(partner.got.length, 1)
})

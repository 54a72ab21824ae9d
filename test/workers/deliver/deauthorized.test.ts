/** Deliveries after a member revokes the application's authorization (webhooks.md 1). */
import t from 'tap'
import type { Test } from 'tap'
import { deleteApp, switchApp } from '../../../db/oauth/app-lifecycle.js'
import { disconnect } from '../../../db/oauth/connected-apps.js'
import { memberAccounts } from '../../../db/sign-in/member-accounts.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import type { Receiver } from '../../support/delivery/receiver.js'
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
  const retryNow = async (): Promise<void> => {
    await stack.database.pool.query(
      "update delivery set due_at = now() where due_at > now() and due_at <> 'infinity'",
    )
    await stack.database.pool.query('update callback_due set ready_at = now() where worker is null')
  }
  return {
    ...stack,
    partner,
    path: `/v2/callbacks/${id}/deliveries/${event?.id}`,
    id: event?.id ?? '',
    retryNow,
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

t.test('the member closes the account', async (t) => {
  const { request: ask, path, partner, database, count, retryNow } = await waiting(t)
  await memberAccounts(database.knex).close('11')
  await retryNow()
  await until('its retry is due', async () => (await count('delivery', 'withdrawn')) === 1)
  t.match((await ask(path)).json, { state: 'aborted', attempt_log: [{ request: { body: null } }] })
  await until('the notice', () => partner.got.length === 2)
  t.same(receivedTypes(partner), ['trip.updated', 'member.deauthorized'])
})

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

t.test('a delivery created while the authorization ends is not sent', async (t) => {
  const stack = await webhookStack(t)
  const { database, member, callback, commit, worker, emit, count } = stack
  const partner = await receiver(t)
  await member('11')
  const { id } = await callback({ url: partner.url, ordered: 'member' })
  const events = await commit(['11', '11'])
  const late = await database.pool.connect()
  await late.query('begin')
  await late.query(
    `
    insert into delivery (callback_id, event_id, event_at, member_id, sequence, due_at, ordered)
    select $1, id, created, member_id, sequence, case when sequence = 1 then now() else 'infinity' end, true from event`,
    [id],
  )
  await disconnect(database.knex, '11', 'partner')
  await late.query('commit')
  late.release()
  await database.pool.query("insert into oauth_grant (client_id, member_id) values ('partner', 11)")
  await worker()
  const [later] = await emit(['11'])
  await until('the event after the new authorization', () => partner.ids().includes(later?.id ?? ''))
  t.same(
    events.filter((one) => partner.ids().includes(one.id)),
    [],
  )
  t.equal(await count('delivery', 'withdrawn'), 2)
})

t.test('deliveries held in memory are dropped', async (t) => {
  const { database, member, callback, worker, emit, count } = await webhookStack(t)
  const partner = await receiver(t)
  const holding: Array<() => void> = []
  partner.reply((got, response) => {
    holding.push(() => {
      void status(200)(got, response)
    })
  })
  await member('11')
  const { id } = await callback({ url: partner.url, maxInFlight: 1, timeoutMs: 20_000 })
  await worker()
  await emit(Array.from({ length: 20 }, () => '11'))
  await until('the first is in flight', () => holding.length === 1)
  await disconnect(database.knex, '11', 'partner')
  const lease = async (): Promise<string> =>
    (
      await database.pool.query<{ until: string }>(
        'select ready_at::text as until from callback_due where callback_id = $1',
        [id],
      )
    ).rows[0]?.until ?? ''
  for (const when of ['the claim is renewed', 'and once more']) {
    const before = await lease()
    await until(when, async () => (await lease()) !== before)
  }
  partner.reply(status(200))
  for (const go of holding) go()
  await until('the rest is withdrawn', async () => (await count('delivery', 'withdrawn')) === 19)
  await until('the notice', () => partner.got.length === 2)
  t.same(receivedTypes(partner), ['trip.updated', 'member.deauthorized'])
})

t.test('an attempt in flight when the authorization ends is not retried', async (t) => {
  const { database, member, callback, worker, emit, count } = await webhookStack(t)
  const partner = await receiver(t)
  const refusing: Array<() => void> = []
  partner.reply((got, response) => {
    refusing.push(() => {
      void status(500)(got, response)
    })
  })
  await member('11')
  await callback({ url: partner.url, events: ['trip.updated'], ordered: 'member', timeoutMs: 20_000 })
  await worker(SLOWLY)
  await emit(['11'])
  await until('it is in flight', () => refusing.length === 1)
  await disconnect(database.knex, '11', 'partner')
  for (const refuse of refusing) refuse()
  await until('its record', async () => (await count('attempt')) === 1)
  t.equal(await count('delivery', 'withdrawn and due_at is null'), 1)
})

t.test('member.deauthorized goes only to the application concerned', async (t) => {
  const { request: ask, database, member, callback, worker, emit, count } = await startWebhookIngress(t)
  const [partner, picky, off, foreign] = await Promise.all([
    receiver(t),
    receiver(t),
    receiver(t),
    receiver(t),
  ])
  await member('11')
  await member('11', 'other')
  await callback({ url: partner.url })
  await callback({ url: picky.url, events: ['trip.updated'] })
  const skipped = await callback({ url: off.url, events: ['member.deauthorized'], status: 'Disabled' })
  const theirs = await callback({ url: foreign.url, client: 'other' })
  await worker()
  await disconnect(database.knex, '11', 'partner')
  t.notOk(await disconnect(database.knex, '11', 'partner'), 'it was revoked already')
  const notice = await until('the notice', () => partner.got[0])
  const { id } = notice.event
  t.match(JSON.parse(notice.body), {
    type: 'member.deauthorized',
    member_id: '11',
    resource_id: '11',
    sequence: null,
    data: { object: { id: '11' } },
  })
  const log = await until(
    'the log shows it',
    async () => {
      const page = (await ask('/v2/events?member_id=11&type=member.deauthorized')).json as Doc[]
      return page.length > 0 ? page : null
    },
    60_000,
  )
  t.same(
    log.map((one) => one['id']),
    [id],
  )
  t.same((await ask('/v2/events?type=member.deauthorized', { client: 'other' })).json, [])
  t.equal((await ask(`/v2/events/${id}/redeliver`, { method: 'POST', client: 'other' })).status, 404)
  t.match(
    (
      await ask(`/v2/callbacks/${theirs.id}/replay`, {
        method: 'POST',
        client: 'other',
        body: { dry_run: true },
      })
    ).json,
    { count: 0 },
  )

  const path = `/v2/callbacks/${skipped.id}`
  t.match((await ask(`${path}/deliveries/${id}`)).json, { state: 'skipped_disabled', member_id: '11' })
  await ask(path, { method: 'PATCH', body: { status: 'Active' } })
  t.match((await ask(`${path}/replay`, { method: 'POST', body: { only: 'undelivered' } })).json, { count: 1 })
  await until('the replay', () => off.ids().includes(id))
  await until(
    'its record',
    async () => ((await ask(`${path}/deliveries/${id}`)).json as Doc)['state'] === 'delivered',
  )
  t.match((await ask(`${path}/deliveries/${id}`)).json, { attempt_log: [{ request: { body: { id } } }] })

  const [event] = await emit(['11'])
  await until('an event of the other application', () => foreign.ids().includes(event?.id ?? ''))
  await until('no delivery is pending', async () => (await count('delivery')) === 0)
  t.same([partner, picky, off, foreign].map(receivedTypes), [
    ['member.deauthorized'],
    [],
    ['member.deauthorized'],
    ['trip.updated'],
  ])
})

import t from 'tap'
import { Webhook } from 'standardwebhooks'
import { logSettled } from '../../support/log-settled.js'
import { receiver, status } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'

type Doc = Record<string, unknown>

t.test('a callback from its registration to a replay', async (t) => {
  const {
    request: ask,
    ingress,
    member,
    emit,
    commit,
    announce,
    worker,
    count,
    database,
  } = await startWebhookIngress(t)
  const partner = await receiver(t)
  await member('11')
  const made = (await ask('/v2/callbacks', { method: 'POST', body: { url: partner.url } })).json as Doc
  const path = `/v2/callbacks/${made['id']}`
  await worker()
  const seen = (ids: string[]) => ids.every((id) => partner.ids().includes(id))

  await t.test('disable, publish, enable, replay: every event once', async (t) => {
    const before = await emit(['11', '11'])
    await until('the first two', () => seen(before.map((one) => one.id)))
    await ask(path, { method: 'PATCH', body: { status: 'Disabled' } })
    const missed = await emit(Array.from({ length: 30 }, () => '11'))
    await until('the skips', async () => (await count('delivery', 'due_at is null')) === 30)
    t.match((await ask(`${path}/deliveries?state=skipped_disabled&limit=5`)).json, [
      { state: 'skipped_disabled', attempts: 0, next_attempt: null },
    ])
    t.equal(
      (await ask(`${path}/replay`, { method: 'POST', body: { only: 'undelivered' } })).status,
      409,
      'not while it is disabled',
    )
    t.match(
      (await ask(`${path}/replay`, { method: 'POST', body: { only: 'undelivered', dry_run: true } })).json,
      { count: 30, dry_run: true },
    )
    t.equal(partner.got.length, 2)
    await ask(path, { method: 'PATCH', body: { status: 'Active' } })
    t.match(await ask(`${path}/replay`, { method: 'POST', body: { only: 'undelivered' } }), {
      status: 202,
      json: { count: 30, dry_run: false },
    })
    await until('all of them', () => seen(missed.map((one) => one.id)))
    await until('no delivery is pending', async () => (await count('delivery')) === 0)
    t.equal(partner.got.length, 32, 'each once')
    t.match(
      (await ask(`${path}/replay`, { method: 'POST', body: { only: 'undelivered', dry_run: true } })).json,
      { count: 0 },
    )
    t.match(
      (await ask(`${path}/replay`, { method: 'POST', body: { types: ['trip.deleted'], dry_run: true } }))
        .json,
      { count: 0 },
    )
    t.match(
      (
        await ask(`${path}/replay`, {
          method: 'POST',
          body: { since: '2020-01-01T00:00:00Z', dry_run: true },
        })
      ).json,
      { count: 32 },
    )
    t.equal((await ask(`${path}/replay`, { method: 'POST', body: { since: 'yesterday' } })).status, 400)
  })

  await t.test('redelivery of one event under its id; the log shows both attempts', async (t) => {
    const [event] = await emit(['11'])
    const id = event?.id ?? ''
    await until('it', () => seen([id]))
    await until('its record', async () => (await count('attempt', `event_id = '${id}'`)) === 1)
    t.match(await ask(`/v2/events/${id}/redeliver`, { method: 'POST' }), {
      status: 202,
      json: { event_id: id, callbacks: [made['id']] },
    })
    await until('the redelivery', () => partner.ids().filter((one) => one === id).length === 2)
    await until('the record', async () => (await count('attempt', `event_id = '${id}'`)) === 2)
    t.match((await ask(`${path}/deliveries/${id}`)).json, {
      state: 'delivered',
      attempts: 2,
      attempt_log: [{ no: 1 }, { no: 2 }],
    })
    t.equal(
      ((await ask(`${path}/deliveries?limit=100`)).json as Doc[]).filter((one) => one['event_id'] === id)
        .length,
      1,
      'one delivery, listed once',
    )
    await database.pool.query('update attempt set no = 32767 where event_id = $1 and no = 2', [id])
    await ask(`/v2/events/${id}/redeliver`, { method: 'POST' })
    await until(
      'an attempt after the highest attempt number',
      async () => (await count('attempt', `event_id = '${id}'`)) === 3 && (await count('delivery')) === 0,
    )
    t.equal(
      (await ask(`/v2/events/${id}/redeliver`, { method: 'POST', client: 'other' })).status,
      404,
      'not for another application',
    )
    t.equal((await ask('/v2/events/nonsense/redeliver', { method: 'POST' })).status, 404)
  })

  await t.test('secret rotation under load: both secrets verify during the overlap', async (t) => {
    const old = String(made['signing_secret'])
    const from = partner.got.length
    const load = emit(Array.from({ length: 60 }, () => '11'))
    const rotated = (await ask(`${path}/rotate`, { method: 'POST', body: { overlap_seconds: 3_600 } }))
      .json as Doc
    const fresh = String(rotated['signing_secret'])
    t.not(fresh, old)
    t.ok(rotated['previous_secret_expires'])
    const first = await load
    await until('the load', () => seen(first.map((one) => one.id)))
    const both = await until('a request with two signatures', async () => {
      await emit(['11'])
      return partner.got.find((one) => String(one.headers['webhook-signature']).includes(' '))
    })
    for (const secret of [old, fresh])
      new Webhook(secret).verify(both.body, both.headers as Record<string, string>)
    for (const one of partner.got.slice(from))
      new Webhook(old).verify(one.body, one.headers as Record<string, string>)
    t.pass('the old secret alone still verifies')
    const alone = (await ask(`${path}/rotate`, { method: 'POST', body: { overlap_seconds: 0 } })).json as Doc
    const ends = Date.parse(String(alone['previous_secret_expires']))
    t.ok(
      ends > Date.now() + 2_000 && ends < Date.now() + 8_000,
      'no overlap requested: as long as a worker may know only the old secret',
    )
    const last = await until('a request signed only with the newest secret', async () => {
      await emit(['11'])
      return partner.got.find((one) => {
        try {
          new Webhook(String(alone['signing_secret'])).verify(one.body, one.headers as Record<string, string>)
          return true
        } catch (error) {
          return !(error instanceof Error)
        }
      })
    })
    t.throws(() => new Webhook(old).verify(last.body, last.headers as Record<string, string>))
  })

  await t.test('deliveries are found by state, status, type and resource', async (t) => {
    const untaken =
      "client_id is null and not exists (select from attempt a where a.event_id = event.id and a.state = 'delivered')"
    await until('everything so far', async () => (await count('event', untaken)) === 0)
    partner.reply(status(500))
    const [failed] = await emit(['11'], 'segment.created')
    await until(
      'exhaustion',
      async () => (await count('attempt', `event_id = '${failed?.id}' and state = 'exhausted'`)) === 1,
    )
    partner.reply(status(200))
    for (const query of [
      'state=exhausted',
      'status_code=500&state=exhausted',
      'type=segment.created',
      'type=segment.created,trip.deleted',
      'resource_id=77&state=exhausted',
    ]) {
      t.match(
        (await ask(`${path}/deliveries?${query}`)).json,
        [{ event_id: failed?.id, state: 'exhausted', attempts: 10, last_status_code: 500 }],
        query,
      )
    }
    t.same((await ask(`${path}/deliveries?state=gone`)).json, [])
    t.same((await ask(`${path}/deliveries?type=trip.deleted`)).json, [])
    for (const query of ['state=lost', 'type=nope', 'type=segment.created,nope']) {
      t.match(
        await ask(`${path}/deliveries?${query}`),
        { status: 400, json: { error: 'invalid_request' } },
        query,
      )
    }
    const pages: unknown[] = []
    for (let next: string | null = `${path}/deliveries?limit=20`; next !== null;) {
      const { json, headers } = await ask(next)
      pages.push(...(json as Doc[]).map((one) => one['event_id']))
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null
    }
    t.equal(new Set(pages).size, pages.length, 'no delivery twice')
    t.equal(pages.length, await count('(select distinct event_id from attempt) a'))
    t.match(
      (await ask(`${path}/replay`, { method: 'POST', body: { only: 'undelivered', dry_run: true } })).json,
      { count: 1 },
    )
    // The log shows a row once no older transaction of the server runs, and other tests run on it.
    await until(
      'the log shows it as undelivered',
      async () => {
        const [event] = (await ask('/v2/events?undelivered=1')).json as Doc[]
        return event?.['id'] === failed?.id
      },
      60_000,
    )
  })

  await t.test('only authorised members, and no events from before', async (t) => {
    await database.pool.query(
      "insert into app (client_id, name) values ('late', 'Late') on conflict do nothing",
    )
    const late = await receiver(t)
    const callback = (
      await ask('/v2/callbacks', {
        method: 'POST',
        client: 'late',
        body: { url: late.url, events: ['trip.updated'] },
      })
    ).json as Doc
    await member('12', 'partner')
    await emit(['12', '11'])
    const earlier = await commit(['11'])
    // A clock may be set back by some milliseconds in between.
    const { rows } = await database.pool.query<{ granted: Date }>(
      `insert into oauth_grant (client_id, member_id, created_at)
       select 'late', 11, max(created) + interval '1 millisecond' from event returning created_at as granted`,
    )
    await announce(earlier)
    await until('events are later than the grant', () => Date.now() > rows[0]!.granted.getTime() + 20)
    await emit(['11'], 'trip.created')
    const [later] = await emit(['11'])
    await until('the one after the grant', () => late.got.length > 0)
    t.same(late.ids(), [later?.id])
    // The log shows a row once no older transaction of the server runs, and other tests run on it.
    const log = await until(
      'the log shows the events',
      async () => {
        const page = (await ask('/v2/events', { client: 'late' })).json as Doc[]
        return page.length >= 2 ? page : null
      },
      60_000,
    )
    t.same(
      log.map((one) => one['type']),
      ['trip.created', 'trip.updated'],
      'the log shows the same members and times',
    )
    t.ok(
      Number(
        (
          (
            await ask(`/v2/callbacks/${callback['id']}/replay`, {
              method: 'POST',
              client: 'late',
              body: { dry_run: true },
            })
          ).json as Doc
        )['count'],
      ) > 50,
      'a replay may request older events',
    )
    await database.pool.query("update oauth_grant set revoked_at = now() where client_id = 'late'")
    await emit(['11'])
    await until('the other callbacks have it', async () => (await count('delivery')) === 0)
    t.equal(late.got.length, 1, 'nothing after the grant was withdrawn')
    t.same((await ask('/v2/events', { client: 'late' })).json, [])
  })

  await t.test('a member sees its own events', async (t) => {
    await emit(['12'])
    await logSettled(count)
    const own = await ask('/v2/events?limit=100', { token: await ingress.token('12') })
    t.ok((own.json as Doc[]).every((one) => one['member_id'] === '12') && (own.json as Doc[]).length === 2)
    t.same(
      (own.json as Doc[]).map((one) => one['sequence']),
      [1, 2],
    )
    t.equal((await ask('/v2/events?cursor=nonsense')).status, 400)
    t.equal((await ask('/v2/events?type=trip.vanished')).status, 400)
    t.equal((await ask('/v2/events?type=segment.created,trip.created')).status, 200)
  })

  await t.test('an event of a transaction that is still open is not overtaken by the cursor', async (t) => {
    await logSettled(count)
    const slow = await database.pool.connect()
    await slow.query('begin')
    await slow.query(
      "insert into event (id, member_id, sequence, type, resource_id, created, body) values (gen_random_uuid(), 12, 900, 'trip.updated', '1', now(), '{\"id\": \"slow\"}')",
    )
    const { headers } = await ask('/v2/events?limit=1')
    const total = Number(headers.get('x-total-count'))
    await emit(['12'])
    t.equal(
      Number((await ask('/v2/events?limit=1')).headers.get('x-total-count')),
      total,
      'later events wait for it',
    )
    await slow.query('commit')
    slow.release()
    await until(
      'both',
      async () => Number((await ask('/v2/events?limit=1')).headers.get('x-total-count')) === total + 2,
      60_000,
    )
  })
})

import t from 'tap'
import type { Test } from 'tap'
import { Webhook } from 'standardwebhooks'
import { disableCallback } from '../../../../db/webhooks/callback-notices.js'
import { EVENT_TYPES } from '../../../../schemas/webhooks/event.js'
import { receiver, status } from '../../../support/delivery/receiver.js'
import { until } from '../../../support/until.js'
import { startWebhookIngress } from '../../../support/api/webhook-ingress.js'
import { sharing } from '../../../support/sharing.js'

type Doc = Record<string, unknown>

async function setup(t: Test) {
  const { request: ask, ingress, database } = await startWebhookIngress(t)
  const make = async (body: Doc, client = 'partner'): Promise<{ status: number; json: Doc }> => {
    const { status, json } = await ask('/v2/callbacks', { method: 'POST', body, client })
    return { status, json: json as Doc }
  }
  return { ask, ingress, database, make }
}
type Context = Awaited<ReturnType<typeof setup>>

const check = sharing(t, setup)

check('create, read, change, remove', async (t, { ask, make }) => {
  const made = await make({ url: 'https://us:pw@hooks.example.com/in?x=1', events: ['trip.created'] })
  t.equal(made.status, 201)
  t.match(made.json, {
    url: 'https://hooks.example.com/in?x=1',
    status: 'Active',
    events: ['trip.created'],
    ordered: 'none',
    max_in_flight: 10,
    rate_per_second: null,
    timeout_ms: 5_000,
    failure_count: 0,
    last_delivery: null,
    signing_secret: /^whsec_[A-Za-z0-9+/]{43}=$/,
    created: /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  })
  const path = `/v2/callbacks/${made.json['id']}`
  const { json, headers } = await ask(path)
  t.notOk('signing_secret' in (json as Doc), 'the secret is shown once')
  t.notMatch(JSON.stringify(json), /us:pw|pw@/)
  t.equal((await ask(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status, 304)
  t.equal((await ask(path, { client: 'other' })).status, 404, 'another application does not see it')
  const changed = await ask(path, {
    method: 'PATCH',
    body: { status: 'Disabled', description: 'paused', ordered: 'member' },
  })
  t.match(changed.json, {
    status: 'Disabled',
    description: 'paused',
    ordered: 'member',
    disabled_reason: 'by the application',
    url: made.json['url'],
  })
  t.equal(
    (await ask(path, { method: 'PATCH', body: { status: 'Active' }, headers: { 'if-match': '"1.1"' } }))
      .status,
    412,
  )
  t.match(
    (
      await ask(path, {
        method: 'PATCH',
        body: { status: 'Active' },
        headers: { 'if-match': changed.headers.get('etag') ?? '' },
      })
    ).json,
    { status: 'Active', disabled_reason: null },
  )
  t.equal((await ask(path, { method: 'PATCH', client: 'other', body: { status: 'Disabled' } })).status, 404)
  t.equal((await ask('/v2/callbacks')).headers.get('x-total-count'), '1')
  t.same((await ask(path, { method: 'DELETE' })).json, {})
  t.equal((await ask(path)).status, 404)
})

check('the tag changes when an old secret expires', async (t, { ask, database, make }) => {
  const path = `/v2/callbacks/${(await make({ url: 'https://hooks.example.com/rotated' })).json['id']}`
  const rotated = await ask(`${path}/rotate`, { method: 'POST', body: { overlap_seconds: 3_600 } })
  const headers = { 'if-none-match': rotated.headers.get('etag') ?? '' }
  t.equal((await ask(path, { headers })).status, 304)
  await database.pool.query(
    "update callback set previous_secret_expires = now() - interval '1 second' where id = $1",
    [path.split('/').at(-1)],
  )
  t.match(await ask(path, { headers }), { status: 200, json: { previous_secret_expires: null } })
})

check(
  'a second rotation does not end a secret that still signs, unless asked to',
  async (t, { ask, database, make }) => {
    const path = `/v2/callbacks/${(await make({ url: 'https://hooks.example.com/twice' })).json['id']}`
    const rotate = async (more: { headers?: Record<string, string>; body?: Doc } = {}) =>
      await ask(`${path}/rotate`, { method: 'POST', ...more })
    const first = await rotate()
    t.equal(first.status, 200)
    t.match(await rotate(), {
      status: 409,
      json: { error: 'conflict', error_description: /previous_secret_expires.*overlap_seconds/ },
    })
    t.match(
      (await ask(path)).json,
      { previous_secret_expires: (first.json as Doc)['previous_secret_expires'] },
      'nothing has changed',
    )
    t.equal((await rotate({ headers: { 'if-match': first.headers.get('etag')! } })).status, 200)
    t.equal((await rotate({ body: { overlap_seconds: 60 } })).status, 200)
    await database.pool.query(
      "update callback set previous_secret_expires = now() - interval '1 second' where id = $1",
      [path.split('/').at(-1)],
    )
    t.equal((await rotate()).status, 200, 'the old secret has expired')
  },
)

check('concurrent changes: none is lost, and only one satisfies its If-Match', async (t, { ask, make }) => {
  const made = await make({ url: 'https://hooks.example.com/both' })
  const path = `/v2/callbacks/${made.json['id']}`
  const patch = async (body: Doc, tag?: string) =>
    await ask(path, {
      method: 'PATCH',
      body,
      ...(tag === undefined ? {} : { headers: { 'if-match': tag } }),
    })
  const tag = async (): Promise<string> => (await ask(path)).headers.get('etag') ?? ''
  for (let round = 1; round <= 8; round++) {
    await Promise.all([patch({ description: `round ${round}` }), patch({ timeout_ms: 1_000 + round })])
    t.match((await ask(path)).json, { description: `round ${round}`, timeout_ms: 1_000 + round })
    const read = await tag()
    const answers = await Promise.all([patch({ max_in_flight: 2 }, read), patch({ max_in_flight: 3 }, read)])
    t.same(answers.map((one) => one.status).sort(), [200, 412])
    t.match(answers.find((one) => one.status === 412)?.json, { error: 'precondition_failed' })
  }
  const read = await tag()
  const rotations = await Promise.all(
    [0, 1].map(async () => await ask(`${path}/rotate`, { method: 'POST', headers: { 'if-match': read } })),
  )
  t.same(rotations.map((one) => one.status).sort(), [200, 412])
  const last = await tag()
  const either = await Promise.all([
    patch({ max_in_flight: 4 }, last),
    ask(path, { method: 'DELETE', headers: { 'if-match': last } }),
  ])
  t.same(either.map((one) => one.status === 200).sort(), [false, true], 'changed or removed, not both')
})

check('a change during a 410 answer: the callback stays disabled', async (t, { ask, database, make }) => {
  const made = await make({ url: 'https://hooks.example.com/gone' })
  const path = `/v2/callbacks/${made.json['id']}`
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    await disableCallback(client, String(made.json['id']), 'gone')
    const changing = ask(path, { method: 'PATCH', body: { description: 'meanwhile' } })
    await until('the change waits for the lock', async () => {
      const { rows } = await database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length > 0
    })
    await client.query('commit')
    t.match((await changing).json, {
      status: 'Disabled',
      disabled_reason: 'gone',
      description: 'meanwhile',
    })
  } finally {
    client.release()
  }
  t.equal((await ask(path, { method: 'DELETE' })).status, 200)
})

check('form bodies and invalid requests', async (t, { ingress, make }) => {
  const token = await ingress.appToken('partner')
  const form = await ingress.request('/v2/callbacks', {
    method: 'POST',
    token,
    raw: 'url=https%3A%2F%2Fhooks.example.com%2Fform&events=trip.created,trip.updated',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  t.match(form, { status: 201, json: { events: ['trip.created', 'trip.updated'] } })
  const rated = async (rate: string) =>
    await ingress.request(`/v2/callbacks/${(form.json as Doc)['id']}`, {
      method: 'PATCH',
      token,
      raw: `rate_per_second=${rate}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  for (const [rate, stored] of [
    ['0.5', 0.5],
    ['20', 20],
    ['0.001', 0.001],
    ['', null],
  ] as const)
    t.match(await rated(rate), { status: 200, json: { rate_per_second: stored } }, `rate_per_second=${rate}`)
  for (const rate of ['0', '-1', 'fast', '1e3', '0.0009'])
    t.equal((await rated(rate)).status, 400, `rate_per_second=${rate}`)
  for (const url of ['http://10.0.0.1/', 'https://printer.local/'])
    t.match(await make({ url }), { status: 400, json: { error: 'invalid_request' } }, url)
  t.match((await make({ url: 'https://a.example/in#f' })).json, {
    error_description: /"url".*fragment.*remove/,
  })
})

check('wildcards stand for the types of today', async (t, context) => {
  await wildcards(t, context)
})

check('events and filter fit each other when one of them changes', async (t, { ask, make }) => {
  const made = await make({
    url: 'https://a.example/',
    events: ['segment.*'],
    filter: { changed_fields: ['departure_datetime'] },
  })
  const path = `/v2/callbacks/${made.json['id']}`
  const patch = async (body: Doc) => await ask(path, { method: 'PATCH', body })
  t.match(await patch({ events: ['trip.*'] }), {
    status: 400,
    json: {
      error_description: /"events" has no updates with "departure_datetime", which the stored filter names/,
      errors: [{ field: 'events', hint: /Send the filter with the events/ }],
    },
  })
  t.match(await patch({ filter: { changed_fields: ['display_name'] } }), {
    status: 400,
    json: { error_description: /changed_fields\.0" is "display_name", which no segment has/ },
  })
  t.match((await ask(path)).json, { filter: { changed_fields: ['departure_datetime'] } }, 'nothing changed')
  const both = { events: ['trip.*'], filter: { changed_fields: ['display_name'] } }
  t.match(await patch(both), { status: 200, json: { filter: both.filter } })
  t.match(await patch({ events: ['member.updated'], filter: null }), { status: 200 })
  t.equal((await ask(path, { method: 'DELETE' })).status, 200)
})

check('at most ten per application', async (t, { make }) => {
  const answers = await Promise.all(
    Array.from(
      { length: 12 },
      async () => (await make({ url: 'https://a.example/', status: 'Disabled' }, 'other')).status,
    ),
  )
  t.equal(answers.filter((one) => one === 201).length, 10)
  t.equal(answers.filter((one) => one === 409).length, 2)
})

check('ping returns the attempt, also for a disabled callback', async (t, context) => {
  await ping(t, context)
})

check(
  'a test event of each type: signed, marked, and nowhere but in the delivery log',
  async (t, { ask, make }) => {
    const partner = await receiver(t)
    const made = await make({ url: partner.url, events: ['batch.processed'] })
    const path = `/v2/callbacks/${made.json['id']}`
    const webhook = new Webhook(String(made.json['signing_secret']))
    const ids: string[] = []
    for (const type of EVENT_TYPES.filter((one) => one !== 'callback.ping')) {
      const sent = (await ask(`${path}/ping`, { method: 'POST', body: { type } })).json as Doc
      t.match(sent, { type, state: 'delivered', attempts: 1 })
      const got = partner.got.at(-1)
      t.match(got?.event, { id: sent['event_id'], type, test: true, created: /^2/, data: { object: {} } })
      t.equal(got?.headers['tripfold-event-type'], type)
      t.same(webhook.verify(got?.body ?? '', got?.headers as Record<string, string>), got?.event)
      ids.push(String(sent['event_id']))
    }
    t.equal(new Set(ids).size, EVENT_TYPES.length - 1, 'each has an id of its own')
    const logged = ((await ask('/v2/events')).json as Doc[]).map((event) => String(event['id']))
    t.same(
      ids.filter((sent) => logged.includes(sent)),
      [],
      'the log does not show them',
    )
    const [id] = ids
    t.equal((await ask(`/v2/events/${id}/redeliver`, { method: 'POST' })).status, 404)
    await ask(path, { method: 'PATCH', body: { events: ['*'] } })
    const types = ['trip.created', 'callback.exhausted', 'member.deauthorized']
    t.match((await ask(`${path}/replay`, { method: 'POST', body: { dry_run: true, types } })).json, {
      count: 0,
    })
    t.match((await ask(`${path}/ping`, { method: 'POST', body: { type: 'trip.lost' } })).json, {
      error_description: /^Field "type" must be one of trip\.created, /,
    })
  },
)

check('secrets and credentials are sealed at rest', async (t, { database, make }) => {
  const made = await make({ url: 'https://hidden:password@hooks.example.com/' })
  const { rows } = await database.pool.query<{ row: string }>('select callback::text as row from callback')
  const all = rows.map((one) => one.row).join()
  const hex = (text: string): string => Buffer.from(text).toString('hex')
  for (const text of [String(made.json['signing_secret']), 'hidden:password'])
    t.notOk(all.includes(text) || all.includes(hex(text)))
})

async function wildcards(t: Test, { ask, make }: Context): Promise<void> {
  const made = await make({ url: 'https://a.example/', events: ['member.*', 'trip.created', 'trip.*'] })
  const trips = EVENT_TYPES.filter((type) => type.startsWith('trip.'))
  t.same(
    [made.status, new Set(made.json['events'] as string[])],
    [201, new Set(['member.updated', 'member.deauthorized', 'member.deleted', ...trips])],
    'the types that they stand for, each once',
  )
  const path = `/v2/callbacks/${made.json['id']}`
  const patch = async (body: Doc) => await ask(path, { method: 'PATCH', body })
  t.match(await patch({ events: ['trip.*', '*'] }), { status: 200, json: { events: ['*'] } })
  t.match(await patch({ events: ['trips.*'] }), {
    status: 400,
    json: { errors: [{ field: 'events[0]', hint: 'Did you mean "trip.*"?' }] },
  })
  t.equal((await ask('/v2/events?type=trip.*,segment.created')).status, 200)
  t.match(await ask('/v2/events?type=trip.create'), {
    status: 400,
    json: { hint: 'Did you mean "trip.created"?' },
  })
  const replay = { types: ['segment.*'], dry_run: true }
  t.match(await ask(`${path}/replay`, { method: 'POST', body: replay }), { status: 200 })
  t.equal((await ask(path, { method: 'DELETE' })).status, 200)
}

async function ping(t: Test, { ask, make }: Context): Promise<void> {
  const partner = await receiver(t)
  const made = await make({ url: partner.url, status: 'Disabled' })
  const path = `/v2/callbacks/${made.json['id']}`
  partner.reply((_got, response) => {
    response.writeHead(500).end('not <now>')
  })
  const failed = (await ask(`${path}/ping`, { method: 'POST' })).json as Doc
  t.match(failed, {
    type: 'callback.ping',
    state: 'failed',
    attempts: 1,
    last_status_code: 500,
    attempt_log: [{ status_code: 500, address: '127.0.0.1', response: { body: 'not <now>' } }],
  })
  partner.reply(status(204))
  const good = (await ask(`${path}/ping`, { method: 'POST' })).json as {
    event_id: string
    attempt_log: Array<{ request: { headers: Record<string, string> } }>
  }
  t.match(good, { state: 'delivered', last_status_code: 204 })
  const got = await until('the ping', () => partner.got.find((one) => one.event.id === good.event_id))
  t.match(got.event, { type: 'callback.ping', member_id: null, sequence: null })
  t.same(
    new Webhook(String(made.json['signing_secret'])).verify(got.body, got.headers as Record<string, string>),
    got.event,
  )
  const shown = good.attempt_log[0]?.request.headers ?? {}
  t.same(
    Object.fromEntries(Object.keys(shown).map((name) => [name, got.headers[name]])),
    shown,
    'the log shows the headers as they were sent',
  )
  const gone = await make({ url: 'http://127.0.0.1:9/' })
  t.match((await ask(`/v2/callbacks/${gone.json['id']}/ping`, { method: 'POST' })).json, {
    state: 'failed',
    last_error: 'connect',
    last_status_code: null,
  })
  t.equal((await ask('/v2/callbacks/1/ping', { method: 'POST' })).status, 404)
}

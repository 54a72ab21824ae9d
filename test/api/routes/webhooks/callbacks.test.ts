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

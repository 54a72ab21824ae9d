/** The ingress that holds an Idempotency-Key is killed with the request in flight (contract.md 5.1). */
import { once } from 'node:events'
import t from 'tap'
import type { Test } from 'tap'
import { streamManager } from '../../workers/stream/setup.js'
import { startIngress } from '../support/api/ingress.js'
import type { Ingress } from '../support/api/ingress.js'
import { requester } from '../support/api/request.js'
import { forkProgram } from '../support/program.js'
import { proxyTo, through } from '../support/proxy.js'
import { testDatabase, testNats } from '../support/servers.js'
import { until } from '../support/until.js'

t.setTimeout(100_000)

const NOT_ALIVE_AFTER_MS = 2_000
const FREE_AFTER_MS = 3_000
const BODY = {
  segments: [
    {
      type: 'Air',
      source: 'airline_ba',
      airline: 'BA',
      flight_num: '304',
      origin: 'LHR',
      destination: 'CDG',
      departure_datetime: '2027-01-20T07:30',
      arrival_datetime: '2027-01-20T09:45',
      confirmation_no: 'TF4D7K',
    },
  ],
}

for (const direction of ['up', 'down'] as const)
  t.test(`killed ${direction === 'up' ? 'before' : 'after'} its message was stored`, async (t) => {
    const databaseUrl = await testDatabase(t)
    const natsUrl = (await testNats(t)).url
    const ingress = await startIngress(t, { on: { databaseUrl, natsUrl }, fold: true })
    const member = await ingress.createMember()
    const key = { 'idempotency-key': 'flight' }
    const repeat = async (): Promise<Awaited<ReturnType<Ingress['request']>>> =>
      await ingress.request('/v2/segments', {
        method: 'POST',
        token: await ingress.token(member),
        body: BODY,
        headers: key,
      })

    const broker = await proxyTo(t, natsUrl)
    const first = await ingressProcess(t, {
      DATABASE: databaseUrl,
      NATS: through(natsUrl, broker),
      MEMBER: member,
    })
    broker.stall(direction)
    const unanswered = requester(first.url)('/v2/segments', {
      method: 'POST',
      token: first.token,
      body: BODY,
      headers: key,
    }).catch((error: unknown) => error)
    await until('the key is held', async () => {
      const { rows } = await ingress.database.pool.query('select from idempotency where holder is not null')
      return rows.length === 1
    })
    if (direction === 'down')
      await until('the message is stored', async () => (await messages(ingress)) === 1)
    // On a busy machine a heartbeat may be late.
    const conflict = await until('a conflict, because its holder is alive', async () => {
      const answer = await repeat()
      return answer.status === 409 && answer
    })
    t.match(conflict.json, { error: 'conflict' })
    const {
      rows: [held],
    } = await ingress.database.pool.query<{ batch: number; first: number }>(
      'select batch_id as batch, first_id as first from idempotency',
    )

    first.kill()
    const killedAt = performance.now()
    /** When the last request with each status was sent, milliseconds after the kill. */
    const sentAt: Record<number, number> = {}
    const accepted = await until('the key is free', async () => {
      const at = performance.now() - killedAt
      const answer = await repeat()
      sentAt[answer.status] = at
      if (answer.status === 503) t.equal(answer.headers.get('retry-after'), '1')
      return answer.status === 202 && answer
    })
    t.ok((sentAt[409] ?? 0) < NOT_ALIVE_AFTER_MS, `the last 409 after ${sentAt[409]} ms`)
    t.ok((sentAt[503] ?? 0) < FREE_AFTER_MS, `the last 503 after ${sentAt[503]} ms`)
    t.equal(
      accepted.headers.get('location'),
      `/v2/batches/${held?.batch}`,
      'with the ids of the first attempt',
    )
    t.match(accepted.json, [{ type: 'Air', status: 'Active', _id: held?.first }])
    t.ok((await unanswered) instanceof Error)

    t.match(await repeat(), { status: 202, json: accepted.json })
    await until('the batch is folded', async () => {
      const { rows } = await ingress.database.pool.query('select from raw_batch')
      return rows.length === 1
    })
    t.equal(await messages(ingress), 1, 'one message')
    const { rows: segments } = await ingress.database.pool.query('select from segment')
    t.equal(segments.length, 1, 'one segment')
  })

async function messages({ nats }: Ingress): Promise<number> {
  return (await (await streamManager(nats)).streams.info('SEGMENTS')).state.messages
}

async function ingressProcess(
  t: Test,
  environment: Record<string, string>,
): Promise<{ url: string; token: string; kill: () => void }> {
  const child = forkProgram('test/support/api/ingress-process.ts', {
    env: { ...process.env, ...environment },
  })
  t.teardown(() => {
    child.kill('SIGKILL')
  })
  const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }]
  return { url, token, kill: () => child.kill('SIGKILL') }
}

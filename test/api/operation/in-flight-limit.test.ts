/** What an application may have running at once (contract.md 7.5). */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { FOLD_WAITS } from '../../../api/commands/submit-command.js'
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { PINGS_IN_FLIGHT, inFlightLimit } from '../../../api/operation/in-flight-limit.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { until } from '../../support/until.js'

t.test('each application has its own share, and all together one', async (t) => {
  const limit = inFlightLimit({ what: 'replays', each: 2, all: 3 })
  const [first, second] = [limit.enter('a'), limit.enter('a')]
  t.ok(first !== null && second !== null)
  t.equal(limit.enter('a'), null)
  const third = limit.enter('b')
  t.equal(limit.enter('c'), null, 'all places are taken')
  first?.()
  third?.()
  await t.rejects(
    limit.run('a', async () => {
      throw new Error('failed')
    }),
    /failed/,
  )
  t.equal(await limit.run('a', async () => 7), 7, 'a failure gives its place back')
  limit.enter('c')
  limit.enter('c')
  await t.rejects(
    limit.run('a', async () => 7),
    { code: 'rate_limited', retryAfter: 1 },
  )
})

t.test('pings of one application wait for its own receivers only', async (t) => {
  const { ingress, request } = await startWebhookIngress(t)
  const held: ServerResponse[] = []
  let holds = true
  const receiver = createServer((incoming, response) => {
    incoming.resume()
    if (holds) held.push(response)
    else response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const pathOf = async (client: string): Promise<string> => {
    const created = await request('/v2/callbacks', { method: 'POST', body: { url }, client })
    return `/v2/callbacks/${(created.json as { id: string }).id}/ping`
  }
  const [partner, other] = [await pathOf('partner'), await pathOf('other')]
  const ping = async (path: string, client: string): Promise<number> =>
    (await request(path, { method: 'POST', client })).status
  const running = Array.from({ length: PINGS_IN_FLIGHT.each }, async () => await ping(partner, 'partner'))
  await until('all are waiting', () => held.length === PINGS_IN_FLIGHT.each)
  const refused = await request(partner, { method: 'POST' })
  t.equal(refused.status, 429)
  t.equal(refused.headers.get('retry-after'), '1')
  holds = false
  t.equal(await ping(other, 'other'), 200, 'another application is not concerned')
  for (const response of held) response.end()
  t.same([...new Set(await Promise.all(running))], [200])
  t.equal(await ping(partner, 'partner'), 200)
  t.equal(ingress.logLines.filter(({ level }) => level === 'error').length, 0)
})

/** Long enough that all of them are in before the first is answered, also on a busy machine. */
const WAIT_S = 6

t.test('requests that wait for the fold are bounded; further ones are answered at once', async (t) => {
  // No fold worker runs.
  const { ingress } = await startWebhookIngress(t)
  const token = await ingress.token(await ingress.createMember(), 'partner')
  const submit = async (wait: number): Promise<{ status: number; applied: string | null }> => {
    const answer = await ingress.request('/v2/segments', {
      method: 'POST',
      token,
      body: { segments: [rawExamples.Air] },
      headers: { prefer: `wait=${wait}` },
    })
    return { status: answer.status, applied: answer.headers.get('preference-applied') }
  }
  let answered = 0
  const waiting = Array.from({ length: FOLD_WAITS.each }, async () => {
    const answer = await submit(WAIT_S)
    answered += 1
    return answer
  })
  const { pool } = ingress.database
  const accepted = async (): Promise<boolean> => {
    const further = await submit(1)
    t.equal(further.status, 202)
    return further.applied === null
  }
  await until('a further one is answered at once', async () => answered > 0 || (await accepted()))
  t.equal(answered, 0, 'while the others wait')
  const answers = await Promise.all(waiting)
  t.same([...new Set(answers.map(({ status }) => status))], [202])
  const waited = answers.filter(({ applied }) => applied === `wait=${WAIT_S}`).length
  // A further one may have come in before the last of them.
  t.ok(waited >= FOLD_WAITS.each - 1, `${waited} waited`)
  t.equal((await submit(0)).applied, 'wait=0', 'their places are free again')
  t.ok(pool.waitingCount === 0)
})

/**
 * Delivery workers killed with SIGKILL: every event arrives at every callback under its id, and nothing whose
 * outcome was recorded arrives twice. `npm run test:faults -- --deliveries N` runs the first test with more
 * deliveries.
 */
import t from 'tap'
import { receiver } from '../support/delivery/receiver.js'
import { until } from '../support/until.js'
import { webhookStack } from '../support/delivery/webhooks.js'
import type { TestEvent } from '../support/delivery/test-events.js'
import type { WebhookStack } from '../support/delivery/webhooks.js'
import { workerProcess } from '../support/delivery/worker-process.js'
import type { WorkerProcess } from '../support/delivery/worker-process.js'

// Each separate process takes seconds to start on a busy machine.
t.setTimeout(1_800_000)

const DELIVERIES = Number(process.env['DELIVERIES'] ?? 3_000)
const CALLBACKS = 4
const IN_FLIGHT = 8
const WORKERS = 3
const KILLS = 4
/**
 * As in an installation. A live worker records what it has sent in the last third of its lease, so only kills
 * cause repeats, unless a commit takes longer than that third.
 */
const INSTALLED = { LEASE: '6000' }
/** Short enough to wait for, and long enough for a busy machine to renew it in time. */
const SHORT = { LEASE: '3000' }

const MEMBERS = Array.from({ length: 50 }, (_, i) => String(500 + i))

t.test(`${DELIVERIES} deliveries, the sending worker killed ${KILLS} times`, async (t) => {
  const stack = await webhookStack(t)
  const { pool } = stack.database
  for (const member of MEMBERS) await stack.member(member)
  // What comes after half of a round is answered once a worker was killed, so that however quick it is it holds deliveries.
  let half = Infinity
  const unanswered: Array<() => void> = []
  const endpoints = await Promise.all(
    Array.from({ length: CALLBACKS }, async (_, i) => {
      const endpoint = await receiver(t)
      const unique = new Set<string>()
      endpoint.reply((got, response) => {
        unique.add(got.event.id)
        // A hundred thousand of these are kept until the end.
        got.headers = { 'webhook-id': got.headers['webhook-id'] }
        got.body = ''
        const answer = (): void => void response.writeHead(200, { 'content-length': 0 }).end()
        if (received() > half) unanswered.push(answer)
        else setTimeout(answer, 3)
      })
      // The last one is ordered. However slow the machine, the endpoint never times out.
      await stack.callback({
        url: endpoint.url,
        maxInFlight: IN_FLIGHT,
        timeoutMs: 30_000,
        ordered: i === CALLBACKS - 1 ? 'member' : 'none',
      })
      return { ...endpoint, unique }
    }),
  )
  const received = (): number => endpoints.reduce((sum, one) => sum + one.got.length, 0)
  let workers = await Promise.all(
    Array.from({ length: WORKERS }, async () => await workerProcess(stack, INSTALLED)),
  )
  t.teardown(() => {
    for (const one of workers) one.kill('SIGKILL')
  })
  const holder = async (): Promise<WorkerProcess | null> => {
    const { rows } = await pool.query<{ worker: string }>(
      'select worker, count(*) from callback_due where worker is not null group by 1 order by 2 desc',
    )
    return workers.find((one) => one.name === rows[0]?.worker) ?? null
  }
  const each = Math.ceil(DELIVERIES / CALLBACKS / (KILLS + 1))
  const emitted = new Set<string>()
  const killed: number[] = []
  for (let round = 0; round <= KILLS; round++) {
    half = received() + (each * CALLBACKS) / 2
    const events = await stack.commit(Array.from({ length: each }, (_, i) => MEMBERS[i % MEMBERS.length]!))
    for (const event of events) emitted.add(event.id)
    const telling = tellAll(stack, events)
    await until('half of the round', () => received() > half, 300_000)
    if (round < KILLS) {
      const victim = await until('a worker holds a callback', holder)
      victim.kill('SIGKILL')
      killed.push(Date.now())
      workers = [...workers.filter((one) => one !== victim), await workerProcess(stack, INSTALLED)]
    }
    half = Infinity
    for (const answer of unanswered.splice(0)) answer()
    await telling
  }
  await until('everything', () => endpoints.every((one) => one.unique.size === emitted.size), 600_000)
  await until('no delivery is pending', async () => (await stack.count('delivery')) === 0, 60_000)

  let repeats = 0
  const strange: string[] = []
  for (const one of endpoints) {
    t.equal(one.unique.size, emitted.size, 'every event')
    t.ok(
      one.got.every((got) => emitted.has(got.event.id) && got.headers['webhook-id'] === got.event.id),
      'under its id',
    )
    const first = new Map<string, number>()
    for (const got of one.got) {
      const before = first.get(got.event.id)
      if (before === undefined) {
        first.set(got.event.id, got.at)
        continue
      }
      repeats += 1
      if (!killed.some((at) => at - before > -1_000 && at - before < 5_000))
        strange.push(
          `${got.event.id} after ${got.at - before} ms, kills ${killed.map((at) => at - before).join(' ')} ms after the first`,
        )
    }
  }
  t.same(strange, [], 'only deliveries sent just before a kill are repeated')
  const {
    rows: [twice],
  } = await pool.query(
    "select count(*)::int as n from (select from attempt where state = 'delivered' group by callback_id, event_id having count(*) > 1) twice",
  )
  t.equal(twice?.n, 0, 'nothing with a recorded outcome was sent again')
  t.comment(`${received()} received of ${emitted.size * CALLBACKS}, ${repeats} of them repeats`)
  t.ok(
    repeats <= KILLS * CALLBACKS * IN_FLIGHT * 6,
    `${repeats} repeats: attempts in flight, or answered and not yet recorded`,
  )

  const ordered = endpoints.at(-1)!
  const before = new Map<string, number>()
  const misplaced = ordered.got.filter(({ event }) => {
    const last = before.get(event.member_id ?? '') ?? 0
    before.set(event.member_id ?? '', event.sequence ?? NaN)
    return !((event.sequence ?? NaN) <= last + 1)
  })
  t.same(
    misplaced.map((one) => [one.event.member_id, one.event.sequence]),
    [],
    'the ordered callback: each event of a member follows the one before, or repeats an earlier one and continues',
  )
})

/** A thousand at a time: as many as the publisher keeps in flight. */
async function tellAll(stack: WebhookStack, events: TestEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += 1_000) await stack.announce(events.slice(at, at + 1_000))
}

t.test('a frozen worker that was replaced sends nothing more after it wakes up', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url, maxInFlight: 1 })
  const first = await workerProcess(stack, SHORT)
  t.teardown(() => {
    first.kill('SIGKILL')
  })
  partner.reply((_got, response) => {
    // Frozen in the middle, however late this process polls.
    if (partner.got.length === 5) first.kill('SIGSTOP')
    setTimeout(() => {
      response.writeHead(200).end()
    }, 30)
  })
  const events = await stack.emit(Array.from({ length: 60 }, () => '11'))
  await until('some', () => partner.got.length >= 5)
  const before = partner.got.length
  const second = await workerProcess(stack, SHORT)
  t.teardown(() => {
    second.kill('SIGKILL')
  })
  await until('the other worker continues', () => partner.got.length >= before + 10, 60_000)
  first.kill('SIGCONT')
  await until('all', () => new Set(partner.ids()).size === events.length, 60_000)
  await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
  t.ok(partner.got.length <= events.length + 3, `${partner.got.length - events.length} repeats`)
})

t.test('frozen for longer than the timeout: a response that arrived meanwhile counts', async (t) => {
  const stack = await webhookStack(t)
  const partner = await receiver(t)
  await stack.member('11')
  await stack.callback({ url: partner.url, timeoutMs: 1_000 })
  const worker = await workerProcess(stack, INSTALLED)
  t.teardown(() => {
    worker.kill('SIGKILL')
  })
  partner.reply((_got, response) => {
    worker.kill('SIGSTOP')
    setTimeout(() => {
      response.writeHead(200).end('taken')
    }, 50)
    setTimeout(() => {
      worker.kill('SIGCONT')
    }, 2_500)
  })
  await stack.emit(['11'])
  await until('its outcome', async () => (await stack.count('attempt')) > 0)
  t.equal(await stack.count('attempt', "state = 'delivered' and status = 200 and answer = 'taken'"), 1)
  await until('no delivery is pending', async () => (await stack.count('delivery')) === 0)
  t.equal(partner.got.length, 1)
})

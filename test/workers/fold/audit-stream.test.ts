/** What the stream lost, or a damaged server passed over, before it was folded (workers/DESIGN.md 3.6). */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import type { Test } from 'tap'
import { readConfig } from '../../../ops/config/config.js'
import { serviceStatus } from '../../../db/operator/service-status.js'
import { erasureStore } from '../../../db/person/erasures.js'
import { eraseMember } from '../../../workers/erasure/erase-member.js'
import { eraseMessages, memberMessages } from '../../../workers/stream/erasure/erase-messages.js'
import { streamManager } from '../../../workers/stream/setup.js'
import { startIngress, type Ingress } from '../../support/api/ingress.js'
import { flipBits } from '../../support/flip-bit.js'
import { silentLog, startWorker } from '../../support/fold/fold-worker.js'
import { foldStackOn, foldStackWithBroker, nextBatch, type FoldStack } from '../../support/fold/fold-stack.js'
import { orders, tally } from '../../support/fold/fold-reader.js'
import { natsCluster } from '../../support/nats-cluster.js'
import { runOperatorCommand } from '../../support/run-cli.js'
import { natsFolder, ownNats, testDatabase } from '../../support/servers.js'
import { until } from '../../support/until.js'

/** All partitions have moved past the message, and the stream is audited up to there. */
const FOUND_MS = 120_000
const QUICK = { continuityCheckMs: 100, idleAdvanceMs: 100 }
const MEMBERS = 12
const LOST = 7

t.setTimeout(300_000)

const hotel = (n: number): Record<string, unknown> => ({
  type: 'Hotel',
  source: 'hotel_marriott',
  hotel_name: `Inn ${n}`,
  confirmation_no: `INN${n}`,
  checkin_date: '2031-03-01',
  checkout_date: '2031-03-02',
  city_name: 'Boston',
  country: 'US',
})

interface Accepted {
  token: string
  /** Of its batch. */
  location: string
  batch: string
}

async function accept(t: Test, ingress: Ingress, n: number): Promise<Accepted> {
  const token = await ingress.token(await ingress.createMember())
  const answer = await ingress.request('/v2/segments', {
    method: 'POST',
    token,
    body: { segments: [hotel(n)] },
  })
  t.equal(answer.status, 202, answer.text)
  const location = answer.headers.get('location') ?? ''
  return { token, location, batch: location.slice(location.lastIndexOf('/') + 1) }
}

type Servers = Pick<FoldStack, 'databaseUrl' | 'natsUrl' | 'pool' | 'nc'>

async function run(
  { databaseUrl, natsUrl, pool, nc }: Servers,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  return await runOperatorCommand(args, {
    config: readConfig({ DATABASE_URL: databaseUrl, NATS_URL: natsUrl }),
    log: silentLog,
    pool,
    stream: async () => await Promise.resolve(nc),
    operator: 'test',
  })
}

async function statuses(ingress: Ingress, batches: Accepted[]): Promise<unknown[]> {
  return await Promise.all(
    batches.map(async ({ token, location }) => {
      const { json } = await ingress.request(location, { token })
      return (json as { status?: string } | null)?.status
    }),
  )
}

t.test('one wrong bit in a message that is not folded shows, and its batch fails', async (t) => {
  const natsDir = natsFolder()
  const [databaseUrl, first] = await Promise.all([testDatabase(t), ownNats(t, { dir: natsDir })])
  const urls = { databaseUrl, natsUrl: first.url }
  const ingress = await startIngress(t, { on: urls })
  const { pool } = ingress.database
  const servers = { ...urls, pool, nc: ingress.nats }
  const accepted: Accepted[] = []
  for (let n = 1; n <= MEMBERS; n++) accepted.push(await accept(t, ingress, n))
  const others = accepted.filter((_, i) => i !== LOST - 1)
  await first.stop()
  flipBits(natsDir, [`"batch":"${accepted[LOST - 1]!.batch}"`])
  await ownNats(t, { dir: natsDir, port: first.port })
  const answers = async (): Promise<boolean> =>
    await ingress.nats.flush().then(
      () => true,
      () => false,
    )
  await until('the broker answers', answers)
  const errors: string[] = []
  const log = { ...silentLog, error: (_: unknown, message: string) => errors.push(message) }
  await startWorker(t, servers, { name: 'w1', settings: { ...QUICK, haltConfirmMs: 2_000 }, log })
  await until('the others are folded', async () => (await tally(pool)).raw === MEMBERS - 1, 60_000)
  await until('the loss shows', async () => (await run(servers, 'stream')).code === 1, FOUND_MS)
  t.match((await run(servers, 'stream')).output, /0 partitions are halted\.\n1 acknowledged message/)
  const seen = await run(servers, 'status', '--once')
  t.equal(seen.code, 1)
  t.match(seen.output, /^LOST     1 acknowledged messages/m)
  t.match(errors, [/never folded/])
  const listed = await run(servers, 'stream', 'lost')
  t.match(listed.output, new RegExp(`^${LOST} to ${LOST}, .* no server has them`))

  t.same(
    await statuses(ingress, others),
    others.map(() => 'processed'),
  )
  const lost = accepted[LOST - 1]!
  await until('its batch is failed', async () => (await statuses(ingress, [lost]))[0] === 'failed', FOUND_MS)
  t.match((await ingress.request(lost.location, { token: lost.token })).json, { error: 'server_error' })

  t.equal((await run(servers, 'stream', 'lost', '--recover', '--because', 'try')).code, 1)
  t.equal((await run(servers, 'stream', 'lost', '--give-up', '--because', 'a disk')).code, 0)
  t.equal((await run(servers, 'stream')).code, 0)
  t.same(await statuses(ingress, [lost]), ['failed'], 'it stays failed')
  const again = await accept(t, ingress, 100)
  await until('a new batch is folded', async () => (await statuses(ingress, [again]))[0] === 'processed')
})

async function audited(pool: FoldStack['pool']): Promise<number> {
  const { rows } = await pool.query<{ audited: number }>('select audited from stream_identity')
  return rows[0]?.audited ?? 0
}

async function erase({ pool, nc }: FoldStack, member: string): Promise<void> {
  await eraseMember(
    {
      store: erasureStore(pool),
      stream: {
        note: async () => await Promise.resolve(),
        messages: async (one) => await memberMessages(nc, one),
        erase: async (one, own) => await eraseMessages(nc, one, own),
      },
      eraseMails: async () => await Promise.resolve(0),
    },
    { id: '0', member, email: null, isSecondPass: false },
  )
}

t.test('what was erased, trimmed, folded, parked or has no effect is not lost', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 4 })
  const { pool, nc } = stack
  const members = await stack.addMembers(10)
  const [first = '', damaged = '', unfolded = '', folded = '', parked = ''] = members
  const damagedBatch = nextBatch()
  for (const member of members)
    await stack.send(
      member,
      { n: 1, fail: member === parked },
      member === damaged ? { batch: damagedBatch } : {},
    )
  const batch = nextBatch()
  await stack.send(first, { n: 2 }, { batch, id: 'once' })
  await stack.send(first, { n: 2 }, { batch, id: 'and again' })
  await stack.send('nobody', { n: 1 })
  await erase(stack, unfolded)
  const unaudited = await startWorker(t, stack, {
    name: 'w1',
    settings: { ...QUICK, continuityCheckMs: 600_000 },
  })
  // The erased one is not folded, the parked one waits, the repeated one is folded once.
  await until('all are folded', async () => (await tally(pool)).raw === members.length - 1)
  await until('one is parked', async () => (await pool.query('select from parked_message')).rows.length === 1)
  await unaudited.stop()
  await erase(stack, folded)
  const jsm = await streamManager(nc)
  await jsm.streams.purge('SEGMENTS', { seq: 2 })
  await stack.stopNats()
  flipBits(stack.natsDir, [`"batch":"${damagedBatch}"`])
  await stack.replaceNats(await ownNats(t, { dir: stack.natsDir, port: stack.natsPort }))
  const { state } = await jsm.streams.info('SEGMENTS')
  await startWorker(t, stack, { name: 'w2', settings: QUICK })
  await until('all is audited', async () => (await audited(pool)) >= state.last_seq)
  t.match(await run(stack, 'stream', 'lost'), { code: 0, output: 'No acknowledged message is lost.' })
  t.same((await pool.query('select from folded_run where last <= $1', [state.last_seq])).rows, [])
  t.same((await pool.query('select from erased_message')).rows, [])
  const age = async (): Promise<number> => (await serviceStatus(pool)).auditAge ?? Infinity
  const { rows: ends } = await pool.query<{ end: number }>('select end_seq as end from stream_identity')
  await until('the audit has nothing to do, again and again', async () => (await age()) < 0.3)
  await delay(1_000)
  t.ok((await age()) < 0.9, 'an idle stream does not stand still')
  t.same((await pool.query('select end_seq as end from stream_identity')).rows, ends)
})

t.test('an end that the stream lost before it was folded shows', async (t) => {
  const stack = await foldStackWithBroker(t, { partitions: 1 })
  const { pool } = stack
  const [member = ''] = await stack.addMembers(1)
  const batches = Array.from({ length: 30 }, () => nextBatch())
  for (const batch of batches) await stack.send(member, { n: 1 }, { batch })
  let release = (): void => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await startWorker(t, stack, {
    name: 'w1',
    settings: QUICK,
    members: (real) => ({
      ...real,
      apply: async (commits) => {
        if (commits.some(({ messages }) => messages.length > 0)) await gate
        return await real.apply(commits)
      },
    }),
  })
  // Before the worker stops, which waits for its commits.
  t.teardown(() => {
    release()
  })
  const endSeen = async (): Promise<number> =>
    (await pool.query<{ end: number }>('select end_seq as end from stream_identity')).rows[0]?.end ?? 0
  await until('the end is known', async () => (await endSeen()) >= batches.length)
  await stack.killNats()
  flipBits(stack.natsDir, [`"batch":"${batches[19] ?? ''}"`])
  await stack.replaceNats(await ownNats(t, { dir: stack.natsDir, port: stack.natsPort }))
  await stack.send(member, { n: 2 })
  await until('the loss shows', async () => (await run(stack, 'stream')).code === 1, 60_000)
  t.match((await run(stack, 'stream', 'lost')).output, /^2\d to 3\d, .* no server has them/)
  const { rows } = await pool.query<{ first: number }>('select first from lost_run')
  t.same(rows, [{ first: 20 }])
  release()
  await until('the others are folded', async () => (await tally(pool)).raw === 20)
})

t.test('what one damaged server of three passed over is published again', async (t) => {
  const cluster = await natsCluster(t)
  // So many that some are read from the damaged server.
  const stack = await foldStackOn(t, cluster, { partitions: 32 })
  const { pool } = stack
  const members = await stack.addMembers(128)
  const batches = members.map(() => nextBatch())
  await Promise.all(
    members.map(async (member, i) => await stack.send(member, { n: 1 }, { batch: batches[i] ?? '' })),
  )
  await cluster.settled()
  const server = ((await cluster.leader()) + 1) % cluster.size
  await cluster.stop(server)
  flipBits(
    cluster.dirs[server] ?? '',
    batches.map((batch) => `"batch":"${batch}"`),
  )
  await cluster.start(server)
  await cluster.settled()
  await startWorker(t, stack, { name: 'w1', settings: QUICK })
  await until('the loss shows', async () => (await run(stack, 'stream')).code === 1, 60_000)
  await until('all is audited', async () => (await audited(pool)) >= members.length, 60_000)
  const listed = await run(stack, 'stream', 'lost')
  t.match(listed.output, /a server of the cluster still has them/)
  t.notMatch(listed.output, /no server has them/)
  const { raw } = await tally(pool)
  t.equal(listed.output.match(/: batch \d+ of member \d+$/gm)?.length, members.length - raw, 'each is named')
  t.equal((await run(stack, 'stream', 'lost', '--recover', '--because', 'a disk')).code, 0)
  await until('all are folded', async () => (await tally(pool)).raw === members.length, 60_000)
  t.ok(
    [...(await orders(pool)).values()].every((folded) => folded.join() === '1'),
    'each once',
  )
  t.equal((await run(stack, 'stream')).code, 0)
})

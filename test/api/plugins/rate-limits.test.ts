import type { FastifyReply } from 'fastify'
import t from 'tap'
import type { Test } from 'tap'
import { startRateLimits } from '../../../api/plugins/rate-limits.js'
import type { RateLimits } from '../../../api/plugins/rate-limits.js'
import type { Caller } from '../../../api/ports/credentials.js'
import type { RateLimitCounts } from '../../../api/ports/rate-limit-gossip.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { rateLimitGossip } from '../../../workers/stream/broadcast/rate-limit-gossip.js'
import { testNats } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const QUOTA = 2
const NOW = 1_800_000_000_000
const reply = { headers: () => reply } as unknown as FastifyReply
const member = (n: number): Caller => ({
  kind: 'member',
  member: String(700_000_000_000_000 + n),
  client: 'an-application-with-a-name',
})

function refused(limits: RateLimits, caller: Caller): boolean {
  try {
    limits.take(caller, reply)
    return false
  } catch {
    return true
  }
}

/** Nodes on one broker whose minute never ends, and what they tell each other, with the bytes it takes. */
async function nodes(t: Test): Promise<{
  node: (name: string) => Promise<RateLimits>
  told: Array<{ bytes: number; keys: number }>
  heard: () => Promise<void>
}> {
  const nats = await testNats(t)
  const connections: NatsConnection[] = []
  const connect = async (name: string): Promise<NatsConnection> => {
    const nc = await connectStream({ url: nats.url, name })
    t.teardown(async () => {
      await nc.close()
    })
    connections.push(nc)
    return nc
  }
  const told: Array<{ bytes: number; keys: number }> = []
  const watching = await connect('watching')
  watching.subscribe('limits', {
    callback: (_error, message) => {
      told.push({
        bytes: message.data.length,
        keys: Object.keys(message.json<RateLimitCounts>().counts).length,
      })
    },
  })
  await watching.flush()
  return {
    told,
    heard: async () => {
      for (const nc of connections) await nc.flush()
    },
    node: async (name) => {
      const nc = await connect(name)
      const limits = startRateLimits({
        perApp: 0,
        perMember: QUOTA,
        node: name,
        now: () => NOW,
        gossip: rateLimitGossip(nc, silentLog()),
      })
      t.teardown(limits.stop)
      await nc.flush()
      return limits
    },
  }
}

t.test('a second with more members than one message can name: the other nodes hear of each', async (t) => {
  const { node, told, heard } = await nodes(t)
  const [here, there] = [await node('here'), await node('there')]
  const many = 22_000
  for (let n = 0; n < many; n += 1) for (let i = 0; i < QUOTA; i += 1) here.take(member(n), reply)
  await until('all are told', () => told.reduce((sum, one) => sum + one.keys, 0) >= many)
  await heard()
  t.ok(
    told.every((one) => one.bytes < 256 * 1024),
    `messages of ${told.map((one) => one.bytes).join(', ')} bytes`,
  )
  for (const n of [0, 1, 11_000, many - 1])
    t.ok(refused(there, member(n)), `member ${n} has spent everything elsewhere`)
  t.notOk(refused(there, member(many)), 'another has not')
})

t.test('what was told is not told again, and is not forgotten', async (t) => {
  const { node, told, heard } = await nodes(t)
  const [here, there] = [await node('here'), await node('there')]
  for (const n of [1, 2, 3]) for (let i = 0; i < QUOTA; i += 1) here.take(member(n), reply)
  await until('they are told', () => told.length > 0)
  here.take(member(4), reply)
  await until('the next one is told', () => told.length > 1)
  t.same(
    told.map((one) => one.keys),
    [3, 1],
  )
  await heard()
  for (const n of [1, 2, 3]) t.ok(refused(there, member(n)))
  t.notOk(refused(there, member(4)), 'one request is left')
  t.ok(refused(there, member(4)), 'and no more')
})

t.test('a node that comes later hears what is spent as soon as it is asked for again', async (t) => {
  const { node, told, heard } = await nodes(t)
  const here = await node('here')
  for (let i = 0; i < QUOTA; i += 1) here.take(member(1), reply)
  await until('it is told', () => told.length > 0)
  const later = await node('later')
  t.ok(refused(here, member(1)))
  await until('it is told again', () => told.length > 1)
  await heard()
  t.ok(refused(later, member(1)))
})

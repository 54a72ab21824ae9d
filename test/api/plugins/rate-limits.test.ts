import t from 'tap'
import type { Test } from 'tap'
import { startRateLimits } from '../../../api/plugins/rate-limits.js'
import type { RateLimitCounts, RateLimits } from '../../../api/plugins/rate-limits.js'
import type { Caller } from '../../../api/ports/credentials.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { rateLimitGossip } from '../../../workers/stream/broadcast/rate-limit-gossip.js'
import { testNats } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const QUOTA = 2
const NOW = 1_800_000_000_000
const header = (): void => undefined
const member = (n: number): Caller => ({
  kind: 'member',
  scopes: null,
  grant: '1',
  member: String(700_000_000_000_000 + n),
  client: 'an-application-with-a-name',
})

function refused(limits: RateLimits, caller: Caller): boolean {
  try {
    limits.take(caller, header)
    return false
  } catch {
    return true
  }
}

/** Nodes on one broker whose minute never ends, and the messages that they send. */
async function nodes(t: Test): Promise<{
  node: (name: string) => Promise<RateLimits>
  sent: Array<{ bytes: number; keys: number }>
  received: () => Promise<void>
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
  const sent: Array<{ bytes: number; keys: number }> = []
  const watching = await connect('watching')
  watching.subscribe('limits', {
    callback: (_error, message) => {
      sent.push({
        bytes: message.data.length,
        keys: Object.keys(message.json<RateLimitCounts>().counts).length,
      })
    },
  })
  await watching.flush()
  return {
    sent,
    received: async () => {
      for (const nc of connections) await nc.flush()
    },
    node: async (name) => {
      const nc = await connect(name)
      const limits = startRateLimits({
        perApp: 0,
        perMember: QUOTA,
        perCalendar: QUOTA,
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

t.test(
  'more members in a second than fit into one message: the other nodes receive all counts',
  async (t) => {
    const { node, sent, received } = await nodes(t)
    const [here, there] = [await node('here'), await node('there')]
    const many = 22_000
    for (let n = 0; n < many; n += 1) for (let i = 0; i < QUOTA; i += 1) here.take(member(n), header)
    await until('all counts are sent', () => sent.reduce((sum, one) => sum + one.keys, 0) >= many)
    await received()
    t.ok(
      sent.every((one) => one.bytes < 256 * 1024),
      `messages of ${sent.map((one) => one.bytes).join(', ')} bytes`,
    )
    for (const n of [0, 1, 11_000, many - 1])
      t.ok(refused(there, member(n)), `member ${n} has used its quota on another node`)
    t.notOk(refused(there, member(many)), 'another member has not')
  },
)

t.test('a count that was sent is not sent again, and not forgotten', async (t) => {
  const { node, sent, received } = await nodes(t)
  const [here, there] = [await node('here'), await node('there')]
  for (const n of [1, 2, 3]) for (let i = 0; i < QUOTA; i += 1) here.take(member(n), header)
  await until('the counts are sent', () => sent.length > 0)
  here.take(member(4), header)
  await until('the next count is sent', () => sent.length > 1)
  t.same(
    sent.map((one) => one.keys),
    [3, 1],
  )
  await received()
  for (const n of [1, 2, 3]) t.ok(refused(there, member(n)))
  t.notOk(refused(there, member(4)), 'one request is left')
  t.ok(refused(there, member(4)), 'and no more')
})

t.test('a node that starts later receives a count with the next request under its key', async (t) => {
  const { node, sent, received } = await nodes(t)
  const here = await node('here')
  for (let i = 0; i < QUOTA; i += 1) here.take(member(1), header)
  await until('the count is sent', () => sent.length > 0)
  const later = await node('later')
  t.ok(refused(here, member(1)))
  await until('the count is sent again', () => sent.length > 1)
  await received()
  t.ok(refused(later, member(1)))
})

/** Two nodes that hear each other at once, and their clock. */
function neighbours(t: Test, quotas: { perApp: number; at: number }) {
  const clock = { now: quotas.at }
  const messages: RateLimitCounts[] = []
  const listeners: Array<(message: RateLimitCounts) => void> = []
  const gossip = {
    send: (message: RateLimitCounts) => {
      messages.push(message)
      for (const listener of listeners) listener(message)
    },
    receive: (listener: (message: RateLimitCounts) => void) => {
      listeners.push(listener)
    },
  }
  const settings = { perApp: quotas.perApp, perMember: 0, perCalendar: 0, now: () => clock.now, gossip }
  const here = startRateLimits({ ...settings, node: 'here' })
  const there = startRateLimits({ ...settings, node: 'there' })
  t.teardown(() => {
    here.stop()
    there.stop()
  })
  return { clock, messages, here, there }
}

t.test('a burst on both sides of a minute passes once, on every node', async (t) => {
  const { clock, messages, here, there } = neighbours(t, { perApp: 100, at: 60_000 * 1_000 - 500 })
  const accepted = (node: RateLimits): number =>
    Array.from({ length: 150 }, () => refused(node, member(1))).filter((answer) => !answer).length
  t.equal(accepted(here), 100)
  clock.now += 1_000
  t.equal(accepted(here), 0, 'the last half second of a minute counts in the next one')
  t.ok(messages.length > 0, 'the counts of that half second are sent')
  t.equal(accepted(there), 0, 'on another node too')
  clock.now += 30_000
  const later = accepted(here)
  t.ok(later > 40 && later <= 51, `${later} after half a minute`)
})

t.test('a name is used once within a minute, on other nodes once they have heard of it', async (t) => {
  const minute = 60_000
  const startedInto = async (into: number): Promise<void> => {
    const { clock, messages, here, there } = neighbours(t, { perApp: 0, at: minute * 1_000 + into })
    t.ok(here.isFirst('a'))
    t.notOk(here.isFirst('a'))
    t.ok(here.isFirst('b'))
    await until('the names are sent', () => messages.length > 0)
    t.notOk(there.isFirst('a'))
    clock.now += minute
    t.notOk(here.isFirst('a'), `a minute later, ${into} ms into it`)
    t.notOk(there.isFirst('b'))
    clock.now += 2 * minute
    t.ok(here.isFirst('a'), 'it is forgotten')
  }
  await Promise.all([0, 1, 30_000, minute - 1].map(startedInto))
})

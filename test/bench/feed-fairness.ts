/** What a small feed notices of another application's feed on the same node: the time from a line to its answer. */
import { plainBatch } from './data/batches.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { FeedRun, FeedRunResult, FeedTarget } from './harness/feed-load-process.js'
import { ratioOf } from './harness/harness.js'
import type { Bench, Contestant } from './harness/harness.js'
import { quantile } from './harness/statistics.js'

const MEMBERS = 400
const SEGMENTS = 8_000
/** Lines a second of the small feed, one at a time. */
const RATE = 100
/** The other one has ten times as many, each second all at once. */
const TIMES = 10
const P99 = 'p99 ms per line'

export const bench: Bench = {
  name: 'feed-fairness',
  about: `p99 per line of a feed of ${RATE} lines a second, beside one that brings ${TIMES} times as many at once / alone`,
  goal: { atMost: 2 },
  second: { about: 'beside four feeds that send all they can / alone', goal: null },
  seconds: 10,
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const { ids } = await stack.members(MEMBERS)
    const server = await stack.role('api')
    const feeds = async (token: string, half: number) => {
      const lines = Array.from({ length: SEGMENTS }, (_, i) => {
        const member = ids[half * (MEMBERS / 2) + (i % (MEMBERS / 2))]
        return `${JSON.stringify({ member_id: member, key: undefined, segments: plainBatch(i, 1, BENCH_SOURCE) })}\n`
      })
      const { port } = server.ready
      const target: FeedTarget = { port, ca: stack.tls.ca, token, feeds: 4, lines }
      return await stack.program('harness/feed-load-process.ts', target)
    }
    const small = await feeds(await stack.appToken(), 0)
    const eager = await feeds(await stack.otherAppToken(ids), 1)
    const contestant = (name: string, other: Omit<FeedRun, 'seconds'> | null): Contestant => ({
      name,
      round: async () => {
        const { seconds } = tools
        const run: FeedRun = { seconds, paced: { rate: RATE, bursts: RATE } }
        const [{ latencies, answered }, beside] = await Promise.all([
          small.ask<FeedRunResult>(run),
          other === null ? null : eager.ask<FeedRunResult>({ seconds, ...other }),
        ])
        return {
          'p50 ms per line': quantile(latencies, 0.5),
          [P99]: quantile(latencies, 0.99),
          'lines per s': answered / seconds,
          ...(beside !== null && { 'lines per s of the other': beside.answered / beside.seconds }),
        }
      },
    })
    return {
      contestants: [
        contestant('alone', null),
        contestant('beside', { paced: { rate: RATE * TIMES, bursts: 1 } }),
        contestant('flooded', {}),
      ],
      ratio: ratioOf(P99, 'beside', 'alone'),
      secondRatio: ratioOf(P99, 'flooded', 'alone'),
    }
  },
}

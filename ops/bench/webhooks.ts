/**
 * Deliveries a second with every attempt in the log, beside a bare loop that only signs and posts; and how long events need
 * from their commit to healthy endpoints, with and without 30 % of the endpoints swallowing everything; and how long claims
 * take with 32 thousand and with a million deliveries pending.
 */
import type { Bench } from './harness/harness.js'
import { claimContestant } from './webhooks/claims.js'
import { RATE, deliveryContestants } from './webhooks/drain.js'
import { latencyContestant } from './webhooks/latency.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import { startBenchStack } from './harness/bench-stack.js'

const HOLES = 3

export const bench: Bench = {
  name: 'webhooks',
  about: 'deliveries a second with the log kept, product / bare signed undici loop',
  goal: { atLeast: 0.6 },
  rounds: 9,
  seconds: 3,
  prepare: async (tools) => {
    const world = await startBenchStack(tools)
    const {
      ids: [member = ''],
    } = await world.members(1)
    const sink = await spawnBenchProcess<{ port: number }>(
      new URL('./webhooks/receiver-process.ts', import.meta.url),
      {},
    )
    tools.defer(sink.stop)
    return {
      contestants: [
        ...(await deliveryContestants(world, sink, member, tools)),
        await latencyContestant('healthy', world, sink, member, 0, tools),
        await latencyContestant('30 % black holes', world, sink, member, HOLES, tools),
        await claimContestant('32 thousand pending', 32, world, tools),
        await claimContestant('a million pending', 1_000, world, tools),
      ],
      ratio: (medians) => (medians['product']?.[RATE] ?? NaN) / (medians['bare']?.[RATE] ?? NaN),
    }
  },
}

/**
 * Deliveries a second with every attempt logged, next to a loop that only signs and posts; the time from the
 * commit of an event to healthy endpoints, with and without 30 % of endpoints that never answer; and the time
 * to claim callbacks with 32 thousand and with a million pending deliveries.
 */
import { startBenchStack } from './harness/bench-stack.js'
import { ratioOf } from './harness/harness.js'
import type { Bench } from './harness/harness.js'
import { claimContestant } from './webhooks/claims.js'
import { deliveryContestants, RATE } from './webhooks/drain.js'
import { latencyContestant } from './webhooks/latency.js'

const SILENT_ENDPOINTS = 3

export const bench: Bench = {
  name: 'webhooks',
  about: 'deliveries a second with the log kept, product / signed undici loop',
  goal: { atLeast: 0.65 },
  rounds: 5,
  seconds: 2,
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const {
      ids: [member = ''],
    } = await stack.members(1)
    const receiver = await stack.program('webhooks/receiver-process.ts', {})
    const context = { stack, receiver, member, tools }
    return {
      contestants: [
        ...(await deliveryContestants(context)),
        await latencyContestant('healthy', 0, context),
        await latencyContestant('30 % black holes', SILENT_ENDPOINTS, context),
        await claimContestant('32 thousand pending', 32, stack, tools),
        await claimContestant('a million pending', 1_000, stack, tools),
      ],
      ratio: ratioOf(RATE),
    }
  },
}

/** Batches of ten accepted a second, next to a minimal server that takes the same steps. */
import type { BaselineIngressOptions } from './baseline/ingress-process.js'
import { createBaselineStream } from './baseline/stream.js'
import { plainBatch, postRequests } from './data/batches.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import { ratioOf } from './harness/harness.js'
import type { Bench, Figures } from './harness/harness.js'
import { httpContestant, RATE } from './harness/http-contestant.js'

const MEMBERS = 200
const BATCHES = 400
const BATCH_SIZE = 10
const CONNECTIONS = 64
const ACCEPTED = 202

export const bench: Bench = {
  name: 'ingress',
  about: 'accepted batches a second, product / baseline (cached token, check, one durable publish, TLS)',
  goal: { atLeast: 0.7 },
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const { tokens } = await stack.members(MEMBERS)
    const batches = Array.from({ length: BATCHES }, (_, i) => ({
      member: i % MEMBERS,
      segments: plainBatch(i, BATCH_SIZE, BENCH_SOURCE),
    }))
    const { tls, jwks, config } = stack
    await createBaselineStream(stack.nc)
    const product = await stack.role('api')
    const options: BaselineIngressOptions = { nats: config.NATS_URL, tls, jwks }
    const baseline = await stack.program('baseline/ingress-process.ts', options)
    const common = {
      requests: postRequests(batches, tokens),
      status: ACCEPTED,
      connections: CONNECTIONS,
      more: (figures: Figures) => ({ 'segments per s': (figures[RATE] ?? NaN) * BATCH_SIZE }),
    }
    return {
      contestants: [
        await httpContestant({ ...common, name: 'product', server: product }, stack, tools),
        await httpContestant({ ...common, name: 'baseline', server: baseline }, stack, tools),
      ],
      ratio: ratioOf(RATE),
    }
  },
}

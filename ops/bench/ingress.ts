/** The door: batches of ten accepted per second, beside a bare door that takes the same steps. */
import { createBaselineStream } from './baseline/stream.js'
import type { BaselineIngressOptions } from './baseline/ingress-process.js'
import { plainBatch } from './data/batches.js'
import type { Bench, Figures } from './harness/harness.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import { httpContestant, RATE, rateRatio } from './harness/http-contestant.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'

const MEMBERS = 200
const BATCHES = 400
const BATCH_SIZE = 10
const CONNECTIONS = 64
const ACCEPTED = 202

export const bench: Bench = {
  name: 'door',
  about: 'accepted batches a second, product / bare door (cached token, check, one durable publish, TLS)',
  goal: { atLeast: 0.7 },
  prepare: async (tools) => {
    const world = await startBenchStack(tools)
    const { tokens } = await world.members(MEMBERS)
    const requests = Array.from({ length: BATCHES }, (_, i) => ({
      method: 'POST',
      path: '/v2/segments',
      headers: { authorization: `Bearer ${tokens[i % MEMBERS] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segments: plainBatch(i, BATCH_SIZE, BENCH_SOURCE) }),
    }))
    const { tls, jwks, config } = world
    await createBaselineStream(world.nc)
    const product = await world.role('api')
    const bare = await spawnBenchProcess<{ port: number }>(
      new URL('./baseline/ingress-process.ts', import.meta.url),
      {
        nats: config.NATS_URL,
        tls,
        jwks,
      } satisfies BaselineIngressOptions,
    )
    tools.defer(bare.stop)
    const common = {
      requests,
      status: ACCEPTED,
      connections: CONNECTIONS,
      more: (figures: Figures) => ({ 'segments per s': (figures[RATE] ?? NaN) * BATCH_SIZE }),
    }
    return {
      contestants: [
        await httpContestant({ ...common, name: 'product', server: product }, world, tools),
        await httpContestant({ ...common, name: 'bare', server: bare }, world, tools),
      ],
      ratio: rateRatio,
    }
  },
}

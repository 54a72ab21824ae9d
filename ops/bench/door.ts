/** The door: batches of ten accepted per second, beside a bare door that takes the same steps. */
import { bareStream } from './bare/stream.js'
import type { BareDoorOptions } from './bare/door-part.js'
import { plainBatch } from './batches.js'
import type { Bench, Figures } from './frame.js'
import { spawnPart } from './process.js'
import { contestant, RATE, rateRatio } from './servers.js'
import { BENCH_SOURCE, openWorld } from './world.js'

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
    const world = await openWorld(tools)
    const { tokens } = await world.members(MEMBERS)
    const requests = Array.from({ length: BATCHES }, (_, i) => ({
      method: 'POST',
      path: '/v2/segments',
      headers: { authorization: `Bearer ${tokens[i % MEMBERS] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segments: plainBatch(i, BATCH_SIZE, BENCH_SOURCE) }),
    }))
    const { tls, jwks, config } = world
    await bareStream(world.nc)
    const product = await world.role('api')
    const bare = await spawnPart<{ port: number }>(new URL('./bare/door-part.ts', import.meta.url), {
      nats: config.NATS_URL,
      tls,
      jwks,
    } satisfies BareDoorOptions)
    tools.defer(bare.stop)
    const common = {
      requests,
      status: ACCEPTED,
      connections: CONNECTIONS,
      more: (figures: Figures) => ({ 'segments per s': (figures[RATE] ?? NaN) * BATCH_SIZE }),
    }
    return {
      contestants: [
        await contestant({ ...common, name: 'product', server: product }, world, tools),
        await contestant({ ...common, name: 'bare', server: bare }, world, tools),
      ],
      ratio: rateRatio,
    }
  },
}

/** The door: batches of ten accepted per second, beside a bare door that takes the same steps. */
import { bareStream } from './bare/stream.js'
import type { BareDoorOptions } from './bare/door-part.js'
import { plainBatch } from './batches.js'
import type { Bench, Contestant, Figures, Tools } from './frame.js'
import { allWere, startLoad } from './load.js'
import { spawnPart } from './process.js'
import type { Part } from './process.js'
import type { ApiPartOptions } from './product/api-part.js'
import { BENCH_SOURCE, openWorld } from './world.js'

const MEMBERS = 200
const BATCHES = 400
const BATCH_SIZE = 10
const CONNECTIONS = 64
const ACCEPTED = 202
const RATE = 'batches per s'

export const bench: Bench = {
  name: 'door',
  about: 'accepted batches a second, product / bare door (cached token, check, one durable publish, TLS)',
  goal: { atLeast: 0.7 },
  prepare: async tools => {
    const world = await openWorld(tools)
    const { tokens } = await world.members(MEMBERS)
    const requests = Array.from({ length: BATCHES }, (_, i) => ({
      method: 'POST',
      path: '/v2/segments',
      headers: { authorization: `Bearer ${tokens[i % MEMBERS] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segments: plainBatch(i, BATCH_SIZE, BENCH_SOURCE) })
    }))
    const { tls, natsUrl: nats, databaseUrl: database, url, secretKey, jwks } = world
    await bareStream(world.nc)
    const product = await spawnPart<{ port: number }>(new URL('./product/api-part.ts', import.meta.url), { database, nats, tls, url, secretKey } satisfies ApiPartOptions)
    tools.defer(product.stop)
    const bare = await spawnPart<{ port: number }>(new URL('./bare/door-part.ts', import.meta.url), { nats, tls, jwks } satisfies BareDoorOptions)
    tools.defer(bare.stop)
    const side = async (name: string, server: Part<{ port: number }>): Promise<Contestant> => {
      const load = await startLoad({ port: server.facts.port, ca: tls.ca, connections: CONNECTIONS, requests })
      tools.defer(load.stop)
      return { name, round: async () => await round(tools, server, load) }
    }
    return {
      contestants: [await side('product', product), await side('bare', bare)],
      ratio: medians => (medians['product']?.[RATE] ?? NaN) / (medians['bare']?.[RATE] ?? NaN)
    }
  }
}

async function round (tools: Tools, server: Part<{ port: number }>, load: Awaited<ReturnType<typeof startLoad>>): Promise<Figures> {
  const cpu = server.cpuMs()
  const result = allWere(ACCEPTED, await load.run({ seconds: tools.seconds }))
  return {
    [RATE]: result.perSecond,
    'segments per s': result.perSecond * BATCH_SIZE,
    'p50 ms': result.p50,
    'p99 ms': result.p99,
    'server CPU us per batch': (server.cpuMs() - cpu) * 1000 / result.requests
  }
}

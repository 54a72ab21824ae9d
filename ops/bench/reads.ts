/** Reading: upcoming trips with their segments, beside a bare Fastify with one prepared statement over the same rows. */
import type { BareReadsOptions } from './bare/reads-part.js'
import { dayOf } from '../demo/clock.js'
import type { Bench } from './frame.js'
import { spawnPart } from './process.js'
import { contestant, rateRatio } from './servers.js'
import { storeTrips } from './stored-trips.js'
import { BENCH_SOURCE, openWorld } from './world.js'

const MEMBERS = 300
const CONNECTIONS = 16
/** As many as the product's pool has. */
const DATABASE_CONNECTIONS = 12
const OK = 200

export const bench: Bench = {
  name: 'reads',
  about:
    'GET /v2/trips/upcoming?segments=1 a second, product / bare Fastify with a prepared statement over stored documents (TLS, cached token)',
  goal: { atLeast: 0.8 },
  prepare: async (tools) => {
    const world = await openWorld(tools)
    const { ids, tokens } = await world.members(MEMBERS)
    const bytes = await storeTrips(
      world.database,
      ids,
      BENCH_SOURCE,
      dayOf(new Date().toISOString().slice(0, 10)),
    )
    tools.say(`${MEMBERS} members with 5 trips of 8 segments, ${bytes} bytes an answer`)
    const requests = tokens.map((token) => ({
      method: 'GET',
      path: '/v2/trips/upcoming?segments=1',
      headers: { authorization: `Bearer ${token}` },
    }))
    const { tls, jwks, config } = world
    const product = await world.role('api')
    const bare = await spawnPart<{ port: number }>(new URL('./bare/reads-part.ts', import.meta.url), {
      database: config.DATABASE_URL,
      tls,
      jwks,
      connections: DATABASE_CONNECTIONS,
    } satisfies BareReadsOptions)
    tools.defer(bare.stop)
    const common = { requests, status: OK, connections: CONNECTIONS }
    return {
      contestants: [
        await contestant({ ...common, name: 'product', server: product }, world, tools),
        await contestant({ ...common, name: 'bare', server: bare }, world, tools),
      ],
      ratio: rateRatio,
    }
  },
}

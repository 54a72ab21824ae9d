/** Reading: upcoming trips with their segments, beside a bare Fastify with one prepared statement over the same rows. */
import type { BaselineReadsOptions } from './baseline/reads-process.js'
import { dayOf } from '../demo/travel/clock.js'
import type { Bench } from './harness/harness.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import { httpContestant, rateRatio } from './harness/http-contestant.js'
import { storeTrips } from './data/stored-trips.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'

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
    const world = await startBenchStack(tools)
    const { ids, tokens } = await world.members(MEMBERS)
    const bytes = await storeTrips(
      world.database,
      ids,
      BENCH_SOURCE,
      dayOf(new Date().toISOString().slice(0, 10)),
    )
    tools.print(`${MEMBERS} members with 5 trips of 8 segments, ${bytes} bytes an answer`)
    const requests = tokens.map((token) => ({
      method: 'GET',
      path: '/v2/trips/upcoming?segments=1',
      headers: { authorization: `Bearer ${token}` },
    }))
    const { tls, jwks, config } = world
    const product = await world.role('api')
    const bare = await spawnBenchProcess<{ port: number }>(
      new URL('./baseline/reads-process.ts', import.meta.url),
      {
        database: config.DATABASE_URL,
        tls,
        jwks,
        connections: DATABASE_CONNECTIONS,
      } satisfies BaselineReadsOptions,
    )
    tools.defer(bare.stop)
    const common = { requests, status: OK, connections: CONNECTIONS }
    return {
      contestants: [
        await httpContestant({ ...common, name: 'product', server: product }, world, tools),
        await httpContestant({ ...common, name: 'bare', server: bare }, world, tools),
      ],
      ratio: rateRatio,
    }
  },
}

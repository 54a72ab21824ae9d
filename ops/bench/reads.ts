/**
 * Upcoming trips with their segments, next to a minimal server with one prepared statement over the same
 * rows.
 */
import { dayOf } from '../demo/travel/clock.js'
import type { BaselineReadsOptions } from './baseline/reads-process.js'
import { storeTrips } from './data/stored-trips.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { Bench } from './harness/harness.js'
import { httpContestant, rateRatio } from './harness/http-contestant.js'

const MEMBERS = 300
const CONNECTIONS = 16
/** The size of the product's pool. */
const DATABASE_CONNECTIONS = 12
const OK = 200
const PATH = '/v2/trips/upcoming?segments=1'

export const bench: Bench = {
  name: 'reads',
  about:
    `GET ${PATH} a second, product / Fastify with a prepared statement over stored documents ` +
    '(TLS, cached token)',
  goal: { atLeast: 0.8 },
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const { ids, tokens } = await stack.members(MEMBERS)
    const today = dayOf(new Date().toISOString().slice(0, 10))
    const bytes = await storeTrips(stack.database, ids, BENCH_SOURCE, today)
    tools.print(`${MEMBERS} members with 5 trips of 8 segments, ${bytes} bytes an answer`)
    const requests = tokens.map((token) => ({
      method: 'GET',
      path: PATH,
      headers: { authorization: `Bearer ${token}` },
    }))
    const { tls, jwks, config } = stack
    const product = await stack.role('api')
    const baseline = await spawnBenchProcess<{ port: number }>(
      new URL('./baseline/reads-process.ts', import.meta.url),
      {
        database: config.DATABASE_URL,
        tls,
        jwks,
        connections: DATABASE_CONNECTIONS,
      } satisfies BaselineReadsOptions,
    )
    tools.defer(baseline.stop)
    const common = { requests, status: OK, connections: CONNECTIONS }
    return {
      contestants: [
        await httpContestant({ ...common, name: 'product', server: product }, stack, tools),
        await httpContestant({ ...common, name: 'baseline', server: baseline }, stack, tools),
      ],
      ratio: rateRatio,
    }
  },
}

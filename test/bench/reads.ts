/**
 * Upcoming trips with their segments, next to a minimal server with one prepared statement over the same
 * rows: once as clients read them that come back before anything has changed, once with nothing kept.
 */
import { dayOf } from '../demo/travel/clock.js'
import type { BaselineReadsOptions } from './baseline/reads-process.js'
import { storeTrips } from './data/stored-trips.js'
import { startBenchStack } from './harness/bench-stack.js'
import { ratioOf } from './harness/harness.js'
import type { Bench, BenchTools, Contest } from './harness/harness.js'
import type { Config } from '../../ops/config/config.js'
import { httpContestant, RATE } from './harness/http-contestant.js'

const MEMBERS = 300
const CONNECTIONS = 16
/** The size of the product's pool. */
const DATABASE_CONNECTIONS = 12
const OK = 200
const PATH = '/v2/trips/upcoming?segments=1'

const ABOUT = `GET ${PATH} a second, product / Fastify with a prepared statement over stored documents (TLS, cached token)`

export const reads: Bench = {
  name: 'reads',
  about: `${ABOUT}; unchanged since they were read before`,
  goal: { atLeast: 0.9 },
  prepare: async (tools) => await prepare(tools, {}),
}

export const readsMissed: Bench = {
  name: 'reads-missed',
  about: `${ABOUT}; none kept from before`,
  goal: { atLeast: 0.75 },
  // One byte: everything that a cache costs, and nothing that it saves.
  prepare: async (tools) => await prepare(tools, { READ_CACHE_BYTES: 1 }),
}

async function prepare(tools: BenchTools, settings: Partial<Config>): Promise<Contest> {
  const stack = await startBenchStack(tools)
  const { ids, tokens } = await stack.members(MEMBERS)
  const today = dayOf(new Date().toISOString().slice(0, 10))
  const bytes = await storeTrips(stack, ids, today)
  tools.print(`${MEMBERS} members with 5 trips of 8 segments, ${bytes} bytes an answer`)
  const requests = tokens.map((token) => ({
    method: 'GET',
    path: PATH,
    headers: { authorization: `Bearer ${token}` },
  }))
  const { tls, jwks, config } = stack
  const product = await stack.role('api', settings)
  const options: BaselineReadsOptions = {
    database: config.DATABASE_URL,
    tls,
    jwks,
    connections: DATABASE_CONNECTIONS,
  }
  const baseline = await stack.program('baseline/reads-process.ts', options)
  const common = { requests, status: OK, connections: CONNECTIONS }
  return {
    contestants: [
      await httpContestant({ ...common, name: 'product', server: product }, stack, tools),
      await httpContestant({ ...common, name: 'baseline', server: baseline }, stack, tools),
    ],
    ratio: ratioOf(RATE),
  }
}

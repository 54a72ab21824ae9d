/** What verifying tokens costs: GET /v2/me and POST /v2/segments with it, beside the same endpoints of the same process without it. */
import { plainBatch } from './data/batches.js'
import type { Bench, Contestant } from './harness/harness.js'
import type { LoadRequest } from './harness/load.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import { httpContestant, RATE } from './harness/http-contestant.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'

const MEMBERS = 500
const CONNECTIONS = 32
const OK = 200
const ACCEPTED = 202
const BATCH_SIZE = 10

export const bench: Bench = {
  name: 'auth',
  about:
    'GET /v2/me and POST /v2/segments a second, with token verification / without; the lesser of the two',
  goal: { atLeast: 0.9 },
  // Many short rounds: both sides then see the same moments of a machine that is not ours alone.
  rounds: 15,
  seconds: 1,
  prepare: async (tools) => {
    const world = await startBenchStack(tools)
    const { ids, tokens } = await world.members(MEMBERS)
    const server = await spawnBenchProcess<{ port: number }>(
      new URL('./product/unguarded-api-process.ts', import.meta.url),
      { config: world.config },
    )
    tools.defer(server.stop)
    const headers = (i: number): Record<string, string> => ({
      authorization: `Bearer ${tokens[i] ?? ''}`,
      'x-member': ids[i] ?? '',
    })
    const reads = (prefix: string): LoadRequest[] =>
      ids.map((_, i) => ({ method: 'GET', path: `${prefix}/v2/me`, headers: headers(i) }))
    const posts = (prefix: string): LoadRequest[] =>
      ids.map((_, i) => ({
        method: 'POST',
        path: `${prefix}/v2/segments`,
        headers: { ...headers(i), 'content-type': 'application/json' },
        body: JSON.stringify({ segments: plainBatch(i, BATCH_SIZE, BENCH_SOURCE) }),
      }))
    const side = async (name: string, status: number, requests: LoadRequest[]): Promise<Contestant> =>
      await httpContestant({ server, connections: CONNECTIONS, name, status, requests }, world, tools)
    return {
      contestants: [
        await side('reads', OK, reads('')),
        await side('reads unguarded', OK, reads('/unguarded')),
        await side('batches', ACCEPTED, posts('')),
        await side('batches unguarded', ACCEPTED, posts('/unguarded')),
      ],
      ratio: (medians) =>
        Math.min(
          ...['reads', 'batches'].map(
            (name) => (medians[name]?.[RATE] ?? NaN) / (medians[`${name} unguarded`]?.[RATE] ?? NaN),
          ),
        ),
    }
  },
}

/**
 * The cost of token verification: GET /v2/me and POST /v2/segments, next to the same endpoints without it.
 */
import { plainBatch } from './data/batches.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import { ratioOf } from './harness/harness.js'
import type { Bench, Contestant } from './harness/harness.js'
import { httpContestant, RATE } from './harness/http-contestant.js'
import type { LoadRequest } from './harness/load.js'

const MEMBERS = 500
const CONNECTIONS = 32
const OK = 200
const ACCEPTED = 202
const BATCH_SIZE = 10

export const bench: Bench = {
  name: 'auth',
  about: 'GET /v2/me and POST /v2/segments a second, with token verification / without; the lower of the two',
  goal: { atLeast: 0.9 },
  // Many short rounds, so that both sides see the same moments of a shared machine.
  rounds: 15,
  seconds: 1,
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const { ids, tokens } = await stack.members(MEMBERS)
    const server = await stack.program('product/unguarded-api-process.ts', { config: stack.config })
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
    const contestant = async (name: string, status: number, requests: LoadRequest[]): Promise<Contestant> =>
      await httpContestant({ server, connections: CONNECTIONS, name, status, requests }, stack, tools)
    return {
      contestants: [
        await contestant('reads', OK, reads('')),
        await contestant('reads unguarded', OK, reads('/unguarded')),
        await contestant('batches', ACCEPTED, posts('')),
        await contestant('batches unguarded', ACCEPTED, posts('/unguarded')),
      ],
      ratio: (medians) =>
        Math.min(...['reads', 'batches'].map((name) => ratioOf(RATE, name, `${name} unguarded`)(medians))),
    }
  },
}

/** Segments accepted a second as feed lines of one segment, next to the same segments as single requests. */
import { plainBatch, postRequests } from './data/batches.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'
import type { FeedRun, FeedRunResult, FeedTarget } from './harness/feed-load-process.js'
import { ratioOf } from './harness/harness.js'
import type { Bench, Figures } from './harness/harness.js'
import { httpContestant, RATE } from './harness/http-contestant.js'

const MEMBERS = 200
const SEGMENTS = 20_000
const REQUESTS = 2_000
const FEEDS = 4
const CONNECTIONS = 64
const WARM_UP_S = 4
const ACCEPTED = 202
const SEGMENT_RATE = 'segments per s'
const SEGMENT_CPU = 'server CPU us per segment'

export const bench: Bench = {
  name: 'feed',
  about:
    'segments accepted a second, four feeds with lines of one segment / single requests of one segment, ' +
    'members alternate',
  goal: { atLeast: 4 },
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const { ids, tokens } = await stack.members(MEMBERS)
    const batches = Array.from({ length: SEGMENTS }, (_, i) => ({
      member: i % MEMBERS,
      segments: plainBatch(i, 1, BENCH_SOURCE),
    }))
    const server = await stack.role('api')
    const lines = batches.map(
      ({ member, segments }) => `${JSON.stringify({ member_id: ids[member], segments })}\n`,
    )
    const load = await stack.program('harness/feed-load-process.ts', {
      port: server.ready.port,
      ca: stack.tls.ca,
      token: await stack.appToken(),
      feeds: FEEDS,
      lines,
    } satisfies FeedTarget)
    const run = async (seconds: number): Promise<Figures> => {
      const cpuBefore = server.cpuMs()
      const result = await load.ask<FeedRunResult>({ seconds } satisfies FeedRun)
      return {
        [SEGMENT_RATE]: result.answered / result.seconds,
        [SEGMENT_CPU]: ((server.cpuMs() - cpuBefore) * 1_000) / result.answered,
      }
    }
    const requests = {
      name: 'requests',
      server,
      requests: postRequests(batches.slice(0, REQUESTS), tokens),
      status: ACCEPTED,
      connections: CONNECTIONS,
      more: (figures: Figures) => ({
        [SEGMENT_RATE]: figures[RATE] ?? NaN,
        [SEGMENT_CPU]: figures['server CPU us per request'] ?? NaN,
      }),
    }
    return {
      contestants: [
        {
          name: 'feeds',
          warm: async () => {
            await run(WARM_UP_S)
          },
          round: async () => await run(tools.seconds),
        },
        await httpContestant(requests, stack, tools),
      ],
      ratio: ratioOf(SEGMENT_RATE, 'feeds', 'requests'),
    }
  },
}

/** Feeds: segments accepted per second in lines of one, beside the same segments in requests of one. */
import { plainBatch } from './data/batches.js'
import type { FeedRun, FeedRunResult, FeedTarget } from './harness/feed-load-process.js'
import type { Bench } from './harness/harness.js'
import { spawnBenchProcess } from './harness/bench-process.js'
import { httpContestant, RATE } from './harness/http-contestant.js'
import { BENCH_SOURCE, startBenchStack } from './harness/bench-stack.js'

const MEMBERS = 200
const SEGMENTS = 20_000
const FEEDS = 4
const CONNECTIONS = 64
const WARM_S = 4
const ACCEPTED = 202
const SEGMENT_RATE = 'segments per s'

export const bench: Bench = {
  name: 'feed',
  about:
    'segments accepted a second, four feeds with lines of one segment / single requests of one segment; members alternate',
  goal: { atLeast: 4 },
  prepare: async (tools) => {
    const world = await startBenchStack(tools)
    const { ids, tokens } = await world.members(MEMBERS)
    const told = Array.from({ length: SEGMENTS }, (_, i) => ({
      member: i % MEMBERS,
      segments: plainBatch(i, 1, BENCH_SOURCE),
    }))
    const server = await world.role('api')
    const requests = told.slice(0, 2_000).map(({ member, segments }) => ({
      method: 'POST',
      path: '/v2/segments',
      headers: { authorization: `Bearer ${tokens[member] ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segments }),
    }))
    const lines = told.map(
      ({ member, segments }) => `${JSON.stringify({ member_id: ids[member], segments })}\n`,
    )
    const load = await spawnBenchProcess(new URL('./harness/feed-load-process.ts', import.meta.url), {
      port: server.ready.port,
      ca: world.tls.ca,
      token: await world.appToken(),
      feeds: FEEDS,
      lines,
    } satisfies FeedTarget)
    tools.defer(load.stop)
    return {
      contestants: [
        {
          name: 'feeds',
          warm: async () => {
            await load.ask<FeedRunResult>({ seconds: WARM_S } satisfies FeedRun)
          },
          round: async () => {
            const cpu = server.cpuMs()
            const { answered, seconds } = await load.ask<FeedRunResult>({
              seconds: tools.seconds,
            } satisfies FeedRun)
            return {
              [SEGMENT_RATE]: answered / seconds,
              'server CPU us per segment': ((server.cpuMs() - cpu) * 1_000) / answered,
            }
          },
        },
        await httpContestant(
          {
            name: 'requests',
            server,
            requests,
            status: ACCEPTED,
            connections: CONNECTIONS,
            more: (figures) => ({
              [SEGMENT_RATE]: figures[RATE] ?? NaN,
              'server CPU us per segment': figures['server CPU us per request'] ?? NaN,
            }),
          },
          world,
          tools,
        ),
      ],
      ratio: (medians) =>
        (medians['feeds']?.[SEGMENT_RATE] ?? NaN) / (medians['requests']?.[SEGMENT_RATE] ?? NaN),
    }
  },
}

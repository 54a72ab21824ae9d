/**
 * Deliveries a second with every attempt in the log, beside a bare loop that only signs and posts; and how long events need
 * from their commit to healthy endpoints, with and without 30 % of the endpoints swallowing everything; and how long claims
 * take with 32 thousand and with a million deliveries pending.
 */
import type { Bench } from './frame.js'
import { claims } from './hooks/claims.js'
import { RATE, drains } from './hooks/drain.js'
import { trickle } from './hooks/trickle.js'
import { spawnPart } from './process.js'
import { openWorld } from './world.js'

const HOLES = 3

export const bench: Bench = {
  name: 'webhooks',
  about: 'deliveries a second with the log kept, product / bare signed undici loop',
  goal: { atLeast: 0.6 },
  rounds: 9,
  seconds: 3,
  prepare: async (tools) => {
    const world = await openWorld(tools)
    const {
      ids: [member = ''],
    } = await world.members(1)
    const sink = await spawnPart<{ port: number }>(new URL('./hooks/sink-part.ts', import.meta.url), {})
    tools.defer(sink.stop)
    return {
      contestants: [
        ...(await drains(world, sink, member, tools)),
        await trickle('healthy', world, sink, member, 0, tools),
        await trickle('30 % black holes', world, sink, member, HOLES, tools),
        await claims('32 thousand pending', 32, world, tools),
        await claims('a million pending', 1_000, world, tools),
      ],
      ratio: (medians) => (medians['product']?.[RATE] ?? NaN) / (medians['bare']?.[RATE] ?? NaN),
    }
  },
}

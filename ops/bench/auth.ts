/** What verifying tokens costs: GET /v2/me with it, beside the same endpoint of the same process without it. */
import type { Bench } from './frame.js'
import { spawnPart } from './process.js'
import { contestant, rateRatio } from './servers.js'
import { openWorld } from './world.js'

const MEMBERS = 500
const CONNECTIONS = 32
const OK = 200

export const bench: Bench = {
  name: 'auth',
  about: 'GET /v2/me a second, with token verification / without',
  goal: { atLeast: 0.9 },
  rounds: 5,
  seconds: 3,
  prepare: async tools => {
    const world = await openWorld(tools)
    const { ids, tokens } = await world.members(MEMBERS)
    const server = await spawnPart<{ port: number }>(new URL('./product/unguarded-part.ts', import.meta.url), { config: world.config })
    tools.defer(server.stop)
    const common = { server, status: OK, connections: CONNECTIONS }
    const header = (i: number): Record<string, string> => ({ authorization: `Bearer ${tokens[i] ?? ''}`, 'x-member': ids[i] ?? '' })
    const asking = (path: string): Array<{ method: string, path: string, headers: Record<string, string> }> => ids.map((_, i) => ({ method: 'GET', path, headers: header(i) }))
    return {
      contestants: [
        await contestant({ ...common, name: 'product', requests: asking('/v2/me') }, world, tools),
        await contestant({ ...common, name: 'bare', requests: asking('/unguarded/v2/me') }, world, tools)
      ],
      ratio: rateRatio
    }
  }
}

/** A server under test with its load: what door, reads and auth have in common. */
import type { Contestant, Figures, Tools } from './frame.js'
import { allWere, startLoad } from './load.js'
import type { LoadRequest } from './load.js'
import type { Part } from './process.js'
import type { World } from './world.js'

export const RATE = 'requests per s'
const WARM_S = 4

export interface Contender {
  name: string
  server: Part<{ port: number }>
  requests: LoadRequest[]
  /** The status every answer must have. */
  status: number
  connections: number
  /** Adds what else the bench shows, from the measured figures. */
  more?: (figures: Figures) => Figures
}

/** Drives the server over TLS with as many requests as it takes. A round with any other answer than expected fails. */
export async function contestant(contender: Contender, world: World, tools: Tools): Promise<Contestant> {
  const { name, server, requests, status, connections } = contender
  const load = await startLoad({ port: server.facts.port, ca: world.tls.ca, connections, requests })
  tools.defer(load.stop)
  return {
    name,
    warm: async () => {
      allWere(status, await load.run({ seconds: WARM_S }))
    },
    round: async () => {
      const cpu = server.cpuMs()
      const result = allWere(status, await load.run({ seconds: tools.seconds }))
      const figures = {
        [RATE]: result.perSecond,
        'p50 ms': result.p50,
        'p99 ms': result.p99,
        'server CPU us per request': ((server.cpuMs() - cpu) * 1000) / result.requests,
        'client CPU us per request': result.clientMicros,
      }
      return { ...figures, ...contender.more?.(figures) }
    },
  }
}

/** Product's rate over the baseline's. */
export function rateRatio(medians: Record<string, Figures>): number {
  return (medians['product']?.[RATE] ?? NaN) / (medians['bare']?.[RATE] ?? NaN)
}

/** A server under test with its load: what door, reads and auth have in common. */
import type { Contestant, Figures, BenchTools } from './harness.js'
import { expectOnlyStatus, startLoad } from './load.js'
import type { LoadRequest } from './load.js'
import type { BenchProcess } from './bench-process.js'
import type { BenchStack } from './bench-stack.js'

export const RATE = 'requests per s'
const WARM_S = 4

export interface HttpContestant {
  name: string
  server: BenchProcess<{ port: number }>
  requests: LoadRequest[]
  /** The status every answer must have. */
  status: number
  connections: number
  /** Adds what else the bench shows, from the measured figures. */
  more?: (figures: Figures) => Figures
}

/** Drives the server over TLS with as many requests as it takes. A round with any other answer than expected fails. */
export async function httpContestant(
  contender: HttpContestant,
  world: BenchStack,
  tools: BenchTools,
): Promise<Contestant> {
  const { name, server, requests, status, connections } = contender
  const load = await startLoad({ port: server.ready.port, ca: world.tls.ca, connections, requests })
  tools.defer(load.stop)
  return {
    name,
    warm: async () => {
      expectOnlyStatus(status, await load.run({ seconds: WARM_S }))
    },
    round: async () => {
      const cpu = server.cpuMs()
      const result = expectOnlyStatus(status, await load.run({ seconds: tools.seconds }))
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

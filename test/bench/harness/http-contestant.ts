/** A server under test with its load, for the benches ingress, reads, feed, locations and auth. */
import type { BenchProcess } from './bench-process.js'
import type { BenchStack } from './bench-stack.js'
import type { BenchTools, Contestant, Figures } from './harness.js'
import { expectOnlyStatus, startLoad } from './load.js'
import type { LoadRequest } from './load.js'

export const RATE = 'requests per s'
const WARM_UP_S = 4

export interface HttpContestant {
  name: string
  server: BenchProcess<{ port: number }>
  requests: LoadRequest[]
  /** The status that every answer must have. */
  status: number
  connections: number
  /** Derives further figures from the measured ones. */
  more?: (figures: Figures) => Figures
}

/** Sends as many requests over TLS as the server answers. A round with an unexpected status fails. */
export async function httpContestant(
  contestant: HttpContestant,
  stack: BenchStack,
  tools: BenchTools,
): Promise<Contestant> {
  const { name, server, requests, status, connections } = contestant
  const load = await startLoad({ port: server.ready.port, ca: stack.tls.ca, connections, requests })
  tools.defer(load.stop)
  return {
    name,
    warm: async () => {
      expectOnlyStatus(status, await load.run({ seconds: WARM_UP_S }))
    },
    round: async () => {
      const cpuBefore = server.cpuMs()
      const result = expectOnlyStatus(status, await load.run({ seconds: tools.seconds }))
      const figures = {
        [RATE]: result.perSecond,
        'p50 ms': result.p50,
        'p99 ms': result.p99,
        'server CPU us per request': ((server.cpuMs() - cpuBefore) * 1000) / result.requests,
        'client CPU us per request': result.clientMicros,
      }
      return { ...figures, ...contestant.more?.(figures) }
    },
  }
}

/** Keeps an embedded server running: one that ends by itself is started again on the port it had. */
import type { Log } from '../../schemas/log.js'
import type { Kept } from '../embedded/keep.js'
import { HEALTHY_MS, restartDelay } from './backoff.js'

export interface Server { url: string, port: number, kept: Kept, stop: () => Promise<void> }

export interface KeptServer {
  url: string
  stop: () => Promise<void>
}

/** `start` gets the port to take: undefined the first time. Rejects when the first start fails. */
export async function superviseServer<S extends Server> (name: string, start: (port: number | undefined) => Promise<S>, log: Log): Promise<KeptServer> {
  let server: S = await start(undefined)
  const { url, port } = server
  let stopping = false
  let coming: Promise<void> = Promise.resolve()

  const again = async (): Promise<void> => {
    for (let deaths = 1; !stopping; deaths++) {
      const wait = restartDelay(deaths)
      await new Promise(resolve => setTimeout(resolve, wait))
      if (stopping) return
      try {
        const next = await start(port)
        if (next.port === port) {
          server = next
          log.info({ server: name, port }, 'an embedded server runs again')
          watch(deaths)
          return
        }
        await next.stop()
        log.error({ server: name, port }, 'the port of an embedded server is taken by another program')
      } catch (error) {
        log.error({ error, server: name, deaths }, 'an embedded server could not be started again')
      }
    }
  }
  const watch = (deaths: number): void => {
    const born = performance.now()
    void server.kept.ended.then(tail => {
      if (stopping) return
      log.error({ server: name, tail: tail.slice(-500), lived_ms: Math.round(performance.now() - born), deaths: performance.now() - born > HEALTHY_MS ? 0 : deaths }, 'an embedded server ended by itself and is started again')
      coming = again()
    })
  }
  watch(0)

  return {
    url,
    stop: async () => {
      stopping = true
      await coming
      await server.stop()
    }
  }
}

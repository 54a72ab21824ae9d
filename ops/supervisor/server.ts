/** Keeps an embedded server running: one that ends by itself is started again on the port it had. */
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../../schemas/base/log.js'
import type { ServerProcess } from '../embedded/server-process.js'
import { HEALTHY_MS, restartDelay } from './restart-backoff.js'

export interface StartedServer {
  url: string
  port: number
  process: ServerProcess
  stop: () => Promise<void>
}

export interface SupervisedServer {
  url: string
  stop: () => Promise<void>
}

/** `start` gets the port to take: undefined the first time. Rejects when the first start fails. */
export async function superviseServer<S extends StartedServer>(
  name: string,
  start: (port: number | undefined) => Promise<S>,
  log: Log,
): Promise<SupervisedServer> {
  let server: S = await start(undefined)
  const { url, port } = server
  const stopping = new AbortController()
  const stopped = (): boolean => stopping.signal.aborted
  let coming: Promise<void> = Promise.resolve()

  /** `before`: deaths in a row before this one. */
  const again = async (before: number): Promise<void> => {
    for (let deaths = before + 1; !stopped(); deaths++) {
      await setTimeout(restartDelay(deaths), undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopped()) return
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
    void server.process.ended.then((tail) => {
      if (stopped()) return
      const lived = performance.now() - born
      const before = lived >= HEALTHY_MS ? 0 : deaths
      log.error(
        { server: name, tail: tail.slice(-500), lived_ms: Math.round(lived), deaths: before },
        'an embedded server ended by itself and is started again',
      )
      coming = again(before)
    })
  }
  watch(0)

  return {
    url,
    stop: async () => {
      stopping.abort()
      await coming
      await server.stop()
    },
  }
}

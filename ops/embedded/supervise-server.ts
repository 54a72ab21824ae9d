/** Keeps an embedded server running: if it exits on its own it is restarted on the same port. */
import { pause } from '../../workers/lib/backoff.js'
import type { Log } from '../../schemas/base/log.js'
import type { ServerProcess } from './server-process.js'
import { reasonOf } from '../process/server-failure.js'
import { HEALTHY_MS, restartDelay } from '../supervisor/restart-backoff.js'

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

/** Characters of the server's output that are logged when it exits. */
const LOGGED_OUTPUT_CHARS = 500

/** `start` receives the port to use, or undefined the first time. Rejects if the first start fails. */
export async function superviseServer<S extends StartedServer>(
  name: string,
  start: (port: number | undefined) => Promise<S>,
  log: Log,
): Promise<SupervisedServer> {
  let server: S = await start(undefined)
  const { url, port } = server
  const stopping = new AbortController()
  const isStopped = (): boolean => stopping.signal.aborted
  let restarting: Promise<void> = Promise.resolve()

  /** `previousExits`: exits in a row before this one. */
  const restart = async (previousExits: number): Promise<void> => {
    for (let exits = previousExits + 1; !isStopped(); exits++) {
      await pause(restartDelay(exits), stopping.signal)
      if (isStopped()) return
      try {
        const next = await start(port)
        if (next.port === port) {
          server = next
          log.info({ server: name, port }, 'embedded server restarted')
          watch(exits)
          return
        }
        await next.stop()
        log.error({ server: name, port }, 'another program uses the port of the embedded server; retrying')
      } catch (error) {
        log.error(
          { error: reasonOf(error), server: name, exits },
          'embedded server could not be restarted; retrying',
        )
      }
    }
  }
  const watch = (exits: number): void => {
    const startedAt = performance.now()
    void server.process.ended.then((output) => {
      if (isStopped()) return
      const livedMs = performance.now() - startedAt
      const exitsInARow = livedMs >= HEALTHY_MS ? 0 : exits
      log.error(
        {
          server: name,
          output: output.slice(-LOGGED_OUTPUT_CHARS),
          lived_ms: Math.round(livedMs),
          exits_in_a_row: exitsInARow,
        },
        'embedded server exited; restarting',
      )
      restarting = restart(exitsInARow)
    })
  }
  watch(0)

  return {
    url,
    stop: async () => {
      stopping.abort()
      await restarting
      await server.stop()
    },
  }
}

/** A Postgres of the test's own, empty, which can be killed and started again on its port. */
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '../../ops/embedded/postgres.js'
import type { EmbeddedPostgres } from '../../ops/embedded/postgres.js'
import { removeHome } from '../../ops/embedded/server-home.js'
import { serverFolder } from '../runner/servers/server-folder.js'

export interface OwnPostgres {
  url: string
  kill: () => Promise<void>
  /** `clock`: an offset of its clock from then on, in the notation of faketime. */
  start: (clock?: string) => Promise<void>
  /** Stops it, and removes its data. */
  remove: () => Promise<void>
}

const PORT_TRIES = 10
const PORT_RETRY_MS = 500
/** What matters in tests is not the loss of power, so nothing waits for the disk. */
const SETTINGS = { max_connections: '300', fsync: 'off', full_page_writes: 'off' }

export async function ownPostgres(): Promise<OwnPostgres> {
  const dir = serverFolder('tripfold-postgres-')
  let server = await startPostgres({ dir, port: 0, settings: SETTINGS })
  const { url, port } = server
  return {
    url,
    kill: async () => {
      server.process.kill()
      await server.process.ended
    },
    start: async (clock) => {
      server = await startOnPort(dir, port, clock)
    },
    remove: async () => {
      await server.stop()
      removeHome(dir)
    },
  }
}

/** Clients reconnect to the old port; meanwhile one of them may be using it as its local port. */
async function startOnPort(dir: string, port: number, clock?: string): Promise<EmbeddedPostgres> {
  const under = clock === undefined ? {} : { under: ['faketime', '-f', clock] }
  for (let tries = 1; ; tries++) {
    const server = await startPostgres({ dir, port, settings: SETTINGS, ...under })
    if (server.port === port) return server
    await server.stop()
    if (tries === PORT_TRIES) throw new Error(`Postgres cannot restart: port ${port} is in use`)
    await delay(PORT_RETRY_MS)
  }
}

/** One Postgres for the whole run, which a fault may kill and restart, and the bundled worker program. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../../db/pg/migrate.js'
import { ROOT } from '../../ops/config/paths.js'
import { bundleFile } from '../runner/bundle-files.js'
import { TEMPLATES } from '../runner/servers/template.js'
import { startPostgres, type EmbeddedPostgres } from '../../ops/embedded/postgres.js'
import { removeHome } from '../../ops/embedded/server-home.js'
import { WORKER } from '../support/fold/fold-stack.js'

export interface Base {
  url: () => string
  /**
   * Arguments to run a worker: a bundle, because it starts in a third of the time and workers are started
   * often.
   */
  worker: string[]
  /** `clock`: an offset of its clock from then on, in the notation of faketime. */
  restart: (clock?: string) => Promise<void>
  stop: () => Promise<void>
}

const PORT_TRIES = 10
const PORT_RETRY_MS = 500
/** What matters here is not the loss of power, so nothing waits for the disk. */
export const POSTGRES_SETTINGS = { max_connections: '300', fsync: 'off', full_page_writes: 'off' }

/** Starts it; every lab gets its own database in it. */
export async function startBase(): Promise<Base> {
  const dir = mkdtempSync(join(tmpdir(), 'tripfold-faults-'))
  let server: EmbeddedPostgres = await startPostgres({ dir, port: 0, settings: POSTGRES_SETTINGS })
  await createBareTemplate(server.url)
  const bundle = join(ROOT, 'node_modules', '.cache', 'tripfold', `worker-${process.pid}.mjs`)
  await bundleFile(ROOT, join(ROOT, WORKER), bundle)
  process.env['TRIPFOLD_TEST_PG'] = server.url
  return {
    url: () => server.url,
    worker: [bundle],
    restart: async (clock) => {
      const { port } = server
      server.process.kill()
      await server.process.ended
      server = await startOnPort(dir, port, clock)
    },
    stop: async () => {
      await server.stop()
      removeHome(dir)
      for (const file of [bundle, `${bundle}.map`]) rmSync(file, { force: true })
    },
  }
}

/** Clients reconnect to the old port; meanwhile one of them may be using it as its local port. */
export async function startOnPort(dir: string, port: number, clock?: string): Promise<EmbeddedPostgres> {
  const under = clock === undefined ? {} : { under: ['faketime', '-f', clock] }
  for (let tries = 1; ; tries++) {
    const server = await startPostgres({ dir, port, settings: POSTGRES_SETTINGS, ...under })
    if (server.port === port) return server
    await server.stop()
    if (tries === PORT_TRIES) throw new Error(`Postgres cannot restart: port ${port} is in use`)
    await delay(PORT_RETRY_MS)
  }
}

/** The schema without reference data, which the small rules do not need. */
async function createBareTemplate(serverUrl: string): Promise<void> {
  const url = new URL(serverUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`create database ${TEMPLATES.small}`)
  await client.end()
  url.pathname = `/${TEMPLATES.small}`
  await migrate(url.href)
}

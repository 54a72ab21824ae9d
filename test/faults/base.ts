/** One Postgres for the whole run, which a fault may kill and restart, and the bundled worker program. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../../db/pg/migrate.js'
import { ROOT } from '../../ops/config/paths.js'
import { bundleFile } from '../runner/bundle-files.js'
import { TEMPLATES } from '../runner/servers/template.js'
import { ownPostgres } from '../support/own-postgres.js'
import { withClient } from '../support/with-client.js'
import { WORKER } from '../support/fold/fold-stack.js'

export interface Base {
  url: string
  /**
   * Arguments to run a worker: a bundle, because it starts in a third of the time and workers are started
   * often.
   */
  worker: string[]
  /** `clock`: an offset of its clock from then on, in the notation of faketime. */
  restart: (clock?: string) => Promise<void>
  stop: () => Promise<void>
}

/** Starts it; every lab gets its own database in it. */
export async function startBase(): Promise<Base> {
  const postgres = await ownPostgres()
  await createBareTemplate(postgres.url)
  const bundle = join(ROOT, 'node_modules', '.cache', 'tripfold', `worker-${process.pid}.mjs`)
  await bundleFile(ROOT, join(ROOT, WORKER), bundle)
  process.env['TRIPFOLD_TEST_PG'] = postgres.url
  return {
    url: postgres.url,
    worker: [bundle],
    restart: async (clock) => {
      await postgres.kill()
      await postgres.start(clock)
    },
    stop: async () => {
      await postgres.remove()
      for (const file of [bundle, `${bundle}.map`]) rmSync(file, { force: true })
    },
  }
}

/** The schema without reference data, which the small rules do not need. */
async function createBareTemplate(serverUrl: string): Promise<void> {
  const url = new URL(serverUrl)
  url.pathname = '/postgres'
  await withClient(url.href, async (client) => {
    await client.query(`create database ${TEMPLATES.small}`)
  })
  url.pathname = `/${TEMPLATES.small}`
  await migrate(url.href)
}

import pg from 'pg'
import { migrate } from '../../../db/pg/migrate.js'
import { seed } from '../../../db/seed/seed.js'

export const TEMPLATE = 'tripfold_template'

/**
 * Inhabitants: tests do without smaller places, so that the template is made and cloned in a fraction of the
 * time.
 */
const SMALLEST_TOWN = 15_000

/** Makes the template database, migrated and seeded, once per server; does nothing when it is there. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const url = new URL(serverUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE])
    if (rowCount !== 0) return
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE}_new`)
    await client.query(`CREATE DATABASE ${TEMPLATE}_new`)
    const target = new URL(serverUrl)
    target.pathname = `/${TEMPLATE}_new`
    await migrate(target.href)
    await seed(target.href, { leastPeople: SMALLEST_TOWN })
    await client.query(`ALTER DATABASE ${TEMPLATE}_new RENAME TO ${TEMPLATE}`)
  } finally {
    await client.end()
  }
}

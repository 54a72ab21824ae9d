import pg from 'pg'
import { migrate } from '../../../db/pg/migrate.js'
import { seed } from '../../../db/seed/seed.js'

/** Template databases: `small` lacks small places and is cloned in a fraction of the time; `full` is as `npm start` seeds. */
export const TEMPLATES = { small: 'tripfold_template', full: 'tripfold_template_full' } as const
export type TemplateName = keyof typeof TEMPLATES

const LEAST_PEOPLE: Record<TemplateName, number> = { small: 15_000, full: 0 }
/** Several test processes may want the same template; one makes it. */
const TEMPLATE_LOCK = 7_203_114

/** Makes a template database, migrated and seeded, once per server; does nothing if it is there. Returns its name. */
export async function makeTemplate(serverUrl: string, template: TemplateName = 'small'): Promise<string> {
  const name = TEMPLATES[template]
  const url = new URL(serverUrl)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount !== 0) return name
    await client.query(`DROP DATABASE IF EXISTS ${name}_new`)
    await client.query(`CREATE DATABASE ${name}_new`)
    const target = new URL(serverUrl)
    target.pathname = `/${name}_new`
    await migrate(target.href)
    await seed(target.href, { leastPeople: LEAST_PEOPLE[template] })
    await client.query(`ALTER DATABASE ${name}_new RENAME TO ${name}`)
    return name
  } finally {
    await client.end()
  }
}

/** The database as a whole, for tests of what rests in it. */
import type { Knex } from 'knex'
import type { Answer } from '../https-site.js'

const REFERENCE_TABLES = ['city', 'city_name', 'place', 'airport', 'airport_name']

/** Tables that hold something about secrets; `throttle` has rows only with limits on. */
export const SECRET_TABLES = [
  'oauth_code',
  'oauth_refresh',
  'app_secret',
  'web_session',
  'mail_link',
  'audit',
  'callback',
  'calendar_feed',
  'mail_address',
  'signing_key',
  'webhook_key',
]

/** Every row of every table as text; reference data is left out. */
export async function dumpTables(knex: Knex): Promise<string> {
  const { rows } = (await knex.raw(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name, tablename
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )) as { rows: Array<{ name: string; tablename: string }> }
  const parts: string[] = []
  for (const { name } of rows.filter((one) => !REFERENCE_TABLES.includes(one.tablename))) {
    const { rows: lines } = (await knex.raw(`select t::text as line from ${name} t`)) as {
      rows: Array<{ line: string }>
    }
    parts.push(...lines.map((one) => `${name} ${one.line}`))
  }
  return parts.join('\n')
}

/** Makes a request while the table is missing; throws unless it fails with a server error. */
export async function failWithout(knex: Knex, table: string, ask: () => Promise<Answer>): Promise<void> {
  await knex.raw(`alter table ${table} rename to gone`)
  const answer = await ask()
  if (answer.status < 500) throw new Error(`${table} is not needed? ${answer.status}`)
  await knex.raw(`alter table gone rename to ${table}`)
}

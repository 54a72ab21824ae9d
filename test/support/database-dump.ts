/**
 * A dump of a whole database and its restore, as `pg_dump --data-only` and `psql` do it; the packaged
 * Postgres has neither.
 */
import { withClient } from './with-client.js'

/** The rows of each table as a JSON array, and the next values of all sequences. */
export interface Dump {
  tables: Map<string, string>
  sequences: Map<string, string>
}

const TABLES = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not like 'knex%'`

const SEQUENCES = 'select sequencename as name, last_value::text as value from pg_sequences'

/** Reads everything in one snapshot; others may go on writing. */
export async function dumpDatabase(url: string): Promise<Dump> {
  return await withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const tables = new Map<string, string>()
    for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
      const {
        rows: [row],
      } = await client.query<{ rows: string }>(
        `select coalesce(json_agg(r), '[]')::text as rows from ${name} r`,
      )
      tables.set(name, row?.rows ?? '[]')
    }
    const { rows } = await client.query<{ name: string; value: string | null }>(SEQUENCES)
    await client.query('commit')
    return {
      tables,
      sequences: new Map(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]]))),
    }
  })
}

/** Puts the database back to the dump. Nothing else may be using it. */
export async function restoreDatabase(url: string, { tables, sequences }: Dump): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin')
    await client.query('set local statement_timeout = 0; set local session_replication_role = replica')
    await client.query(`truncate ${[...tables.keys()].join(', ')}`)
    for (const [name, rows] of tables)
      await client.query(
        `insert into ${name} overriding system value
         select * from json_populate_recordset(null::${name}, $1)`,
        [rows],
      )
    for (const [name, value] of sequences) await client.query('select setval($1, $2)', [name, value])
    await client.query('commit')
  })
}

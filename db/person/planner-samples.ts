/**
 * The planner's samples of columns (pg_statistic) hold personal data. A table that changes little is rarely sampled
 * again automatically, so this is done after erasures.
 */
import type { Knex } from 'knex'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'
import { PERSON_TABLES } from './person-tables.js'

/** Samples of the logs go with their table partitions. One table at a time. */
const SAMPLED_BEFORE_ERASURE = `
  select c.relname as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid,
    coalesce(greatest(s.last_analyze, s.last_autoanalyze), '-infinity') as sampled
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any(?)
    and sampled < now() - interval '1 day' and exists (select from erasure where done_at > sampled)
  order by name`

/**
 * Takes new samples, at most once a day, of each table with personal data whose samples are older than an erasure, so that
 * they hold nothing of the erased person. Returns the names of the tables.
 */
export async function takeSamplesAgain(knex: Knex): Promise<string[]> {
  const tables = PERSON_TABLES.map(({ table }) => table)
  const { rows } = (await knex.raw(SAMPLED_BEFORE_ERASURE, [tables])) as { rows: Array<{ name: string }> }
  for (const { name } of rows)
    await knex.transaction(async (trx) => {
      await trx.raw(LONG_STATEMENT_TIMEOUT)
      await trx.raw('select maintain_samples(?)', [name])
    })
  return rows.map(({ name }) => name)
}

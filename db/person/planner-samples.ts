/**
 * The samples that the planner keeps of columns (pg_statistic) hold values of persons. A table that changes little is
 * hardly ever sampled again by itself, so that this is done after erasures.
 */
import type { Knex } from 'knex'
import { LONG_STATEMENT_TIMEOUT } from '../pg/transaction.js'
import { PERSON_TABLES } from './person-tables.js'

/** Those of the logs end with their partitions, a table at a time. */
const SAMPLED_BEFORE_ERASURE = `
  select c.relname as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid,
    coalesce(greatest(s.last_analyze, s.last_autoanalyze), '-infinity') as sampled
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any(?)
    and sampled < now() - interval '1 day' and exists (select from erasure where done_at > sampled)
  order by name`

/**
 * Samples each table of a person again that was sampled before an erasure was done, once a day at most; returns their
 * names. Those of a table may then have nothing of who was erased.
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

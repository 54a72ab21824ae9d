/**
 * The tables of members are vacuumed once 2 % of their rows were replaced, as `delivery` is, and not after a fifth: at
 * ten million segments that is two million old versions, which reads pass and which keep updates from their page. Below
 * 2 % of the pages vacuum leaves the indexes as they are.
 */
import type { Knex } from 'knex'

const TABLES = ['member', 'segment', 'trip', 'account']

export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw(
      `alter table ${table} set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
    )
}

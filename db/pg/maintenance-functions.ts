/**
 * Functions that create, drop or truncate table partitions run with the rights of the role that owns the tables, so
 * that the role of the service may read and write rows and nothing more.
 */
import type { Knex } from 'knex'

/** The names of such functions begin with these words. */
const MAINTENANCE = '^(maintain|truncate)_'

interface FunctionRow {
  signature: string
  schema: string
}

/** Call it as the owner after every migration: a function that a migration replaced has lost the setting. */
export async function runMaintenanceAsOwner(knex: Knex): Promise<void> {
  const { rows } = (await knex.raw(
    `select p.oid::regprocedure::text as signature, quote_ident(n.nspname) as schema
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = current_schema() and p.proname ~ ? and not p.prosecdef
      and pg_has_role(p.proowner, 'usage')`,
    [MAINTENANCE],
  )) as { rows: FunctionRow[] }
  // A fixed search path: what a caller creates in its temporary schema is not found first.
  for (const { signature, schema } of rows)
    await knex.raw(
      `alter function ${signature} security definer set search_path = ${schema}, pg_catalog, pg_temp`,
    )
}

/** Grants the roles of the service the rights in db/roles/grants.json, and revokes all others. */
import type { Knex } from 'knex'
import {
  DATABASE_ROLES,
  FUNCTIONS,
  groupOf,
  SEQUENCES,
  TABLES,
  type DatabaseRole,
  type Rights,
} from './grants.js'

const INSUFFICIENT_PRIVILEGE = '42501'

/** Tolerates another database of the server being migrated at the same time. */
const CREATE = DATABASE_ROLES.map(
  (role) => `
  if not exists (select from pg_roles where rolname = '${groupOf(role)}') then
    begin
      create role ${groupOf(role)} nologin;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;`,
).join('')

/** Everything in the schema that the migrator owns, except objects of extensions. */
const OWNED = `
  select c.oid::regclass::text as name, case c.relkind when 'S' then 'sequence' else 'table' end as kind from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'S') and not c.relispartition
    and pg_has_role(c.relowner, 'usage')
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass
      and (d.deptype = 'e' or d.deptype = 'i' and c.relkind = 'S'))
  union all
  select p.oid::regprocedure::text, 'function' from pg_proc p
  where p.pronamespace = current_schema()::regnamespace and pg_has_role(p.proowner, 'usage') and p.proname = any(?)`

interface Owned {
  name: string
  kind: 'table' | 'sequence' | 'function'
}

/**
 * Creates the group of each role if the migrator may, and grants rights to those that exist, in one transaction. Functions
 * listed there run with the rights of their owner, not of their caller. Call it after every migration: replacing a function
 * resets that. Without any group only the functions are set, and one user may serve all processes.
 */
export async function applyGrants(knex: Knex): Promise<void> {
  await createGroups(knex)
  await knex.transaction(async (trx) => {
    const { rows: owned } = (await trx.raw(OWNED, [Object.keys(FUNCTIONS)])) as { rows: Owned[] }
    const { rows } = (await trx.raw('select rolname as name from pg_roles where rolname = any(?)', [
      DATABASE_ROLES.map(groupOf),
    ])) as { rows: Array<{ name: string }> }
    const groups = DATABASE_ROLES.filter((role) => rows.some(({ name }) => name === groupOf(role)))
    const { rows: schemas } = (await trx.raw('select quote_ident(current_schema()) as name')) as {
      rows: Array<{ name: string }>
    }
    const schema = schemas[0]?.name ?? 'public'
    for (const { name, kind } of owned)
      // A fixed search path: objects in a caller's temporary schema are not found first.
      if (kind === 'function')
        await trx.raw(`
          alter function ${name} security definer set search_path = ${schema}, pg_catalog, pg_temp;
          revoke execute on function ${name} from public`)
    if (groups.length === 0) return
    await trx.raw(`grant usage on schema ${schema} to ${groups.map(groupOf).join()}`)
    await trx.raw(owned.map((object) => grantsOf(object, groups)).join(';'))
  })
}

async function createGroups(knex: Knex): Promise<void> {
  await knex.raw(`do $$ begin ${CREATE} end $$`).catch((error: unknown) => {
    // A migrator that may not create roles relies on ops/deploy/postgres/roles.sql, or on one user for all processes.
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error
  })
}

const DECLARED = { table: TABLES, sequence: SEQUENCES, function: FUNCTIONS }

function grantsOf({ name, kind }: Owned, groups: readonly DatabaseRole[]): string {
  const rights: Rights = DECLARED[kind][bareName(name)] ?? {}
  const target = `${kind} ${name}`
  return [
    `revoke all on ${target} from ${groups.map(groupOf).join()}`,
    ...groups.flatMap((role) => {
      const privileges = rights[role]
      return privileges === undefined ? [] : [`grant ${privileges} on ${target} to ${groupOf(role)}`]
    }),
  ].join(';')
}

/** The name without schema, quotes and arguments. */
function bareName(name: string): string {
  return name.replace(/\(.*$/, '').replace(/^.*\./, '').replaceAll('"', '')
}

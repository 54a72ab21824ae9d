/** A process can do in Postgres, as the user of its role, exactly what db/roles/grants.json lists. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import {
  DATABASE_ROLES,
  FUNCTIONS,
  groupOf,
  LOGINS,
  SEQUENCES,
  TABLES,
  type Rights,
} from '../../../db/roles/grants.js'
import { ROOT } from '../../../ops/config/paths.js'
import { ROLES, type RoleName } from '../../../ops/roles/role.js'
import { rolesOfFile } from '../../support/roles-of-file.js'
import { testDatabase } from '../../support/servers.js'
import { withClient } from '../../support/with-client.js'
import { rightsDocument } from './rights-document.js'

const REFUSED = '42501'
const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const

/** Whether these rights include a privilege on all columns, and else the columns with it. */
function declared(rights: string, privilege: string): { all: boolean; columns: string[] } {
  const found = [...rights.matchAll(new RegExp(`\\b${privilege}\\b(?: \\(([^)]*)\\))?`, 'g'))]
  const columns = found.map(([, list]) => list)
  return { all: columns.includes(undefined), columns: columns.flatMap((list) => list?.split(', ') ?? []) }
}

interface Column {
  table: string
  column: string
  held: string[]
}

/** Each column of the schema and which group has which privilege on it. */
const COLUMNS = `
  select c.relname as table, a.attname as column, array(
    select g.name || ' ' || p.name from unnest($1::text[]) as g(name), unnest($2::text[]) as p(name)
    where case when p.name in ('select', 'insert', 'update', 'references') then has_column_privilege(g.name, c.oid, a.attnum, p.name)
      else has_table_privilege(g.name, c.oid, p.name) end) as held
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')`

/** Sequences that are not those of identity columns, and functions that run with the rights of their owner. */
const OTHERS = `
  select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'i')
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`

const PARTITION = /_(default|first_part|last_part|[0-9]{8}|until_[0-9]{6}|[0-9])$/

t.test('the database grants each role what the table says, to the column', async (t) => {
  const url = await testDatabase(t)
  await withClient(url, async (client) => {
    const { rows } = await client.query<Column>(COLUMNS, [DATABASE_ROLES.map(groupOf), PRIVILEGES])
    const own = rows.filter(({ table }) => table in TABLES || !PARTITION.test(table))
    t.same(
      [...new Set(own.map(({ table }) => table))].sort(),
      Object.keys(TABLES).sort(),
      'each table has a row',
    )
    for (const { table, column, held } of rows) {
      const expected = DATABASE_ROLES.flatMap((role) =>
        PRIVILEGES.filter((privilege) => {
          const { all, columns } = declared(TABLES[table]?.[role] ?? '', privilege)
          return all || columns.includes(column)
        }).map((privilege) => `${groupOf(role)} ${privilege}`),
      )
      if (held.sort().join() !== expected.sort().join()) t.same(held, expected, `${table}.${column}`)
    }
    const others = (await client.query<{ name: string }>(OTHERS)).rows.map(({ name }) => name)
    t.same(
      others.sort(),
      [...Object.keys(SEQUENCES), ...Object.keys(FUNCTIONS)].sort(),
      'and each other object',
    )
  })
})

/** The users of the processes, connected to one database. */
async function usersOf(t: Test): Promise<Record<RoleName, pg.Client>> {
  const urls = await rolesOfFile(t, await testDatabase(t))
  const clients = await Promise.all(
    ROLES.map(async (role) => {
      const client = new pg.Client({ connectionString: urls[role] })
      await client.connect()
      t.teardown(async () => {
        await client.end()
      })
      return [role, client]
    }),
  )
  return Object.fromEntries(clients) as Record<RoleName, pg.Client>
}

async function codeOf(client: pg.Client, sql: string): Promise<string> {
  return await client.query(sql).then(
    () => 'done',
    (error: unknown) => String((error as { code?: unknown }).code),
  )
}

/** Statements that change nothing, whichever role runs them. */
const ATTEMPTS: Record<string, (table: string) => string> = {
  select: (table) => `select * from ${table} limit 0`,
  insert: (table) => `insert into ${table} overriding system value select * from ${table} where false`,
  delete: (table) => `delete from ${table} where false`,
  truncate: (table) => `truncate ${table}`,
}

/** Statements that no role may run. */
const STRANGE = [
  'create table mine (id int)',
  'create temporary table mine (id int)',
  'create schema mine',
  'create function mine() returns int language sql as $$ select 1 $$',
  'create role mine',
  'alter table audit add column mine int',
  'alter table audit disable trigger all',
  'drop table audit',
  'drop function delete_past_audit',
  'create index on audit (event)',
  'set role postgres',
  'set session_replication_role = replica',
  'alter system set log_statement = none',
  "copy (select 1) to program 'true'",
  "copy member to '/tmp/member'",
  "select pg_read_file('postgresql.conf')",
  'select * from pg_authid',
  'select pg_terminate_backend(pid) from pg_stat_activity where usename = $$postgres$$ and pid is not null limit 1',
  'select lo_create(0), lo_unlink(0), pg_switch_wal()',
]

t.test('a server refuses each role whatever it does not need', async (t) => {
  const clients = await usersOf(t)
  t.same(Object.keys(LOGINS).sort(), [...ROLES].sort(), 'each role of the product has a user')
  for (const role of ROLES) {
    const client = clients[role]
    const held = (rights: Rights): string => LOGINS[role].map((group) => rights[group] ?? '').join(', ')
    const wrong: string[] = []
    for (const [table, rights] of Object.entries(TABLES))
      for (const [privilege, attempt] of Object.entries(ATTEMPTS)) {
        const isGranted = [privilege, ...(privilege === 'insert' ? ['select'] : [])].every(
          (one) => declared(held(rights), one).all,
        )
        const code = await codeOf(client, attempt(table))
        if ((code === 'done') !== isGranted) wrong.push(`${attempt(table)}: ${code}`)
      }
    for (const [name, rights] of Object.entries(FUNCTIONS))
      if (!held(rights).includes('execute')) if (!(await isRefusedCall(client, name))) wrong.push(name)
    for (const sql of STRANGE)
      if ((await codeOf(client, sql)) !== REFUSED) wrong.push(`${sql}: ${await codeOf(client, sql)}`)
    t.same(wrong, [], role)
  }
})

/** Calls a function with null for every argument. */
async function isRefusedCall(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ n: number }>('select pronargs as n from pg_proc where proname = $1', [
    name,
  ])
  const nulls = Array.from({ length: rows[0]?.n ?? 0 }, () => 'null').join()
  return (await codeOf(client, `select ${name}(${nulls})`)) === REFUSED
}

t.test('the audit log and receipts are append-only until they expire', async (t) => {
  const { api, deliver, fold } = await usersOf(t)
  for (const client of [api, deliver, fold])
    for (const sql of [
      "update audit set detail = '{}'",
      'delete from audit',
      'delete from erasure',
      'update raw_batch set content = content',
    ])
      t.equal(await codeOf(client, sql), REFUSED, sql)
  await api.query("insert into audit (event, actor_kind) values ('signed_in', 'member')")
  t.equal(
    await codeOf(api, "insert into audit (event, actor_kind, at) values ('x', 'member', '2000-01-01')"),
    REFUSED,
    'nor is one dated back',
  )
  t.equal(
    (await deliver.query('select delete_past_audit(0, 100)')).rowCount,
    0,
    'a day old is too young, whatever the setting',
  )
  const { rows } = await api.query<{ receipt: string }>("select open_erasure(4711, 'Ada') as receipt")
  await api.query(
    "insert into audit (event, actor_kind, actor_id, member_id) values ('signed_in', 'member', '4711', 4711)",
  )
  t.equal(
    (await deliver.query('select erase_audit(4712, $1)', [rows[0]!.receipt])).rowCount,
    0,
    'a receipt is for its member',
  )
  t.equal((await deliver.query('select erase_audit(4711, $1)', [rows[0]!.receipt])).rowCount, 1)
  await deliver.query('update erasure set done_at = now()')
  t.equal((await deliver.query('select erase_audit(4711, $1)', [rows[0]!.receipt])).rowCount, 0, 'once')
})

t.test('database-rights.md shows the table', (t) => {
  const document = readFileSync(join(ROOT, 'ops/docs/database-rights.md'), 'utf8')
  t.equal(document.slice(document.indexOf('| Table |')), rightsDocument())
  t.end()
})

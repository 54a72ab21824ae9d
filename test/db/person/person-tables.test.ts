import t from 'tap'
import { EXPORT_SECTIONS, NOT_SECTIONS } from '../../../db/person/export-sections.js'
import { OTHER_TABLES, PERSON_TABLES } from '../../../db/person/person-tables.js'
import { openDatabase } from '../../support/open-database.js'

t.test('every table is classified, and whatever names a member is erased', async (t) => {
  const { pool } = await openDatabase(t)
  const { rows } = await pool.query<{ name: string; named: boolean }>(`
    select relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'member_id') as named
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const erased = new Set(PERSON_TABLES.map(({ table }) => table))
  for (const { name, named } of rows) {
    t.ok(erased.has(name) !== name in OTHER_TABLES, `${name} is in exactly one list of person-tables.ts`)
    if (named && name !== 'erasure') t.ok(erased.has(name), `${name} has a member_id and is erased`)
  }
  const tables = new Set(rows.map(({ name }) => name))
  t.same(
    [...erased, ...Object.keys(OTHER_TABLES)].filter((name) => !tables.has(name)),
    [],
    'no list names another table',
  )
})

t.test('every table of a person is exported, or the list says why not', async (t) => {
  const exported = new Set(EXPORT_SECTIONS.map(({ table }) => table))
  for (const { table } of PERSON_TABLES)
    t.ok(
      exported.has(table) !== table in NOT_SECTIONS,
      `${table} is in exactly one list of export-sections.ts`,
    )
  const tables = new Set(PERSON_TABLES.map(({ table }) => table))
  t.same(
    [...exported, ...Object.keys(NOT_SECTIONS)].filter((name) => !tables.has(name)),
    [],
    'no list names another table',
  )
})

import t from 'tap'
import { EXPORT_SECTIONS } from '../../../db/person/export-sections.js'
import { PERSON_TABLES } from '../../../db/person/person-tables.js'
import { openDatabase } from '../../support/open-database.js'
import OTHER_TABLES from './other-tables.json' with { type: 'json' }

/** Why a table holds nothing of a member, or only for so long; and why one of a person is not a section of the export. */
const { notErased, notExported } = OTHER_TABLES

t.test('every table is classified, and whatever names a member is erased', async (t) => {
  const { pool } = await openDatabase(t)
  const { rows } = await pool.query<{ name: string; named: boolean }>(`
    select relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'member_id') as named
    from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const erased = new Set(PERSON_TABLES.map(({ table }) => table))
  for (const { name, named } of rows) {
    t.ok(
      erased.has(name) !== name in notErased,
      `${name} is in exactly one of person-tables.ts and other-tables.json`,
    )
    if (named && name !== 'erasure') t.ok(erased.has(name), `${name} has a member_id and is erased`)
  }
  const tables = new Set(rows.map(({ name }) => name))
  t.same(
    [...erased, ...Object.keys(notErased)].filter((name) => !tables.has(name)),
    [],
    'no list names another table',
  )
})

t.test('every table of a person is exported, or the list says why not', async (t) => {
  const exported = new Set(EXPORT_SECTIONS.map(({ table }) => table))
  for (const { table } of PERSON_TABLES)
    t.ok(
      exported.has(table) !== table in notExported,
      `${table} is in exactly one of export-sections.ts and other-tables.json`,
    )
  const tables = new Set(PERSON_TABLES.map(({ table }) => table))
  t.same(
    [...exported, ...Object.keys(notExported)].filter((name) => !tables.has(name)),
    [],
    'no list names another table',
  )
})

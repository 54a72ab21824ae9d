/**
 * Documents that are read far more often than written rest uncompressed: what does not fit the page is fetched as it is,
 * without a decompression for each read (the embedded Postgres has no lz4).
 */
import type { Knex } from 'knex'

const DOCUMENTS: Array<[table: string, column: string]> = [
  ['trip', 'doc'],
  ['trip', 'segments'],
  ['segment', 'doc'],
  ['member', 'doc'],
  ['account', 'doc'],
]

async function store(knex: Knex, how: 'external' | 'extended'): Promise<void> {
  for (const [table, column] of DOCUMENTS)
    await knex.raw(`alter table ${table} alter ${column} set storage ${how}`)
}

export async function up(knex: Knex): Promise<void> {
  await store(knex, 'external')
}

export async function down(knex: Knex): Promise<void> {
  await store(knex, 'extended')
}

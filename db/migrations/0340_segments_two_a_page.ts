/**
 * Two rows of segments fit a page as a rule, but not one and a fifth kept free: a page that leaves room for changes held one
 * row, and no change found room there either.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table segment set (fillfactor = 100)')
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table segment set (fillfactor = 80)')
}

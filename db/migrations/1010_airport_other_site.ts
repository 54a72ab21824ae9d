/** Where an airport code stood before it moved, or where the flights of a closed airport have gone. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table airport add column if not exists other_site jsonb')
}

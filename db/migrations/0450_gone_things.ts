/**
 * Segments and trips that are gone, in the order they were made, for whoever throws the old ones away. The time of the last
 * change would lead there straighter, but every fold changes it: in an index it would cost each of them its place in the page.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index segment_gone on segment (id) where status in ('Deleted', 'Merged');
    create index trip_gone on trip (id) where status in ('Deleted', 'Merged')`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index segment_gone, trip_gone')
}

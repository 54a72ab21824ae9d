/**
 * A number of each version of a trip row, for entity tags and caches (contract.md 1): a reader that has it need
 * not fetch the texts again. Drawn from one sequence, so that no two versions ever share one, also not after a
 * rebuild. Rows of before have none until they change.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create sequence trip_revision;
    alter table trip add revision bigint;
    alter table trip alter revision set default nextval('trip_revision')`)
}

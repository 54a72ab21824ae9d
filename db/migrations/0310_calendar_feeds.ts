/** Secret addresses under which calendar programs read an itinerary (contract.md 2, GET /v2/trips.ics). */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table calendar_feed (
      id bigint primary key,
      member_id bigint not null,
      client_id text not null,
      name text,
      hash bytea not null unique,
      created timestamptz not null default now(),
      last_used timestamptz
    ) with (fillfactor = 80);
    create index calendar_feed_member on calendar_feed (member_id, id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table calendar_feed')
}

/** What members arrange on their own pages: shared links of trips, their own calendar addresses, uses of grants. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table shared_trip (
      id bigint primary key,
      member_id bigint not null,
      trip_id bigint not null,
      hash bytea not null unique check (octet_length(hash) = 32),
      locators boolean not null default false,
      prices boolean not null default false,
      expires timestamptz,
      until_end boolean not null default false,
      created timestamptz not null default now(),
      last_viewed timestamptz
    ) with (fillfactor = 80);
    comment on table shared_trip is 'Secret links under which anyone may read one trip (oauth.md 6.5).';
    comment on column shared_trip.until_end is 'It shows nothing any more once the trip has ended.';
    create index shared_trip_member on shared_trip (member_id, trip_id, id);
    create index shared_trip_expires on shared_trip (expires) where expires is not null;

    alter table calendar_feed alter client_id drop not null;
    comment on column calendar_feed.client_id is
      'The application that made it, without whose grant it shows nothing; null: the member.';

    alter table oauth_grant add last_used timestamptz;
    comment on column oauth_grant.last_used is
      'When a token of it was last used, written at most once an hour.';`)
}

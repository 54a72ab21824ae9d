-- What members give away: addresses at which calendar programs read their itinerary, and links of single trips.

create table calendar_feed (
  id bigint primary key,
  member_id bigint not null,
  client_id text,
  name text,
  hash bytea not null unique,
  created timestamptz not null default now(),
  last_used timestamptz
) with (fillfactor = 80);
comment on table calendar_feed is
  'Secret addresses at which calendar programs read an itinerary (contract.md 2).';
comment on column calendar_feed.client_id is
  'The application that made it, without whose grant it shows nothing; null: the member.';
create index calendar_feed_member on calendar_feed (member_id, id);

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

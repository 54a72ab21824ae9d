-- Reference data: sources, airlines, airports, cities, and the keys by which places are found. A key is a
-- normalised name, once from its beginning and once from each further word, so that every search by prefix is
-- one range of one index. Similar spellings are found by trigrams over whole names; the functions set their
-- own thresholds, so that no session has to.

create table source (
  id text primary key,
  name text not null,
  classification text not null,
  segment_types text[] not null,
  vendor_code text,
  priority int not null,
  group_priority jsonb not null default '{}',
  status text not null default 'Active',
  url text,
  created timestamptz not null default now(),
  updated timestamptz not null default now()
);

create table airline (
  iata text not null,
  icao text,
  name text not null,
  alternates text[] not null default '{}',
  country text,
  active boolean not null,
  primary key (iata, name)
);

create table city (
  id bigint primary key,
  name text not null,
  ascii_name text not null,
  city_code text,
  admin_code text,
  admin_name text,
  country text not null,
  lat double precision not null,
  lon double precision not null,
  zone text,
  population int not null,
  alternates text[] not null default '{}'
);

create table airport (
  iata text primary key,
  icao text,
  name text not null,
  city_name text,
  city_id bigint,
  city_code text not null,
  admin_code text,
  country text not null,
  lat double precision not null,
  lon double precision not null,
  zone text,
  type text not null,
  size int not null
);

create table seed (
  name text primary key,
  version text not null,
  seeded timestamptz not null default now()
);

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Immutable for given rules of unaccent, as an index requires.
create function place_key(name text) returns text language sql immutable parallel safe strict as $$
  select trim(regexp_replace(
    lower(public.unaccent('public.unaccent'::regdictionary, name)), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- kind: 0 code, 1 name, 2 word of the name, 3 other name, 4 word of another name
create table city_key (key text not null, kind smallint not null, weight int not null, ref bigint not null);
create table airport_key (
  key text not null, kind smallint not null, weight int not null, ref text not null
);
comment on column city_key.weight is 'Rank among all cities by population, name and id; the largest is 0.';
comment on column airport_key.weight is 'Rank among all airports by size, name and code; the largest is 0.';
create index city_key_prefix on city_key (key collate "C") include (kind, weight, ref);
create index airport_key_prefix on airport_key (key collate "C") include (kind, weight, ref);
create index city_key_similar on city_key using gin (key gin_trgm_ops) where kind in (1, 3);
create index airport_key_similar on airport_key using gin (key gin_trgm_ops) where kind in (1, 2, 3);

create function similar_cities(search text, max_results int)
returns table (ref bigint, score real, weight int)
language sql stable set pg_trgm.similarity_threshold = 0.45 as $$
  select k.ref, max(similarity(k.key, search)), min(k.weight) from city_key k
  where k.kind in (1, 3) and k.key % search
  group by k.ref order by 2 desc, 3 limit max_results
$$;

create function similar_airports(search text, max_results int)
returns table (ref text, score real, weight int)
language sql stable set pg_trgm.word_similarity_threshold = 0.5 as $$
  select k.ref, max(word_similarity(search, k.key)), min(k.weight) from airport_key k
  where k.kind in (1, 2, 3) and search <% k.key
  group by k.ref order by 2 desc, 3 limit max_results
$$;

/**
 * The keys by which places are found (db/migrations/0140_reference.ts): names folded to plain letters, each from its
 * beginning and from each further word. Made by the same function of Postgres that folds what is searched for.
 */

/** Keys of `named`, a query for (ref, weight, kind, name): each name, and one kind up its further words; codes as they are. */
function keys (table: string, named: string): string {
  return `
    with folded as materialized (
      select ref, weight, kind, place_key(name) as key from (${named}) as named where name is not null
    ), spelled as (
      select ref, weight, kind, key from folded
      union all
      select ref, weight, kind + 1, array_to_string(words[n:], ' ')
      from (select *, string_to_array(key, ' ') as words from folded where kind > 0 and key like '% %') as long
      cross join lateral generate_series(2, cardinality(words)) as n
    )
    insert into ${table} (key, kind, weight, ref)
    select key, min(kind), weight, ref from spelled where key <> '' group by ref, weight, key`
}

export const CITY_KEYS = keys('city_key', `
  select id as ref, population as weight, 0 as kind, city_code as name from city
  union all select id, population, 1, name from city
  union all select id, population, 1, ascii_name from city where ascii_name <> name
  union all select id, population, 3, other from city cross join lateral unnest(alternates) as other`)

export const AIRPORT_KEYS = keys('airport_key', `
  select iata as ref, size as weight, 0 as kind, iata as name from airport
  union all select iata, size, 0, icao from airport
  union all select iata, size, 0, city_code from airport
  union all select iata, size, 1, name from airport
  union all select iata, size, 1, city_name from airport
  union all select a.iata, a.size, 3, c.name from airport a join city c on c.id = a.city_id
  union all select a.iata, a.size, 3, other from airport a join city c on c.id = a.city_id cross join lateral unnest(c.alternates) as other`)

/** Made after the rows, which is several times as fast as before them. */
export const KEY_INDEXES: Array<{ name: string, make: string }> = [
  { name: 'city_key_prefix', make: 'create index city_key_prefix on city_key (key collate "C") include (kind, weight, ref)' },
  { name: 'airport_key_prefix', make: 'create index airport_key_prefix on airport_key (key collate "C") include (kind, weight, ref)' },
  { name: 'city_key_close', make: 'create index city_key_close on city_key using gin (key gin_trgm_ops) where kind in (1, 3)' },
  { name: 'airport_key_close', make: 'create index airport_key_close on airport_key using gin (key gin_trgm_ops) where kind in (1, 2, 3)' }
]

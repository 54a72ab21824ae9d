/**
 * Cities and airports by free text (contract.md 4, Locations). What is asked is folded as the keys were; one range of the
 * key index then holds every key that begins with it. Ranks: code, whole name (in whatever language: who writes Cologne
 * means Köln), beginning of the name, of one of its words, of another name; last, when there is little else, close
 * spellings. Within a rank the larger comes first.
 */
import type { Pool } from 'pg'
import { plainName } from './plain-name.js'
import { rows } from './prepared.js'

interface LocationPage { rows: string[], total: number }

interface Kind { table: 'city' | 'airport', id: string, doc: string }

const CITY: Kind = {
  table: 'city',
  id: 'id',
  doc: `json_build_object('id', id::text, 'name', name, 'ascii_name', ascii_name, 'city_code', city_code, 'admin_code', admin_code,
    'admin_name', admin_name, 'country', country, 'lat', lat::text, 'lon', lon::text, 'time_zone_id', zone, 'population', population)::text`
}

const AIRPORT: Kind = {
  table: 'airport',
  id: 'iata',
  doc: `json_build_object('id', iata, 'iata_code', iata, 'icao_code', icao, 'name', name, 'city_name', city_name, 'city_id', city_id::text,
    'city_code', city_code, 'admin_code', admin_code, 'country', country, 'lat', lat::text, 'lon', lon::text, 'time_zone_id', zone,
    'type', type)::text`
}

/** Close spellings are looked for when no code or whole name was met, and fewer than this many places by beginnings. */
const FEW = 5
/** Rank of a beginning; what ranks before it was meant as it was written. */
const BEGINNING = 2
const MOST_CLOSE = 50
/** Shorter texts are close to everything. */
const SHORTEST_CLOSE = 4

/** Found places: `docs` as the interface shows them, and how many there are in all. */
export function locationReads (pool: Pool) {
  const search = async (kind: Kind, q: string, limit: number, offset: number): Promise<LocationPage> => {
    const asked = plainName(q)
    if (asked === '') return { rows: [], total: 0 }
    const hits = await written(pool, kind, asked, limit, offset)
    if (hits.best < BEGINNING || hits.total >= FEW || [...asked].length < SHORTEST_CLOSE) return { rows: hits.rows, total: hits.total }
    const near = await close(pool, kind, asked, limit - hits.rows.length, Math.max(0, offset - hits.total))
    return { rows: [...hits.rows, ...near.rows], total: hits.total + near.total }
  }
  return {
    cities: async (q: string, limit: number, offset: number): Promise<LocationPage> => await search(CITY, q, limit, offset),
    airports: async (q: string, limit: number, offset: number): Promise<LocationPage> => await search(AIRPORT, q, limit, offset)
  }
}

const BEGINS = (kind: Kind): string => `
  select ref, min(case when kind = 0 then 0 when key = q and kind in (1, 3) then 1 when kind = 1 then 2 when kind = 2 then 3 else 4 end) as rank, min(weight) as weight
  from asked, ${kind.table}_key k
  where key collate "C" >= q and key collate "C" < q || chr(1114111) and (kind > 0 or key = q)
  group by ref`

async function written (pool: Pool, kind: Kind, asked: string, limit: number, offset: number): Promise<LocationPage & { best: number }> {
  const found = await rows<[string | null, number, number | null]>(pool, `
    with asked as materialized (select $1::text as q), hits as materialized (${BEGINS(kind)}),
    page as (select * from hits order by rank, weight limit $2 offset $3)
    select doc, total, best from (select count(*)::int as total, min(rank) as best from hits) counted left join lateral (
      select ${kind.doc} as doc, rank, weight from page join ${kind.table} place on place.${kind.id} = page.ref
    ) placed on true order by rank, weight`, [asked, limit, offset])
  return { ...page(found), best: found[0]?.[2] ?? Infinity }
}

async function close (pool: Pool, kind: Kind, asked: string, limit: number, offset: number): Promise<LocationPage> {
  const found = await rows<[string | null, number]>(pool, `
    with asked as materialized (select $1::text as q), hits as materialized (${BEGINS(kind)}),
    near as materialized (
      select n.* from asked cross join lateral close_${kind.table === 'city' ? 'cities' : 'airports'}(q, ${MOST_CLOSE}) n
      where not exists (select from hits where hits.ref = n.ref)
    ),
    page as (select * from near order by close desc, weight limit $2 offset $3)
    select doc, total from (select count(*)::int as total from near) counted left join lateral (
      select ${kind.doc} as doc, close, weight from page join ${kind.table} place on place.${kind.id} = page.ref
    ) placed on true order by close desc, weight`, [asked, limit, offset])
  return page(found)
}

function page (found: Array<[doc: string | null, total: number, ...rest: unknown[]]>): LocationPage {
  return { rows: found.flatMap(([doc]) => doc === null ? [] : [doc]), total: found[0]?.[1] ?? 0 }
}

/**
 * Cities and airports by free text (contract.md 4, Locations). The text is normalised like the keys, so that
 * one range of the key index contains every key that begins with it. Ranks: code; whole name, in any language
 * (Cologne is Köln); beginning of the name, of one of its words, of another name. Similar spellings come
 * last, if little else matches. Within a rank larger places come first. If the text has a region after a
 * comma and no name matches as a whole, places in that region come first.
 */
import type { Pool } from 'pg'
import { composed, queryRows } from '../pg/prepared-statements.js'
import { normaliseName } from './normalise-name.js'
import { parsePlaceQuery, type PlaceQuery } from './place-query.js'

interface LocationPage {
  rows: string[]
  total: number
}

interface PageRange {
  limit: number
  offset: number
}

interface PlaceKind {
  table: 'city' | 'airport'
  id: string
  /** SQL: name of the state or province of `place`. */
  state: string
  /** SQL: function that finds similar spellings. */
  similar: string
  /** SQL: the document as the API shows it. */
  doc: string
}

const CITY: PlaceKind = {
  table: 'city',
  id: 'id',
  state: 'place.admin_name',
  similar: 'similar_cities',
  doc: `json_build_object('id', id::text, 'name', name, 'ascii_name', ascii_name, 'city_code', city_code,
    'admin_code', admin_code, 'state', admin_code, 'admin_name', admin_name, 'country', country, 'lat', lat::text,
    'lon', lon::text, 'time_zone_id', zone, 'population', population)::text`,
}

const AIRPORT: PlaceKind = {
  table: 'airport',
  id: 'iata',
  state: '(select city.admin_name from city where city.id = place.city_id)',
  similar: 'similar_airports',
  doc: `json_build_object('id', iata, 'iata_code', iata, 'icao_code', icao, 'name', name,
    'city_name', city_name, 'city_id', city_id::text, 'city_code', city_code, 'admin_code', admin_code,
    'state', admin_code, 'country', country, 'lat', lat::text, 'lon', lon::text, 'time_zone_id', zone, 'type', type)::text`,
}

/** Similar spellings are searched if no code or whole name matches, and fewer than this many beginnings. */
const FEW_MATCHES = 5
/** Rank of a beginning; lower ranks match as a whole. */
const BEGINNING = 2
const MAX_SIMILAR = 50
/** A shorter text is similar to everything. */
const MIN_SIMILAR_LENGTH = 4

/** Finds places: documents as the API shows them, and the total. */
export function locationReads(pool: Pool) {
  const search = async (kind: PlaceKind, q: string, range: PageRange): Promise<LocationPage> => {
    const text = normaliseName(q)
    if (text === '') return { rows: [], total: 0 }
    const exact = await findByBeginning(pool, kind, text, range)
    const isWholeMatch = exact.best < BEGINNING
    const query = isWholeMatch ? null : parsePlaceQuery(q)
    if (query !== null) {
      const inRegion = await findInRegion(pool, kind, query, range)
      if (inRegion.total > 0) return inRegion
    }
    if (isWholeMatch || exact.total >= FEW_MATCHES || [...text].length < MIN_SIMILAR_LENGTH)
      return { rows: exact.rows, total: exact.total }
    const similar = await findSimilar(pool, kind, text, {
      limit: range.limit - exact.rows.length,
      offset: Math.max(0, range.offset - exact.total),
    })
    return { rows: [...exact.rows, ...similar.rows], total: exact.total + similar.total }
  }
  return {
    cities: async (q: string, limit: number, offset: number): Promise<LocationPage> =>
      await search(CITY, q, { limit, offset }),
    airports: async (q: string, limit: number, offset: number): Promise<LocationPage> =>
      await search(AIRPORT, q, { limit, offset }),
  }
}

/**
 * SQL: places with a key that begins with `asked.q`, each with its best rank. Kinds of keys: place-keys.ts.
 */
const beginsWith = (kind: PlaceKind): string => `
  select ref, min(weight) as weight, min(case
      when kind = 0 then 0
      when key = q and kind in (1, 3) then 1
      when kind = 1 then ${BEGINNING}
      when kind = 2 then 3
      else 4 end) as rank
  from asked, ${kind.table}_key k
  where key collate "C" >= q and key collate "C" < q || chr(1114111) and (kind > 0 or key = q)
  group by ref`

const byBeginning = (kind: PlaceKind): string => `
  with asked as materialized (select $1::text as q), hits as materialized (${beginsWith(kind)}),
  page as (select * from hits order by rank, weight limit $2 offset $3)
  select doc, total, best
  from (select count(*)::int as total, min(rank) as best from hits) counted
  left join lateral (
    select ${kind.doc} as doc, rank, weight from page join ${kind.table} place on place.${kind.id} = page.ref
  ) placed on true
  order by rank, weight`

async function findByBeginning(
  pool: Pool,
  kind: PlaceKind,
  text: string,
  { limit, offset }: PageRange,
): Promise<LocationPage & { best: number }> {
  const found = await queryRows<[string | null, number, number | null]>(pool, composed(byBeginning(kind)), [
    text,
    limit,
    offset,
  ])
  return { ...toPage(found), best: found[0]?.[2] ?? Infinity }
}

const inRegionFirst = (kind: PlaceKind): string => `
  with asked as materialized (select $1::text as q), hits as materialized (${beginsWith(kind)}),
  page as (
    select ${kind.doc} as doc, rank, weight, exists (
      select from unnest($4::text[], $5::text[]) as region(state, country)
      where (region.country is null or region.country = place.country)
        and (region.state is null or region.state in (lower(place.admin_code), place_key(${kind.state})))
    ) as in_region
    from hits join ${kind.table} place on place.${kind.id} = hits.ref
    order by in_region desc, rank, weight limit $2 offset $3
  )
  select doc, total from (select count(*)::int as total from hits) counted left join page on true
  order by in_region desc, rank, weight`

async function findInRegion(
  pool: Pool,
  kind: PlaceKind,
  { name, regions }: PlaceQuery,
  { limit, offset }: PageRange,
): Promise<LocationPage> {
  return toPage(
    await queryRows<[string | null, number]>(pool, composed(inRegionFirst(kind)), [
      name,
      limit,
      offset,
      regions.map((region) => region.state),
      regions.map((region) => region.country),
    ]),
  )
}

const bySimilarity = (kind: PlaceKind): string => `
  with asked as materialized (select $1::text as q), hits as materialized (${beginsWith(kind)}),
  near as materialized (
    select n.* from asked cross join lateral ${kind.similar}(q, ${MAX_SIMILAR}) n
    where not exists (select from hits where hits.ref = n.ref)
  ),
  page as (select * from near order by score desc, weight limit $2 offset $3)
  select doc, total
  from (select count(*)::int as total from near) counted
  left join lateral (
    select ${kind.doc} as doc, score, weight from page join ${kind.table} place on place.${kind.id} = page.ref
  ) placed on true
  order by score desc, weight`

async function findSimilar(
  pool: Pool,
  kind: PlaceKind,
  text: string,
  { limit, offset }: PageRange,
): Promise<LocationPage> {
  return toPage(
    await queryRows<[string | null, number]>(pool, composed(bySimilarity(kind)), [text, limit, offset]),
  )
}

function toPage(found: Array<[doc: string | null, total: number, ...rest: unknown[]]>): LocationPage {
  return { rows: found.flatMap(([doc]) => (doc === null ? [] : [doc])), total: found[0]?.[1] ?? 0 }
}

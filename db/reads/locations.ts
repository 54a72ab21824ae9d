/**
 * Cities and airports by free text (contract.md 4, Locations). What is asked is folded as the keys were; one range of the
 * key index then holds every key that begins with it. Ranks: code, whole name (in whatever language: who writes Cologne
 * means Köln), beginning of the name, of one of its words, of another name; last, when there is little else, close
 * spellings. Within a rank the larger comes first; what is written behind a comma (`Springfield, IL`; `Paris, France`) is
 * where the place lies, if no name has it, and those that lie there come first.
 */
import type { Pool } from 'pg'
import { normaliseName } from './normalise-name.js'
import { queryRows } from '../pg/prepared-statements.js'

interface LocationPage {
  rows: string[]
  total: number
}

interface Kind {
  table: 'city' | 'airport'
  id: string
  /** Name of the state or province of `place`. */
  state: string
  doc: string
}

const CITY: Kind = {
  table: 'city',
  id: 'id',
  state: 'place.admin_name',
  doc: `json_build_object('id', id::text, 'name', name, 'ascii_name', ascii_name, 'city_code', city_code, 'admin_code', admin_code,
    'admin_name', admin_name, 'country', country, 'lat', lat::text, 'lon', lon::text, 'time_zone_id', zone, 'population', population)::text`,
}

const AIRPORT: Kind = {
  table: 'airport',
  id: 'iata',
  state: '(select city.admin_name from city where city.id = place.city_id)',
  doc: `json_build_object('id', iata, 'iata_code', iata, 'icao_code', icao, 'name', name, 'city_name', city_name, 'city_id', city_id::text,
    'city_code', city_code, 'admin_code', admin_code, 'country', country, 'lat', lat::text, 'lon', lon::text, 'time_zone_id', zone,
    'type', type)::text`,
}

/** Close spellings are looked for when no code or whole name was met, and fewer than this many places by beginnings. */
const FEW = 5
/** Rank of a beginning; what ranks before it was meant as it was written. */
const BEGINNING = 2
const MOST_CLOSE = 50
/** Too many places begin with less. */
const SHORTEST_PLACED = 2
/** Shorter texts are close to everything. */
const SHORTEST_CLOSE = 4

/** Codes of countries by their English names, and by what they are called for short. */
const COUNTRIES = new Map<string, string>([
  ['usa', 'US'],
  ['u s a', 'US'],
  ['u s', 'US'],
  ['uk', 'GB'],
  ['great britain', 'GB'],
])
const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
for (const code of letters.flatMap((one) => letters.map((two) => one + two))) {
  const name = countryNames.of(code)
  if (name !== undefined) COUNTRIES.set(normaliseName(name), code)
}

/** Found places: `docs` as the interface shows them, and how many there are in all. */
export function locationReads(pool: Pool) {
  const search = async (kind: Kind, q: string, limit: number, offset: number): Promise<LocationPage> => {
    const asked = normaliseName(q)
    if (asked === '') return { rows: [], total: 0 }
    const hits = await written(pool, kind, asked, limit, offset)
    const told = hits.best < BEGINNING ? null : toldPlace(q)
    if (told !== null) {
      const placed = await lying(pool, kind, told, limit, offset)
      if (placed.total > 0) return placed
    }
    if (hits.best < BEGINNING || hits.total >= FEW || [...asked].length < SHORTEST_CLOSE)
      return { rows: hits.rows, total: hits.total }
    const near = await close(pool, kind, asked, limit - hits.rows.length, Math.max(0, offset - hits.total))
    return { rows: [...hits.rows, ...near.rows], total: hits.total + near.total }
  }
  return {
    cities: async (q: string, limit: number, offset: number): Promise<LocationPage> =>
      await search(CITY, q, limit, offset),
    airports: async (q: string, limit: number, offset: number): Promise<LocationPage> =>
      await search(AIRPORT, q, limit, offset),
  }
}

interface Told {
  name: string
  ways: Array<{ state: string | null; country: string | null }>
}

/** A name with the ways to read where it lies, by what stands behind its commas; null without any. */
function toldPlace(q: string): Told | null {
  const [name = '', ...rest] = q
    .split(',')
    .map((part) => normaliseName(part.trim()))
    .filter((part) => part !== '')
  const last = rest.at(-1)
  if (last === undefined || [...name].length < SHORTEST_PLACED) return null
  const country = COUNTRIES.get(last) ?? (last.length === 2 ? last.toUpperCase() : null)
  if (rest.length > 1) return { name, ways: [{ state: rest.slice(0, -1).join(' '), country }] }
  return {
    name,
    ways: [{ state: last, country: null }, ...(country === null ? [] : [{ state: null, country }])],
  }
}

const BEGINS = (kind: Kind): string => `
  select ref, min(case when kind = 0 then 0 when key = q and kind in (1, 3) then 1 when kind = 1 then 2 when kind = 2 then 3 else 4 end) as rank, min(weight) as weight
  from asked, ${kind.table}_key k
  where key collate "C" >= q and key collate "C" < q || chr(1114111) and (kind > 0 or key = q)
  group by ref`

async function written(
  pool: Pool,
  kind: Kind,
  asked: string,
  limit: number,
  offset: number,
): Promise<LocationPage & { best: number }> {
  const found = await queryRows<[string | null, number, number | null]>(
    pool,
    `
    with asked as materialized (select $1::text as q), hits as materialized (${BEGINS(kind)}),
    page as (select * from hits order by rank, weight limit $2 offset $3)
    select doc, total, best from (select count(*)::int as total, min(rank) as best from hits) counted left join lateral (
      select ${kind.doc} as doc, rank, weight from page join ${kind.table} place on place.${kind.id} = page.ref
    ) placed on true order by rank, weight`,
    [asked, limit, offset],
  )
  return { ...page(found), best: found[0]?.[2] ?? Infinity }
}

/** Places by name, first those that lie where it is told. */
async function lying(
  pool: Pool,
  kind: Kind,
  { name, ways }: Told,
  limit: number,
  offset: number,
): Promise<LocationPage> {
  return page(
    await queryRows<[string | null, number]>(
      pool,
      `
    with asked as materialized (select $1::text as q), hits as materialized (${BEGINS(kind)}),
    page as (
      select ${kind.doc} as doc, rank, weight, exists (
        select from unnest($4::text[], $5::text[]) as told(state, country)
        where (told.country is null or told.country = place.country) and (told.state is null or told.state in (lower(place.admin_code), place_key(${kind.state})))
      ) as lies
      from hits join ${kind.table} place on place.${kind.id} = hits.ref order by lies desc, rank, weight limit $2 offset $3
    )
    select doc, total from (select count(*)::int as total from hits) counted left join page on true order by lies desc, rank, weight`,
      [name, limit, offset, ways.map((way) => way.state), ways.map((way) => way.country)],
    ),
  )
}

async function close(
  pool: Pool,
  kind: Kind,
  asked: string,
  limit: number,
  offset: number,
): Promise<LocationPage> {
  const found = await queryRows<[string | null, number]>(
    pool,
    `
    with asked as materialized (select $1::text as q), hits as materialized (${BEGINS(kind)}),
    near as materialized (
      select n.* from asked cross join lateral close_${kind.table === 'city' ? 'cities' : 'airports'}(q, ${MOST_CLOSE}) n
      where not exists (select from hits where hits.ref = n.ref)
    ),
    page as (select * from near order by close desc, weight limit $2 offset $3)
    select doc, total from (select count(*)::int as total from near) counted left join lateral (
      select ${kind.doc} as doc, close, weight from page join ${kind.table} place on place.${kind.id} = page.ref
    ) placed on true order by close desc, weight`,
    [asked, limit, offset],
  )
  return page(found)
}

function page(found: Array<[doc: string | null, total: number, ...rest: unknown[]]>): LocationPage {
  return { rows: found.flatMap(([doc]) => (doc === null ? [] : [doc])), total: found[0]?.[1] ?? 0 }
}

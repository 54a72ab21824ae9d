/** Names of airports, airlines and sources, for pages. */
import type { Pool } from 'pg'
import { prepared, queryRows } from '../pg/prepared-statements.js'

const AIRPORTS = prepared('select iata, name from airport where iata = any($1::text[])')
/** The active airline of a code comes last: the map keeps the last. */
const AIRLINES = prepared(
  'select iata, name from airline where iata = any($1::text[]) order by active, name desc',
)
const SOURCES = prepared('select id, name from source where id = any($1::text[])')

/** By code and by id; unknown ones are left out. */
export function nameReads(pool: Pool) {
  return {
    airports: async (codes: readonly string[]): Promise<Map<string, string>> =>
      codes.length === 0 ? new Map() : new Map(await queryRows<[string, string]>(pool, AIRPORTS, [codes])),
    airlines: async (codes: readonly string[]): Promise<Map<string, string>> =>
      codes.length === 0 ? new Map() : new Map(await queryRows<[string, string]>(pool, AIRLINES, [codes])),
    sources: async (ids: readonly string[]): Promise<Map<string, string>> =>
      ids.length === 0 ? new Map() : new Map(await queryRows<[string, string]>(pool, SOURCES, [ids])),
  }
}

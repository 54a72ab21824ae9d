/** The itinerary rules of a member (actors/member), in the form in which a fold executor calls them. */
import type pg from 'pg'
import { NotLoadedError } from '../../actors/itinerary/lib/not-loaded-error.js'
import { buildPlaces } from '../../actors/itinerary/places/places.js'
import { decideInPieces } from '../../actors/member/decide.js'
import type { Env } from '../../actors/member/env.js'
import { restoreInPieces } from '../../actors/member/state.js'
import type { MemberState } from '../../actors/member/model.js'
import { evictSegments, loadSegments } from '../../actors/member/storage/eviction.js'
import { memorySize } from '../../actors/member/storage/memory-size.js'
import { segmentsToLoad } from '../../actors/member/storage/prefetch.js'
import { airlineRows, airportRows, cityRows } from '../../db/reads/reference-rows.js'
import type { Id } from '../../schemas/base/ids.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import type { Rules } from '../../workers/fold/pool/fold-task.js'

export interface MemberRulesOptions {
  pool: pg.Pool
  source: (id: string) => SourceRow | undefined
  newId: () => Id
  /** Base of the URLs in documents. */
  url: string
}

/** Loads the reference data and returns the rules. */
export async function memberRules({
  pool,
  source,
  newId,
  url,
}: MemberRulesOptions): Promise<Rules<MemberState>> {
  const [airports, cities, airlines] = await Promise.all([
    airportRows(pool),
    cityRows(pool),
    airlineRows(pool),
  ])
  const places = buildPlaces(airports, cities, airlines)
  const env = (now: number): Env => ({ now, newId, places, source, url })
  return {
    restore: (stored, now) => restoreInPieces(stored, env(now)),
    decide: (state, messages, now) => decideInPieces(state, messages, env(now)),
    memorySize,
    eviction: {
      prefetch: segmentsToLoad,
      evict: evictSegments,
      load: (state, rows, now) => {
        loadSegments(state, rows, env(now))
      },
      isNotLoaded: (error) => error instanceof NotLoadedError,
    },
  }
}

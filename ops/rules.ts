/** The rules of a member (actors/member) with everything they are handed, as a thinker takes them. */
import type pg from 'pg'
import { Away } from '../actors/itinerary/away.js'
import { buildPlaces } from '../actors/itinerary/places.js'
import { bring, rest } from '../actors/member/away.js'
import { decide } from '../actors/member/decide.js'
import type { Env } from '../actors/member/env.js'
import { restore } from '../actors/member/state.js'
import type { MemberState } from '../actors/member/state.js'
import { wanted } from '../actors/member/wanted.js'
import { weigh } from '../actors/member/weigh.js'
import { airlineRows, airportRows, cityRows } from '../db/reference.js'
import type { Id } from '../schemas/ids.js'
import type { SourceRow } from '../schemas/source-row.js'
import type { Rules } from '../workers/fold/think.js'

export interface RulesDeps {
  pool: pg.Pool
  source: (id: string) => SourceRow | undefined
  id: () => Id
  /** Base of the urls in documents. */
  url: string
}

/** Reads the reference data and hands out the rules. */
export async function memberRules(deps: RulesDeps): Promise<Rules<MemberState>> {
  const { pool, source, id, url } = deps
  const [airports, cities, airlines] = await Promise.all([
    airportRows(pool),
    cityRows(pool),
    airlineRows(pool),
  ])
  const places = buildPlaces(airports, cities, airlines)
  const env = (now: number): Env => ({ now, id, places, source, url })
  return {
    restore: (stored, now) => restore(stored, env(now)),
    decide: (state, messages, now) => decide(state, messages, env(now)),
    weigh,
    away: {
      wanted,
      rest,
      bring: (state, rows, now) => {
        bring(state, rows, env(now))
      },
      missed: (error) => error instanceof Away,
    },
  }
}

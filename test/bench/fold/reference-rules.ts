/** The itinerary rules over the reference data of the tree, for benches without Postgres. */
import { buildPlaces } from '../../../actors/itinerary/places/places.js'
import { decideInPieces } from '../../../actors/member/decide.js'
import type { Env } from '../../../actors/member/env.js'
import { restoreInPieces } from '../../../actors/member/state.js'
import type { MemberState } from '../../../actors/member/model.js'
import { memorySize } from '../../../actors/member/storage/memory-size.js'
import { referenceData } from '../../../db/seed/reference-data.js'
import type { Rules } from '../../../workers/fold/pool/fold-task.js'

/** What the rules of a bench are given; ids are new in this process. */
export function referenceEnv(): Env {
  const reference = referenceData()
  const sources = new Map(reference.sources.map((row) => [row.id, row]))
  let id = 1_000
  return {
    now: Date.UTC(2026, 0, 1),
    newId: () => String(++id),
    places: buildPlaces(reference.airports, reference.cities, reference.airlines),
    source: (name) => sources.get(name),
    url: 'https://localhost:8443',
  }
}

/** As a thread of a fold executor loads them (workers/fold/pool/pool-thread.ts). */
export default function referenceRules(): Rules<MemberState> {
  const env = referenceEnv()
  return {
    restore: (stored) => restoreInPieces(stored, env),
    decide: (state, messages) => decideInPieces(state, messages, env),
    memorySize,
  }
}

import { airportRows, cityRows, sourceRows } from '../../../db/reads/reference-rows.js'
import type { ReferenceData } from '../../../db/seed/reference-data.js'
import { madeTimetable } from '../../demo/travel/made-timetable.js'
import { BENCH_SOURCE } from '../harness/bench-stack.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { LoadRequest } from '../harness/load.js'
import { batchesOf, benchYears, postRequests } from './batches.js'
import type { MemberBatch } from './batches.js'

export const YEAR_MEMBERS = 1_000
/** So often can a bench send the requests; each time they are of other members. */
export const PASSES = 60
const SEED = 5

/** The batches of composed years; only the reference data decides them. */
export function yearBatches(
  { airports, cities, sources }: Pick<ReferenceData, 'airports' | 'cities' | 'sources'>,
  members: number,
  batchSize: number,
): MemberBatch[] {
  const timetable = madeTimetable(airports, cities, SEED)
  return batchesOf(benchYears(members, timetable, sources, SEED), batchSize)
}

/** What a load sends for years of members. */
export interface YearRequests {
  requests: LoadRequest[]
  /** Tokens (harness/load.ts). */
  passes: string[][]
  members: string[]
}

/** The same as requests of members with tokens. */
export async function yearRequests(stack: BenchStack, batchSize: number): Promise<YearRequests> {
  const { pool } = stack.database
  const sources = (await sourceRows(pool)).filter((source) => source.id !== BENCH_SOURCE)
  const reference = { airports: await airportRows(pool), cities: await cityRows(pool), sources }
  const batches = yearBatches(reference, YEAR_MEMBERS, batchSize)
  const { ids, tokens } = await stack.members(YEAR_MEMBERS * PASSES)
  const passes = Array.from({ length: PASSES }, (_, i) =>
    tokens.slice(i * YEAR_MEMBERS, (i + 1) * YEAR_MEMBERS),
  )
  return { requests: postRequests(batches, passes[0]!), passes, members: ids }
}

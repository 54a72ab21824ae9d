import { airportRows, cityRows, sourceRows } from '../../../db/reads/reference-rows.js'
import type { ReferenceData } from '../../../db/seed/reference-data.js'
import { madeTimetable } from '../../demo/travel/made-timetable.js'
import { BENCH_SOURCE } from '../harness/bench-stack.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { LoadRequest } from '../harness/load.js'
import { alwaysForwardFlights, batchesOf, benchYears, postRequests } from './batches.js'
import type { MemberBatch } from './batches.js'

export const YEAR_MEMBERS = 1_000
const SEED = 5

/** The batches of composed years; only the reference data decides them. */
export function yearBatches(
  { airports, cities, sources }: Pick<ReferenceData, 'airports' | 'cities' | 'sources'>,
  members: number,
  batchSize: number,
): MemberBatch[] {
  const timetable = alwaysForwardFlights(madeTimetable(airports, cities, SEED))
  return batchesOf(benchYears(members, timetable, sources, SEED), batchSize)
}

/** The same as requests of members with tokens. */
export async function yearRequests(
  stack: BenchStack,
  batchSize: number,
): Promise<{ requests: LoadRequest[]; members: string[] }> {
  const { pool } = stack.database
  const sources = (await sourceRows(pool)).filter((source) => source.id !== BENCH_SOURCE)
  const reference = { airports: await airportRows(pool), cities: await cityRows(pool), sources }
  const batches = yearBatches(reference, YEAR_MEMBERS, batchSize)
  const { ids, tokens } = await stack.members(YEAR_MEMBERS)
  return { requests: postRequests(batches, tokens), members: ids }
}

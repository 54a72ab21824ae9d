import { airportRows, cityRows, sourceRows } from '../../../db/reads/reference-rows.js'
import { madeTimetable } from '../../demo/travel/made-timetable.js'
import { BENCH_SOURCE } from '../harness/bench-stack.js'
import type { BenchStack } from '../harness/bench-stack.js'
import type { LoadRequest } from '../harness/load.js'
import { alwaysForwardFlights, batchesOf, benchYears, postRequests } from './batches.js'

export const YEAR_MEMBERS = 1_000
const SEED = 5

/** The batches of composed years of members with tokens. */
export async function yearRequests(
  stack: BenchStack,
  batchSize: number,
): Promise<{ requests: LoadRequest[]; members: string[] }> {
  const { pool } = stack.database
  const timetable = madeTimetable(await airportRows(pool), await cityRows(pool), SEED)
  const sources = (await sourceRows(pool)).filter((source) => source.id !== BENCH_SOURCE)
  const years = benchYears(YEAR_MEMBERS, alwaysForwardFlights(timetable), sources, SEED)
  const { ids, tokens } = await stack.members(YEAR_MEMBERS)
  return { requests: postRequests(batchesOf(years, batchSize), tokens), members: ids }
}

/**
 * Rewrites the stored documents to the forms of today's answers (contract.md 1 and 3): instants end in `Z`,
 * durations and distances have their unit in the name, and a state or province has both of its names. The next
 * fold would otherwise report these as changes of every segment and trip. Recorded events stay as they were sent.
 */
import type { Knex } from 'knex'

/** SQL regular expression: a JSON string or null. */
const VALUE = String.raw`(null|"(?:[^"\\]|\\.)*")`

type Rewrite = readonly [pattern: string, replacement: string]

const INSTANTS: Rewrite = [String.raw`:"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\+0000"`, String.raw`:"\1Z"`]
const SEGMENT: readonly Rewrite[] = [
  INSTANTS,
  [',"duration":', ',"duration_minutes":'],
  [',"distance":', ',"distance_km":'],
]
const TRIP: readonly Rewrite[] = [
  INSTANTS,
  [',"duration":', ',"duration_days":'],
  [',"distance":', ',"distance_km":'],
  [`"admin_code":${VALUE},"country"`, String.raw`"admin_code":\1,"state":\1,"country"`],
  [`"state":${VALUE},"postal_code"`, String.raw`"state":\1,"admin_code":\1,"postal_code"`],
]
const MEMBER: readonly Rewrite[] = [
  INSTANTS,
  [`"admin_code":${VALUE},"country"`, String.raw`"admin_code":\1,"state":\1,"country"`],
  [`"state":${VALUE},"zip"`, String.raw`"state":\1,"admin_code":\1,"zip"`],
]

export async function up(knex: Knex): Promise<void> {
  await rewrite(knex, 'segment', 'doc', SEGMENT)
  await rewrite(knex, 'trip', 'doc', TRIP)
  await rewrite(knex, 'trip', 'segments', SEGMENT)
  await rewrite(knex, 'member', 'doc', MEMBER)
  await rewrite(knex, 'account', 'doc', [INSTANTS])
}

async function rewrite(
  knex: Knex,
  table: string,
  column: string,
  rewrites: readonly Rewrite[],
): Promise<void> {
  const expression = rewrites.reduce((inner) => `regexp_replace(${inner}, ?, ?, 'g')`, '??')
  await knex.raw(`update ?? set ?? = ${expression} where ?? is not null`, [
    table,
    column,
    column,
    ...rewrites.flat(),
    column,
  ])
}

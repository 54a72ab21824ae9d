/** Reads the results of the fold directly from Postgres. */
import type pg from 'pg'
import { partitionOf } from '../../../schemas/stream/subjects.js'

export interface Tally {
  raw: number
  segments: number
  events: number
  outbox: number
}

/** How many messages, segments and events are in Postgres. */
export async function tally(pool: pg.Pool): Promise<Tally> {
  const {
    rows: [row],
  } = await pool.query<Tally>(
    `select (select count(*) from raw_batch) as raw, (select count(*) from segment) as segments,
            (select count(*) from logged_event) as events, (select count(*) from unpublished_notice) as outbox`,
  )
  if (row === undefined) throw new Error('a select without from has one row')
  return row
}

/** Numbers folded by the small rules, by member, in the order of folding. */
export async function orders(pool: pg.Pool): Promise<Map<string, number[]>> {
  const { rows } = await pool.query<{ id: number; head: string | null }>(
    'select id, head from member order by id',
  )
  return new Map(
    rows.map(({ id, head }) => [String(id), head === null ? [] : (JSON.parse(head) as number[])]),
  )
}

/** The members in one of the given partitions, of so many. */
export function membersIn(members: string[], chosen: number[], partitions: number): string[] {
  return members.filter((member) => chosen.includes(partitionOf(member, { slices: 1_024, partitions })))
}

/** One of the members in the given partition. */
export function memberIn(members: string[], partition: number, partitions: number): string {
  const [found] = membersIn(members, [partition], partitions)
  if (found === undefined) throw new Error(`no member of partition ${partition}`)
  return found
}

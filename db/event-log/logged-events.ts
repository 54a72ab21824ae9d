/**
 * How events are found in the view `logged_event` (migrations/1190_event_packs.sql), of which a row of the table may
 * hold several: the table's indexes know the first of them alone.
 */
import { plainArray } from '../pg/array-literals.js'

/** Events that one row holds at most, so that a range of sequences is found from `row_sequence`. */
export const MAX_PACKED_EVENTS = 64

/** Hexadecimal digits of an id, with dashes, that all events of one row share. Those of any other rarely do. */
export const SHARED_ID_LENGTH = 18

const shared = (id: string): string => `left(${id}::text, ${SHARED_ID_LENGTH})`

const inRow = (event: string, head: string): string =>
  `${event}.row_id between (${head} || '-0000-000000000000')::uuid and (${head} || '-ffff-ffffffffffff')::uuid`

/** SQL: an event of the view has this id, an expression of type uuid. */
export const hasIdSql = (id: string, event = 'e'): string =>
  `(${inRow(event, shared(id))} and ${event}.id = ${id})`

/** SQL: event `e` comes after this sequence, an expression, of its member. */
export const isAfterSql = (sequence: string): string =>
  `(e.sequence > ${sequence} and e.row_sequence > ${sequence} - ${MAX_PACKED_EVENTS})`

/**
 * SQL: `columns` of the events `e` with the ids $1 (uuid[]) that were created between $2 and $3, by which their table
 * partitions are found. A row with several of them is read once.
 */
export const eventsByIdSql = (columns: string): string => `
  select ${columns} from (select distinct ${shared('id')} as head from unnest($1::uuid[]) as u(id)) asked
  cross join lateral (
    select * from logged_event l
    where ${inRow('l', 'asked.head')} and l.created between $2::timestamptz and $3::timestamptz offset 0
  ) e where e.id in (select unnest($1::uuid[]))`

/** Where clocks and digits may differ. */
const MARGIN_MS = 3_600_000

/** The parameters of `eventsByIdSql`, for at least one event; `created`: epoch milliseconds, about. */
export function eventsByIdValues(events: ReadonlyArray<{ id: string; created: number }>): unknown[] {
  const times = events.map((one) => one.created)
  const ids = plainArray([...new Set(events.map((one) => one.id))])
  return [ids, new Date(Math.min(...times) - MARGIN_MS), new Date(Math.max(...times) + MARGIN_MS)]
}

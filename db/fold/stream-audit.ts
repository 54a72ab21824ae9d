/** Which messages of the stream the database accounts for, and which are lost (workers/DESIGN.md 3.6). */
import type pg from 'pg'
import type { StreamAuditStore, StreamEnd } from '../../schemas/stream/stream-audit.js'
import { SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'

/** Sequences that one statement compares. */
const MAX_SPAN = 50_000

const AUDITED = 'select audited from stream_identity where name = $1'

/** Sequences from $1 to $2. Rows of folded_run that are audited, and may still be visible to others, lie before. */
const UNKNOWN = `
  select seq from (
    select generate_series($1::bigint, $2::bigint) as seq
    except (
      select unnest(seqs) from folded_run where last >= $1 and first <= $2
      union all select seq from parked_message where seq between $1 and $2
      union all select seq from erased_message where seq between $1 and $2
    )
  ) unknown order by seq`

/** SQL: inserts lost runs from JSON if there is a row of `guard`. */
const insertLost = (parameter: string, guard: string): string => `
  insert into lost_run (first, last, is_held, from_id, until_id)
  select run.first, run.last, run."isHeld", run."fromId", run."untilId" from ${guard}, jsonb_to_recordset(${parameter}::jsonb)
    as run(first bigint, last bigint, "isHeld" boolean, "fromId" bigint, "untilId" bigint)
  on conflict (first) do nothing`

/** Moves from $2 to $3; $4 holds the lost runs. */
const RECORD = `
  with moved as (
    update stream_identity set audited = $3, audited_at = now() where name = $1 and audited = $2 returning audited
  ), folded as (
    delete from folded_run where last <= (select audited from moved)
  ), erased as (
    delete from erased_message where seq <= (select audited from moved)
  ), lost as (${insertLost('$4', 'moved')})
  select from moved`

const END = `
  select end_seq as seq, (extract(epoch from end_stored) * 1000)::bigint as stored from stream_identity where name = $1`

/** Behind the cursors there are markers alone if every partition has passed its own. */
const RECORD_END = `
  with seen as (
    update stream_identity set end_seq = $2, end_stored = to_timestamp($3::float8 / 1000),
      audited_at = case when $4::bigint >= $2 or ($4 >= marked_from and $2 <= marked_to) then now()
        else audited_at end
    where name = $1 returning name
  ), lost as (${insertLost('$5', 'seen')})
  select from seen`

const ERASED = 'select seq from erased_message where seq = any($1::bigint[])'

export function streamAuditStore(pool: pg.Pool): StreamAuditStore {
  return {
    next: async (firstSeq, upTo) => {
      const {
        rows: [row],
      } = await pool.query<{ audited: number }>(AUDITED, [SEGMENTS_STREAM])
      if (row === undefined) return null
      const { audited } = row
      const from = Math.max(audited + 1, firstSeq)
      const end = Math.min(upTo, from + MAX_SPAN - 1)
      if (from > end) return null
      const { rows } = await pool.query<{ seq: number }>(UNKNOWN, [from, end])
      return { audited, from, upTo: end, unknown: rows.map(({ seq }) => seq) }
    },
    record: async ({ audited, upTo }, lost) => {
      const values = [SEGMENTS_STREAM, audited, upTo, JSON.stringify(lost)]
      return (await pool.query(RECORD, values)).rows.length > 0
    },
    end: async () => {
      const { rows } = await pool.query<StreamEnd>(END, [SEGMENTS_STREAM])
      return rows[0] ?? { seq: 0, stored: null }
    },
    recordEnd: async ({ seq, stored }, audited, lost) => {
      await pool.query(RECORD_END, [SEGMENTS_STREAM, seq, stored, audited, JSON.stringify(lost)])
    },
    erased: async (sequences) => {
      const { rows } = await pool.query<{ seq: number }>(ERASED, [sequences])
      return new Set(rows.map(({ seq }) => seq))
    },
  }
}

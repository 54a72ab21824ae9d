/**
 * Members as the fold loads and commits them: each call is one round trip (workers/DESIGN.md 4.1 and 4.5).
 */
import type pg from 'pg'
import { isId, type Id } from '../../schemas/base/ids.js'
import type { StoredSegment } from '../../schemas/stream/fold-result.js'
import { saveCommits } from './save-commits.js'
import type { LoadedMember, MemberStore } from '../../schemas/stream/member-store.js'
import { prepared } from '../pg/prepared-statements.js'

/**
 * Rows of `table` that belong to the members $1, member by member: in one join Postgres would scan the whole
 * table, which grows faster than its statistics.
 */
const rowsOfMembers = (table: string): string => `
  select owned.* from unnest($1::bigint[]) as wanted(id) cross join lateral (
    select member_id, id, version, doc, state from ${table} where member_id = wanted.id offset 0
  ) owned`

const SEGMENTS = rowsOfMembers('segment')

/**
 * Segments of the members $1: the $2 that changed last with their documents; of the others only the first
 * line of their state, because the fields of their raw segments follow on the second line.
 */
const RECENT_SEGMENTS_IN_FULL = `
  select owned.* from unnest($1::bigint[]) as wanted(id)
  cross join lateral (
    select array(
      select id from segment where member_id = wanted.id order by updated desc, id desc limit $2
    ) as ids offset 0
  ) latest
  cross join lateral (
    select member_id, id, version, case when id = any(latest.ids) then doc end,
      case when id = any(latest.ids) then state else split_part(state, E'\\n', 1) end
    from segment where member_id = wanted.id offset 0
  ) owned`

const MEMBER = 0
const SEGMENT = 1
const TRIP = 2
const ACCOUNT = 3

/**
 * Rows of four tables in one result with the columns of segments; a row of `member` has other values in them:
 * `last_seq` as id, `sequence` as version, `head` as state (see `emptyMember`). Only it has `newestBatch`.
 */
const load = (segments: string): string => `
  select ${MEMBER} as kind, id as member, last_seq as id, sequence as version, doc, head as state,
    (select r.id from raw_batch r where r.member_id = member.id order by r.id desc limit 1) as "newestBatch"
  from member where id = any($1::bigint[]) and status <> 'Deleted'
  union all select ${SEGMENT}, *, null from (${segments}) segment
  union all select ${TRIP}, *, null from (${rowsOfMembers('trip')}) trip
  union all select ${ACCOUNT}, *, null from (${rowsOfMembers('account')}) account`

const LOAD = prepared(load(SEGMENTS), 'members_load')
const LOAD_IN_PART = prepared(load(RECENT_SEGMENTS_IN_FULL), 'members_load_in_part')

const LOAD_SEGMENTS = prepared(
  `
  select s.member_id as member, s.id, s.version, s.doc, s.state
  from unnest($1::bigint[], $2::bigint[]) as wanted(member, id) cross join lateral (
    select * from segment where member_id = wanted.member and id = wanted.id offset 0
  ) s`,
  'segments_load',
)

const KNOWN_BATCHES = prepared(
  `
  select known.id from unnest($1::bigint[], $2::bigint[]) as wanted(member, id) cross join lateral (
    select id from raw_batch where member_id = wanted.member and id = wanted.id offset 0
  ) known`,
  'batches_known',
)

interface LoadRow {
  kind: typeof MEMBER | typeof SEGMENT | typeof TRIP | typeof ACCOUNT
  member: number
  id: number
  version: number
  doc: string | null
  state: string | null
  newestBatch: number | null
}

interface SegmentRow {
  member: number
  id: number
  version: number
  doc: string
  state: string
}

/**
 * Members of any number of partitions. `load` leaves out ids that do not exist; a deleted member does not
 * exist. If `apply` throws without an error code of Postgres, the outcome is unknown: the cursors of the
 * partitions show whether it was saved.
 * @param shown days for which an event may show a document that is overwritten
 */
export function memberStore(pool: pg.Pool, shown?: number): MemberStore {
  const { apply, probe } = saveCommits(pool, undefined, shown)
  return {
    load: async (ids, full) => {
      const wanted = `{${ids.filter(isId).join(',')}}`
      const { rows } = await pool.query<LoadRow>(
        full === undefined ? { ...LOAD, values: [wanted] } : { ...LOAD_IN_PART, values: [wanted, full] },
      )
      return assemble(rows)
    },
    segments: async (asked) => await loadSegments(pool, asked),
    apply,
    probe,
    appliedBatches: async (asked) => {
      const batches = asked.filter(({ member, batch }) => isId(member) && isId(batch))
      const { rows } = await pool.query<{ id: number }>({
        ...KNOWN_BATCHES,
        values: [
          `{${batches.map((one) => one.member).join(',')}}`,
          `{${batches.map((one) => one.batch).join(',')}}`,
        ],
      })
      return new Set(rows.map((row) => String(row.id)))
    },
  }
}

async function loadSegments(
  pool: pg.Pool,
  asked: Array<{ member: Id; segments: Id[] }>,
): Promise<Map<Id, StoredSegment[]>> {
  const pairs = asked
    .flatMap(({ member, segments }) => segments.map((id) => ({ member, id })))
    .filter(({ member, id }) => isId(member) && isId(id))
  const { rows } = await pool.query<SegmentRow>({
    ...LOAD_SEGMENTS,
    values: [`{${pairs.map((one) => one.member).join(',')}}`, `{${pairs.map((one) => one.id).join(',')}}`],
  })
  const found = new Map<Id, StoredSegment[]>()
  for (const { member, id, version, doc, state } of rows) {
    const list = found.get(String(member)) ?? []
    found.set(String(member), list)
    list.push({ id: String(id), version, doc, state })
  }
  return found
}

function assemble(rows: LoadRow[]): LoadedMember[] {
  const members = new Map<number, LoadedMember>()
  for (const row of rows) if (row.kind === MEMBER) members.set(row.member, emptyMember(row))
  for (const { kind, member, id, version, doc, state } of rows) {
    const owner = members.get(member)
    if (kind === MEMBER || owner === undefined) continue
    if (kind === SEGMENT) owner.segments.push({ id: String(id), version, doc, state: state ?? '' })
    else {
      const list = kind === TRIP ? owner.trips : owner.accounts
      list.push({ id: String(id), version, doc: doc ?? '', state: state ?? '' })
    }
  }
  for (const owner of members.values())
    for (const list of [owner.segments, owner.trips, owner.accounts]) list.sort(byId)
  return [...members.values()]
}

function emptyMember({ member, id, version, doc, state, newestBatch }: LoadRow): LoadedMember {
  return {
    id: String(member),
    profile: doc ?? '',
    head: state,
    sequence: version,
    appliedSeq: id,
    newestBatch: newestBatch ?? 0,
    segments: [],
    trips: [],
    accounts: [],
  }
}

function byId(a: { id: Id }, b: { id: Id }): number {
  return Number(a.id) - Number(b.id)
}

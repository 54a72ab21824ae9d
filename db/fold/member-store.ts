/** Members as the fold loads and saves them: each call is one round trip (workers/README.md 4.1 and 4.5). */
import type pg from 'pg'
import type { FoldResult, StoredMember, StoredSegment } from '../../schemas/stream/fold-result.js'
import { isId, type Id } from '../../schemas/base/ids.js'
import { eventNotices, packEventNotices, type EventNotice } from '../../schemas/stream/event-notice.js'
import {
  accountColumns,
  eventColumns,
  memberColumns,
  outboxColumns,
  partitionColumns,
  rawColumns,
  segmentColumns,
  tripColumns,
  type Column,
  type MemberWrite,
} from './commit-columns.js'
import { commitStatement, leadingParameterCount } from './commit-statement.js'
import { bindMessage, newMessageBuffer, type BindMessage, type MessageBuffer } from '../pg/bind-message.js'
import { eventRows } from './event-rows.js'
import type { OutboxRow } from './outbox.js'
import { inRawOrder, rawBatchRows, type DecodedMessage, type RefusedMessage } from './raw-batch-rows.js'

/** What one partition's step changes; workers/ports.ts says more. */
export interface Commit {
  partition: number
  epoch: number
  cursor: number
  last: number
  messages: DecodedMessage[]
  folded: FoldResult[]
  refused?: RefusedMessage[]
  parking?: Array<{
    member: Id
    since: number
    reason: string
    error: string
    attempts: number
    version: string
  }>
  parked?: Array<{ member: Id; seq: number; subject: string; bytes: Uint8Array; reason: string }>
  unpark?: { member: Id; upTo: number; done: boolean }
  relayed?: number
}

/** `newest`: the greatest batch id among what is applied, 0 when nothing is. */
export interface LoadedMember extends StoredMember {
  newest: number
}

export interface MemberStore {
  load: (ids: Id[], full?: number) => Promise<LoadedMember[]>
  segments: (asked: Array<{ member: Id; segments: Id[] }>) => Promise<Map<Id, StoredSegment[]>>
  apply: (commits: readonly Commit[]) => Promise<Array<{ notices: OutboxRow[] }> | 'fenced'>
  known: (batches: Array<{ member: Id; batch: Id }>) => Promise<Set<Id>>
}

/** The parts of members `$1`, member by member: together they would be looked for in the whole of a table that grows faster than Postgres learns what is in it. */
const partsOf = (table: string): string =>
  `select part.* from unnest($1::bigint[]) as asked(id) cross join lateral (select member_id, id, version, doc, state from ${table} where member_id = asked.id offset 0) part`

const SEGMENTS = partsOf('segment')

/** Only `$2` of a member's segments, the latest changed, with their documents; of the others the first line of their state: what their raw segments say follows on the second. */
const SOME_IN_FULL = `
  select part.* from unnest($1::bigint[]) as asked(id)
  cross join lateral (select array(select id from segment where member_id = asked.id order by updated desc, id desc limit $2) as ids offset 0) latest
  cross join lateral (
    select member_id, id, version, case when id = any(latest.ids) then doc end, case when id = any(latest.ids) then state else split_part(state, E'\\n', 1) end
    from segment where member_id = asked.id offset 0
  ) part`

const load = (segments: string): string => `
  select 0 as kind, id as member, last_seq as id, sequence as version, doc, head as state,
    (select r.id from raw_batch r where r.member_id = member.id order by r.id desc limit 1) as newest
  from member where id = any($1::bigint[]) and status <> 'Deleted'
  union all select 1, *, null from (${segments}) segment
  union all select 2, *, null from (${partsOf('trip')}) trip
  union all select 3, *, null from (${partsOf('account')}) account`

const LOAD = { name: 'members_load', text: load(SEGMENTS) }
const LOAD_IN_PART = { name: 'members_load_in_part', text: load(SOME_IN_FULL) }

const BRING = `
  select s.member_id as member, s.id, s.version, s.doc, s.state
  from unnest($1::bigint[], $2::bigint[]) as asked(member, id) cross join lateral (select * from segment where member_id = asked.member and id = asked.id offset 0) s`

const KNOWN = `
  select r.id from unnest($1::bigint[], $2::bigint[]) as b(member, id) join raw_batch r on r.member_id = b.member and r.id = b.id`

const APPLY = { name: 'apply', text: commitStatement(false) }
const APPLY_RARE = { name: 'apply_rare', text: commitStatement(true) }
const COLUMNS = [
  partitionColumns,
  rawColumns,
  memberColumns,
  segmentColumns,
  tripColumns,
  accountColumns,
  eventColumns,
  outboxColumns,
].reduce((sum, columns) => sum + columns.length, 0)

/** Rooms kept for later commits, and how large one may be. */
const MOST_ROOMS = 8
const LARGEST_ROOM = 8 * 2 ** 20

interface Row {
  kind: 0 | 1 | 2 | 3
  member: number
  id: number
  version: number
  doc: string | null
  state: string | null
  newest: number | null
}

/**
 * Members of many partitions in one store. `load` leaves out ids that do not exist; deleted members do not exist.
 * `apply` is one transaction and one round trip; it locks the partitions first, in order, then members in order of id. When
 * it throws without a code of Postgres, nobody knows whether it was saved: the partitions' positions tell.
 */
export function memberStore(pool: pg.Pool): MemberStore {
  const rooms: MessageBuffer[] = []
  return {
    load: async (ids, full) => {
      const asked = `{${ids.filter(isId).join(',')}}`
      const { rows } = await pool.query<Row>(
        full === undefined ? { ...LOAD, values: [asked] } : { ...LOAD_IN_PART, values: [asked, full] },
      )
      return assemble(rows)
    },
    segments: async (asked) => {
      const pairs = asked
        .flatMap(({ member, segments }) => segments.map((id) => ({ member, id })))
        .filter(({ member, id }) => isId(member) && isId(id))
      const { rows } = await pool.query<{
        member: number
        id: number
        version: number
        doc: string
        state: string
      }>({
        name: 'segments_bring',
        text: BRING,
        values: [
          `{${pairs.map((one) => one.member).join(',')}}`,
          `{${pairs.map((one) => one.id).join(',')}}`,
        ],
      })
      const found = new Map<Id, StoredSegment[]>()
      for (const { member, id, version, doc, state } of rows) {
        const list = found.get(String(member)) ?? []
        found.set(String(member), list)
        list.push({ id: String(id), version, doc, state })
      }
      return found
    },
    apply: async (commits) => {
      const room = rooms.pop() ?? newMessageBuffer()
      const rare = commits.some(
        ({ parking, parked, unpark }) =>
          parking !== undefined || parked !== undefined || unpark !== undefined,
      )
      const message = bindMessage(room, rare ? APPLY_RARE : APPLY, leadingParameterCount(rare), COLUMNS)
      const notices = commits.map(noticesOfCommit)
      write(message, commits, notices.flat(), rare)
      const {
        rows: [answer],
      } = await message.query<{ moved: number; notices: number[] }>(pool)
      // After a failure nobody knows whether the room is still being read.
      if (rooms.length < MOST_ROOMS && room.bytes.length <= LARGEST_ROOM) rooms.push(room)
      if (answer?.moved !== commits.length) return 'fenced'
      const ids = answer.notices.values()
      return notices.map((of) => ({
        notices: of.map(({ id, body }) => ({ id: ids.next().value!, eventId: id, body })),
      }))
    },
    known: async (asked) => {
      const batches = asked.filter(({ member, batch }) => isId(member) && isId(batch))
      const { rows } = await pool.query<{ id: number }>({
        name: 'batches_known',
        text: KNOWN,
        values: [
          `{${batches.map((one) => one.member).join(',')}}`,
          `{${batches.map((one) => one.batch).join(',')}}`,
        ],
      })
      return new Set(rows.map((row) => String(row.id)))
    },
  }
}

function assemble(rows: Row[]): LoadedMember[] {
  const members = new Map<number, LoadedMember>()
  for (const { kind, member, id, version, doc, state, newest } of rows) {
    if (kind === 0) {
      members.set(member, {
        id: String(member),
        profile: doc ?? '',
        head: state,
        sequence: version,
        lastSeq: id,
        newest: newest ?? 0,
        segments: [],
        trips: [],
        accounts: [],
      })
    }
  }
  for (const { kind, member, id, version, doc, state } of rows) {
    const owner = members.get(member)
    if (kind === 0 || owner === undefined) continue
    if (kind === 1) owner.segments.push({ id: String(id), version, doc, state: state ?? '' })
    else
      (kind === 2 ? owner.trips : owner.accounts).push({
        id: String(id),
        version,
        doc: doc ?? '',
        state: state ?? '',
      })
  }
  for (const owner of members.values())
    for (const list of [owner.segments, owner.trips, owner.accounts]) list.sort(byId)
  return [...members.values()]
}

function byMember(a: FoldResult, b: FoldResult): number {
  return Number(a.member) - Number(b.member)
}

function byId(a: { id: Id }, b: { id: Id }): number {
  return Number(a.id) - Number(b.id)
}

type PartNotice = EventNotice & { partition: number }

function noticesOfCommit({ partition, folded }: Commit): PartNotice[] {
  return packEventNotices(
    folded.toSorted(byMember).flatMap((one) => eventNotices(one.member, one.events)),
  ).map((notice) => ({ ...notice, partition }))
}

/** The parameters of `applyStatement`. */
function write(message: BindMessage, commits: readonly Commit[], notices: PartNotice[], rare: boolean): void {
  const folded = commits.flatMap((commit) => commit.folded).sort(byMember)
  const of = <W>(pick: (one: FoldResult) => W[]): Array<MemberWrite<W>> =>
    folded.flatMap((one) => pick(one).map((write) => ({ member: one.member, write })))
  const columns = <R>(of: Array<Column<R>>, rows: R[]): void => {
    for (const [, , value] of of) message.column(rows, value)
  }
  if (rare) message.value(rareText(commits))
  columns(
    partitionColumns,
    commits.map(
      ({ partition, epoch, cursor, last, messages, refused = [], parked = [], relayed = null }) => ({
        partition,
        epoch,
        cursor,
        last,
        messages: messages.length + refused.length + parked.length,
        relayed,
      }),
    ),
  )
  columns(
    rawColumns,
    commits
      .flatMap(({ partition, messages, folded, refused = [] }) =>
        rawBatchRows(partition, messages, folded, refused),
      )
      .sort(inRawOrder),
  )
  columns(memberColumns, folded)
  columns(
    segmentColumns,
    of((one) => one.segments),
  )
  columns(
    tripColumns,
    of((one) => one.trips),
  )
  columns(
    accountColumns,
    of((one) => one.accounts),
  )
  columns(eventColumns, eventRows(folded))
  columns(outboxColumns, notices)
}

function rareText(commits: readonly Commit[]): string {
  return JSON.stringify({
    parking: commits.flatMap(({ partition, parking = [] }) =>
      parking
        .filter((one) => isId(one.member))
        .map((one) => ({ ...one, partition, error: one.error.replaceAll('\0', '\ufffd') })),
    ),
    parked: commits.flatMap(({ parked = [] }) =>
      parked
        .filter((one) => isId(one.member))
        .map((one) => ({ ...one, bytes: Buffer.from(one.bytes).toString('base64') })),
    ),
    unpark: commits.flatMap(({ unpark }) => (unpark === undefined ? [] : [unpark])),
  })
}

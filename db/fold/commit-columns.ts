/**
 * The rows of a commit by column: each column of all rows goes to Postgres as one array (pg/bind-message.ts).
 */
import type { EventNotice } from '../../schemas/stream/event-notice.js'
import type { AccountWrite, FoldResult, SegmentWrite, TripWrite } from '../../schemas/stream/fold-result.js'
import type { ParameterValue } from '../pg/bind-message.js'
import type { EventRow } from './events/event-packs.js'
import type { RawBatchRow } from './raw-batch/raw-batch-rows.js'

/** Name and type of a column, and its value for a row; `instant` is epoch milliseconds on our side, `base64` bytes. */
export type Column<R> = [
  name: string,
  type:
    | 'bigint'
    | 'int'
    | 'text'
    | 'boolean'
    | 'uuid'
    | 'text[]'
    | 'int[]'
    | 'bigint[]'
    | 'uuid[]'
    | 'event_type[]'
    | 'instant'
    | 'base64',
  value: (row: R) => ParameterValue,
]

export interface MemberWrite<W> {
  member: string
  write: W
}

/** A partition that a commit moves. */
export interface PartitionRow {
  partition: number
  epoch: number
  revision: number
  cursor: number
  /** When the stream stored the message at the cursor, epoch milliseconds. */
  stored: number | null
  messages: number
  published: number | null
}

const partitionColumns: Array<Column<PartitionRow>> = [
  ['partition', 'int', (row) => row.partition],
  ['epoch', 'bigint', (row) => row.epoch],
  ['revision', 'bigint', (row) => row.revision],
  ['cursor', 'bigint', (row) => row.cursor],
  ['stored', 'bigint', (row) => row.stored],
  ['messages', 'int', (row) => row.messages],
  ['published', 'bigint', (row) => row.published],
]

const rawColumns: Array<Column<RawBatchRow>> = [
  ['partition', 'int', (row) => row.partition],
  ['member_id', 'bigint', (row) => row.member],
  ['id', 'bigint', (row) => row.id],
  ['seq', 'bigint', (row) => row.seq],
  ['kind', 'text', (row) => row.kind],
  ['client_id', 'text', (row) => row.client],
  ['first_id', 'bigint', (row) => row.first],
  ['n', 'int', (row) => row.count],
  ['received', 'instant', (row) => row.received],
  ['failed', 'boolean', (row) => row.failed],
  ['refused', 'boolean', (row) => row.refused],
  ['withdrawn', 'bigint[]', (row) => (row.withdrawn === null ? null : `{${row.withdrawn.join(',')}}`)],
  ['content', 'base64', (row) => row.content.toString('base64')],
]

/** Only updated, never inserted: the statement names what each of them sets (commit-statement.ts). */
const memberColumns: Array<Column<FoldResult>> = [
  ['id', 'bigint', (row) => row.member],
  ['doc', 'text', (row) => row.profile],
  ['head', 'text', (row) => row.head],
  ['sequence', 'bigint', (row) => row.sequence],
  ['last_seq', 'bigint', (row) => row.appliedSeq],
]

const segmentColumns: Array<Column<MemberWrite<SegmentWrite>>> = [
  ['member_id', 'bigint', (row) => row.member],
  ['id', 'bigint', (row) => row.write.id],
  ['trip_id', 'bigint', (row) => row.write.tripId],
  ['type', 'text', (row) => row.write.type],
  ['status', 'text', (row) => row.write.status],
  ['source', 'text', (row) => (row.write.source === null ? null : withoutNul(row.write.source))],
  ['confirmation_nos', 'text[]', (row) => textArray(row.write.confirmationNos)],
  ['start_at', 'instant', (row) => row.write.startAt],
  ['end_at', 'instant', (row) => row.write.endAt],
  ['raw_ids', 'bigint[]', (row) => `{${row.write.rawIds.join(',')}}`],
  ['version', 'int', (row) => row.write.version],
  ['updated', 'instant', (row) => row.write.updated],
  ['doc', 'text', (row) => row.write.doc],
  ['provenance', 'text', (row) => row.write.provenance],
  ['state', 'text', (row) => row.write.state],
]

const tripColumns: Array<Column<MemberWrite<TripWrite>>> = [
  ['member_id', 'bigint', (row) => row.member],
  ['id', 'bigint', (row) => row.write.id],
  ['status', 'text', (row) => row.write.status],
  ['privacy', 'text', (row) => row.write.privacy],
  ['personal', 'boolean', (row) => row.write.personal],
  ['business', 'boolean', (row) => row.write.business],
  ['begin_at', 'instant', (row) => row.write.beginAt],
  ['end_at', 'instant', (row) => row.write.endAt],
  ['version', 'int', (row) => row.write.version],
  ['updated', 'instant', (row) => row.write.updated],
  ['doc', 'text', (row) => row.write.doc],
  ['segment_ids', 'bigint[]', ({ write: { segmentIds } }) => segmentIds && `{${segmentIds.join(',')}}`],
  ['state', 'text', (row) => row.write.state],
]

const accountColumns: Array<Column<MemberWrite<AccountWrite>>> = [
  ['member_id', 'bigint', (row) => row.member],
  ['id', 'bigint', (row) => row.write.id],
  ['status', 'text', (row) => row.write.status],
  ['source', 'text', (row) => withoutNul(row.write.source)],
  ['account_id', 'text', (row) => withoutNul(row.write.accountId)],
  ['classification', 'text', (row) => row.write.classification],
  ['holder', 'text[]', (row) => textArray(row.write.holder)],
  ['client_id', 'text', (row) => (row.write.client === null ? null : withoutNul(row.write.client))],
  ['ownership', 'text', (row) => row.write.ownership],
  ['conflict', 'boolean', (row) => row.write.conflict],
  ['version', 'int', (row) => row.write.version],
  ['updated', 'instant', (row) => row.write.updated],
  ['doc', 'text', (row) => row.write.doc],
  ['state', 'text', (row) => row.write.state],
]

const eventColumns: Array<Column<EventRow>> = [
  ['id', 'uuid', (row) => row.id],
  ['member_id', 'bigint', (row) => row.member],
  ['sequence', 'bigint', (row) => row.sequence],
  ['type', 'text', (row) => row.type],
  ['resource_id', 'text', (row) => row.resourceId && withoutNul(row.resourceId)],
  ['created', 'instant', (row) => row.created],
  ['version', 'int', (row) => row.version],
  ['body', 'text', (row) => row.body],
  ['ids', 'uuid[]', (row) => row.ids],
  ['types', 'event_type[]', (row) => row.types],
  ['resource_ids', 'bigint[]', (row) => row.resourceIds],
  ['versions', 'int[]', (row) => row.versions],
]

const outboxColumns: Array<Column<EventNotice & { partition: number }>> = [
  ['partition', 'int', (notice) => notice.partition],
  ['event_id', 'uuid', (notice) => notice.id],
  ['body', 'text', (notice) => notice.body],
]

/** The columns of each part of a commit, in the order of the statement's parameters. */
export const COMMIT_COLUMNS = {
  partition: partitionColumns,
  raw: rawColumns,
  member: memberColumns,
  segment: segmentColumns,
  trip: tripColumns,
  account: accountColumns,
  event: eventColumns,
  outbox: outboxColumns,
}

export type CommitPart = keyof typeof COMMIT_COLUMNS
export const COMMIT_PARTS = Object.keys(COMMIT_COLUMNS) as CommitPart[]

/** What a commit writes to each part. */
export type CommitRows = {
  [P in CommitPart]: (typeof COMMIT_COLUMNS)[P] extends Array<Column<infer R>> ? R[] : never
}

/** Replaces NUL, which Postgres cannot store, in text from outside. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd')
}

function textArray(values: string[]): string {
  if (values.length === 0) return '{}'
  return `{${values.map((value) => `"${withoutNul(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** The parameters of the commit statement (commit-statement.ts), written into its Bind message. */
import type { Commit } from '../../schemas/stream/member-store.js'
import { isId } from '../../schemas/base/ids.js'
import { eventNotices, packEventNotices, type EventNotice } from '../../schemas/stream/event-notice.js'
import type { FoldResult } from '../../schemas/stream/fold-result.js'
import type { BindMessage } from '../pg/bind-message.js'
import { COMMIT_COLUMNS, COMMIT_PARTS } from './commit-columns.js'
import type { Column, CommitPart, CommitRows, MemberWrite, PartitionRow } from './commit-columns.js'
import { packEvents } from './events/event-packs.js'
import { storedEvents } from './events/event-rows.js'
import { inRawOrder, rawBatchRows } from './raw-batch/raw-batch-rows.js'

export type PartitionNotice = EventNotice & { partition: number }

/** Number of array parameters. */
export const COLUMN_COUNT = COMMIT_PARTS.reduce((sum, part) => sum + COMMIT_COLUMNS[part].length, 0)

/** True if the commit parks members or resumes parked ones. */
function changesParking({ parking = [], parked = [], unpark }: Commit): boolean {
  return parking.length > 0 || parked.length > 0 || unpark !== undefined
}

/** Event notices of a commit as they are stored in the outbox, in member order. */
export function noticesOfCommit({ partition, folded }: Commit): PartitionNotice[] {
  const notices = folded
    .toSorted(byMember)
    .flatMap((one) => eventNotices(one.member, one.events, one.traceparent))
  return packEventNotices(notices).map((notice) => ({ ...notice, partition }))
}

/** All rows of the commits, in the order in which the statement locks them. */
export function commitRows(commits: readonly Commit[], notices: PartitionNotice[]): CommitRows {
  const folded = commits.flatMap((commit) => commit.folded).sort(byMember)
  const writes = <W>(pick: (one: FoldResult) => W[]): Array<MemberWrite<W>> =>
    folded.flatMap((one) => pick(one).map((write) => ({ member: one.member, write })))
  return {
    partition: commits.map(partitionRow),
    raw: commits.flatMap(rawRows).sort(inRawOrder),
    member: folded,
    segment: writes((one) => one.segments),
    trip: writes((one) => one.trips),
    account: writes((one) => one.accounts),
    event: packEvents(storedEvents(folded)),
    outbox: notices,
  }
}

/** Writes the parameters of one statement; `parking`: the leading JSON text about parked members, if any. */
export function writeCommitParameters(message: BindMessage, rows: CommitRows, parking: string | null): void {
  if (parking !== null) message.value(parking)
  for (const part of COMMIT_PARTS) writeColumns(message, part, rows)
}

function writeColumns<P extends CommitPart>(message: BindMessage, part: P, rows: CommitRows): void {
  const columns = COMMIT_COLUMNS[part] as Array<Column<CommitRows[P][number]>>
  for (const [, , value] of columns) message.column(rows[part] as Array<CommitRows[P][number]>, value)
}

function partitionRow(commit: Commit): PartitionRow {
  const { partition, epoch, revision, cursor, messages, refused = [], parked = [], published = null } = commit
  const stored = commit.cursorStored ?? null
  const count = messages.length + refused.length + parked.length
  return { partition, epoch, revision, cursor, stored, messages: count, published }
}

function rawRows({ partition, messages, folded, refused = [] }: Commit): ReturnType<typeof rawBatchRows> {
  return rawBatchRows(partition, messages, folded, refused)
}

/** Parked and resumed members; null if the commits have none. */
export function parkingJson(commits: readonly Commit[]): string | null {
  if (!commits.some(changesParking)) return null
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

function byMember(a: FoldResult, b: FoldResult): number {
  return Number(a.member) - Number(b.member)
}

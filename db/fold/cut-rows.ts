/**
 * Cuts the rows of a commit into statements of bounded size (workers/DESIGN.md 4.7).
 */
import type { CommitSize } from '../../schemas/stream/commit-size.js'
import { COMMIT_COLUMNS, type Column, type CommitPart, type CommitRows } from './commit-columns.js'

/** What a value that is not text counts. */
const BYTES_PER_VALUE = 8

/**
 * The rows in statements within `limits`; a row that exceeds them is one by itself. The first statement
 * moves the cursors; each of the others follows the revision before it.
 */
export function cutRows(rows: CommitRows, limits: CommitSize): CommitRows[] {
  const first = noRows(rows.partition)
  const statements = [first]
  let current = first
  const follow = ({ partition }: CommitRows): CommitRows =>
    noRows(partition.map((one) => ({ ...one, revision: one.revision + 1, messages: 0 })))
  let size: CommitSize = { rows: rows.partition.length, bytes: 0 }
  for (const { part, row, bytes } of rowsInOrder(rows)) {
    const isFull = size.rows + 1 > limits.rows || size.bytes + bytes > limits.bytes
    if (size.bytes > 0 && isFull) {
      current = follow(current)
      statements.push(current)
      size = { rows: rows.partition.length, bytes: 0 }
    }
    ;(current[part] as unknown[]).push(row)
    size = { rows: size.rows + 1, bytes: size.bytes + bytes }
  }
  return statements
}

function noRows(partition: CommitRows['partition']): CommitRows {
  return { partition, raw: [], member: [], segment: [], trip: [], account: [], event: [], outbox: [] }
}

interface CutRow {
  part: CommitPart
  row: unknown
  bytes: number
}

/** All rows but those of the partitions, in the order in which the statement locks them. */
function* rowsInOrder(rows: CommitRows): Generator<CutRow> {
  for (const part of ['member', 'raw', 'segment', 'trip', 'account', 'event', 'outbox'] as const)
    for (const row of rows[part]) yield { part, row, bytes: bytesOf(part, row) }
}

function bytesOf<P extends CommitPart>(part: P, row: CommitRows[P][number]): number {
  const columns = COMMIT_COLUMNS[part] as Array<Column<CommitRows[P][number]>>
  return columns.reduce((sum, [, , valueOf]) => {
    const value = valueOf(row)
    return sum + (typeof value === 'string' ? value.length : BYTES_PER_VALUE)
  }, 0)
}

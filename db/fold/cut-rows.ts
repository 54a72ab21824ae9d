/**
 * Cuts the rows of a commit into statements of bounded size (workers/DESIGN.md 4.7). An event stays with the
 * document that it shows, because Postgres copies it from there within one statement (event-rows.ts).
 */
import type { CommitSize } from '../../schemas/stream/commit-size.js'
import { COMMIT_COLUMNS, type Column, type CommitPart, type CommitRows } from './commit-columns.js'
import type { EventRow } from './event-rows.js'

/** Rows that belong into one statement. */
interface Bundle {
  rows: Array<{ part: CommitPart; row: unknown }>
  bytes: number
}

/** What a value that is not text counts. */
const BYTES_PER_VALUE = 8

/**
 * The rows in statements within `limits`; a bundle that exceeds them is one by itself. The first statement
 * moves the cursors, and the others require that they were moved to where they are now.
 */
export function cutRows(rows: CommitRows, limits: CommitSize): CommitRows[] {
  const first = noRows(rows.partition)
  const statements = [first]
  let current = first
  let size: CommitSize = { rows: rows.partition.length, bytes: 0 }
  for (const bundle of bundles(rows)) {
    const isFull = size.rows + bundle.rows.length > limits.rows || size.bytes + bundle.bytes > limits.bytes
    if (size.bytes > 0 && isFull) {
      current = noRows(rows.partition.map((one) => ({ ...one, cursor: one.last, messages: 0 })))
      statements.push(current)
      size = { rows: rows.partition.length, bytes: 0 }
    }
    for (const { part, row } of bundle.rows) (current[part] as unknown[]).push(row)
    size = { rows: size.rows + bundle.rows.length, bytes: size.bytes + bundle.bytes }
  }
  return statements
}

function noRows(partition: CommitRows['partition']): CommitRows {
  return { partition, raw: [], member: [], segment: [], trip: [], account: [], event: [], outbox: [] }
}

/** All rows but those of the partitions, in the order in which the statement locks them. */
function* bundles(rows: CommitRows): Generator<Bundle> {
  const eventsByDocument = new Map<string | null, EventRow[]>()
  for (const event of rows.event) {
    const others = eventsByDocument.get(event.doc)
    if (others === undefined) eventsByDocument.set(event.doc, [event])
    else others.push(event)
  }
  for (const row of rows.member) yield bundle('member', row)
  for (const row of rows.raw) yield bundle('raw', row)
  for (const part of ['segment', 'trip'] as const)
    for (const row of rows[part]) yield withEvents(bundle(part, row), row.write, eventsByDocument)
  for (const row of rows.account) yield bundle('account', row)
  for (const row of eventsByDocument.get(null) ?? []) yield bundle('event', row)
  for (const row of rows.outbox) yield bundle('outbox', row)
}

function withEvents(
  own: Bundle,
  { id, doc }: { id: string; doc: string },
  byDocument: Map<string | null, EventRow[]>,
): Bundle {
  for (const event of byDocument.get(id) ?? []) {
    const { rows, bytes } = bundle('event', event)
    own.rows.push(...rows)
    own.bytes += bytes + doc.length
  }
  return own
}

function bundle<P extends CommitPart>(part: P, row: CommitRows[P][number]): Bundle {
  const columns = COMMIT_COLUMNS[part] as Array<Column<CommitRows[P][number]>>
  const bytes = columns.reduce((sum, [, , valueOf]) => {
    const value = valueOf(row)
    return sum + (typeof value === 'string' ? value.length : BYTES_PER_VALUE)
  }, 0)
  return { rows: [{ part, row }], bytes }
}

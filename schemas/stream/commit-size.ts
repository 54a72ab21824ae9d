/** How much a commit writes, and how much one statement may write (workers/DESIGN.md 4.7). */
import type { FoldResult } from './fold-result.js'
import type { PreparedCommit } from './member-store.js'

/** Rows of all tables, and the characters of their texts. */
export interface CommitSize {
  rows: number
  bytes: number
}

/**
 * Most that one statement writes, far below what Postgres can write in its `statement_timeout`; one row may be
 * larger. Figures: decision 52.
 */
export const STATEMENT_LIMITS: CommitSize = { rows: 2_000, bytes: 4 * 2 ** 20 }

/** Whether both sizes together may be one statement. */
export function fitsStatement(a: CommitSize, b: CommitSize, limits = STATEMENT_LIMITS): boolean {
  return a.rows + b.rows <= limits.rows && a.bytes + b.bytes <= limits.bytes
}

export function sumOfSizes(sizes: readonly CommitSize[]): CommitSize {
  const sum = { rows: 0, bytes: 0 }
  for (const { rows, bytes } of sizes) {
    sum.rows += rows
    sum.bytes += bytes
  }
  return sum
}

/** Everything that the commit writes. */
export function commitSize({ folded, messages, refused = [], parked = [] }: PreparedCommit): CommitSize {
  const size = sumOfSizes(folded.map(foldResultSize))
  size.rows += 1 + messages.length + refused.length + parked.length
  for (const { body } of messages) size.bytes += body.length
  for (const { body } of refused) size.bytes += body.length
  for (const { bytes } of parked) size.bytes += bytes.length
  return size
}

/** What the fold of one member writes, without its messages. */
export function foldResultSize(one: FoldResult): CommitSize {
  const { segments, trips, accounts, events } = one
  let bytes = one.head.length + (one.profile?.length ?? 0)
  for (const { doc, provenance, state } of segments) bytes += doc.length + provenance.length + state.length
  for (const { doc, state } of trips) bytes += doc.length + state.length
  for (const { doc, state } of accounts) bytes += doc.length + state.length
  for (const { body } of events) for (const piece of body) bytes += piece.length
  return { rows: 1 + segments.length + trips.length + accounts.length + events.length, bytes }
}

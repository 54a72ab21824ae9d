/**
 * The order of versions (RULES 3.2): by the supplier's stamp, else by when they were received, never by
 * arrival.
 */
import { inOrder } from '../lib/in-order.js'
import { compareValues } from '../statement/field-values.js'
import { compareVersions } from '../statement/statement.js'
import type { Statement } from '../statement/statement.js'

/**
 * Order of versions; those of one stamp by content, so that the order of arrival does not matter (RULES 2.1).
 */
export function compareVersionsByContent(a: Statement, b: Statement): number {
  if (a.statedAt !== b.statedAt || a.raw.receivedAt !== b.raw.receivedAt) return compareVersions(a, b)
  // RULES 4.1: old times given up and new ones confirmed in one message: the new ones are the later version.
  return (
    (a.status === 'Cancelled' ? 0 : 1) - (b.status === 'Cancelled' ? 0 : 1) ||
    compareValues(a.raw.fields, b.raw.fields) ||
    compareVersions(a, b)
  )
}

/** A sorted copy, oldest version first. */
export function sortVersions(statements: readonly Statement[]): Statement[] {
  return inOrder(statements.slice(), compareVersionsByContent)
}

/**
 * When a booking was cancelled (RULES 3.2): the stamp, in epoch milliseconds, of the first of the cancelled versions that no
 * live one follows; null if the newest version is live.
 */
export function cancelledSince(versionsInOrder: readonly Statement[]): number | null {
  const last = versionsInOrder.findLastIndex(({ status }) => status !== 'Cancelled')
  return versionsInOrder[last + 1]?.statedAt ?? null
}

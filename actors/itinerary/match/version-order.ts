/**
 * The order of versions (RULES 3.2): by the supplier's stamp, else by when they were received, never by
 * arrival.
 */
import { inOrder } from '../lib/in-order.js'
import { compareVersions } from '../statement/statement.js'
import { fieldNames } from '../statement/raw-segment.js'
import type { RawSegment } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'

/**
 * Order by content, for versions of one stamp: the same whatever order they arrived in. It is that of both as
 * JSON, `[[name, value], ...]` with names in order, of which only the first difference is written.
 */
export function compareContent(a: RawSegment, b: RawSegment): number {
  const [left, right] = [fieldNames(a), fieldNames(b)]
  for (let i = 0; i < left.length || i < right.length; i++) {
    const [name, other] = [left[i], right[i]]
    if (name === undefined || other === undefined) return name === undefined ? 1 : -1
    if (name !== other) return JSON.stringify(name) < JSON.stringify(other) ? -1 : 1
    const [value, otherValue] = [a.fields[name], b.fields[name]]
    if (value === otherValue) continue
    const [text, otherText] = [`${JSON.stringify(value)}]`, `${JSON.stringify(otherValue)}]`]
    if (text !== otherText) return text < otherText ? -1 : 1
  }
  return 0
}

/**
 * Order of versions; those of one stamp by content, so that the order of arrival does not matter (RULES 2.1).
 */
export function compareVersionsByContent(a: Statement, b: Statement): number {
  if (a.statedAt !== b.statedAt || a.raw.receivedAt !== b.raw.receivedAt) return compareVersions(a, b)
  // RULES 4.1: old times given up and new ones confirmed in one message: the new ones are the later version.
  return (
    (a.status === 'Cancelled' ? 0 : 1) - (b.status === 'Cancelled' ? 0 : 1) ||
    compareContent(a.raw, b.raw) ||
    compareVersions(a, b)
  )
}

/** A sorted copy, oldest version first. */
export function sortVersions(statements: readonly Statement[]): Statement[] {
  return inOrder(statements.slice(), compareVersionsByContent)
}

/** A stored segment, parsed: its fields depend on its type (RULES 1). */
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'

export type SegmentDoc = Record<string, unknown> & { id: string; type: SegmentType; status: string }

/** The text of a field or number; null when it is empty. */
export function textOf(doc: Readonly<Record<string, unknown>>, field: string | null): string | null {
  const value = field === null ? null : doc[field]
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** The objects of a list; empty when the field has none. */
export function listOf(
  doc: Readonly<Record<string, unknown>>,
  field: string,
): Array<Record<string, unknown>> {
  const value = doc[field]
  return Array.isArray(value) ? (value as Array<Record<string, unknown>>) : []
}

/** Stored segments as calendar events read them. */
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'

/** A stored segment, parsed. Its fields depend on its type (RULES 1). */
export type SegmentDoc = Record<string, unknown> & {
  id: string
  type: SegmentType
  status: string
  created: string
  updated: string
}

/** The text of a field; null when it is empty or not text. */
export const textField = (doc: SegmentDoc, name: string): string | null => {
  const value = doc[name]
  return typeof value === 'string' && value !== '' ? value : null
}

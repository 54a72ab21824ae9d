/** Examples of raw segments for the OpenAPI document. */
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import EXAMPLES from './raw-segments.json' with { type: 'json' }
import MORE from './values-by-type.json' with { type: 'json' }

/** A raw segment of each type, as somebody might send it. */
export const rawExamples: Readonly<Record<SegmentType, Record<string, unknown>>> = EXAMPLES

/** Examples for the field tables of a type: its raw segment, and values for fields that differ in meaning by type. */
export const valuesOfType = (type: SegmentType): Record<string, unknown> => ({
  ...(MORE as Partial<Record<SegmentType, Record<string, string>>>)[type],
  ...rawExamples[type],
})

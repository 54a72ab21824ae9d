/** Examples of raw segments for the OpenAPI document. */
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import EXAMPLES from './raw-segments.json' with { type: 'json' }

/** A raw segment of each type. */
export const rawExamples: Readonly<Record<SegmentType, Record<string, unknown>>> = EXAMPLES

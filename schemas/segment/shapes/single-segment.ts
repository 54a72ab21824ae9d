/** The body of a request that submits or changes one segment of a known type (contract.md 2). */
import Type from 'typebox'
import type { TObject, TSchema } from 'typebox'
import { Identifier } from '../../base/formats.js'
import { perType } from '../catalog.js'
import { commonProperties, RawSegmentFields } from '../fields/common.js'
import type { SegmentDefinition } from '../fields/define-segment.js'
import { TYPE_MEANING } from '../fields/segment-types.js'
import type { SegmentType } from '../fields/segment-types.js'

/** The source of a segment that names none: the member's own statement. */
export const MANUAL = 'manual'

const { source } = commonProperties as Record<string, TSchema>

/** What a request about one segment may have besides the fields of the raw segment. */
export const SingleSegmentFields = Type.Object(
  {
    source: Type.Optional(source!),
    trip_id: Type.Optional(Identifier('Trip to which the segment is pinned.')),
  },
  { description: `Source, "${MANUAL}" if omitted, and trip of a segment that is sent alone.` },
)

function singleSegment({ type, schema, ownFields }: SegmentDefinition): TObject {
  const { type: _type, source: _source, ...rest } = schema.properties as Record<string, TSchema>
  return Type.Object(
    {
      type: Type.Optional(Type.Literal(type, { description: TYPE_MEANING })),
      ...SingleSegmentFields.properties,
      ...rest,
    },
    {
      description: `A raw segment of type ${type}; source is "${MANUAL}" if omitted.`,
      'x-extends': [RawSegmentFields, ownFields, SingleSegmentFields],
    },
  )
}

/** `type` and `source` are optional, `trip_id` pins the segment to a trip. */
export const SINGLE_SEGMENTS: Readonly<Record<SegmentType, TObject>> = perType(singleSegment)

/** Any of them. */
export const SingleSegment = Type.Union(Object.values(SINGLE_SEGMENTS))

/** Which fields the document of each segment type has, in order; worked out once per type. */
import { SEGMENT_RESOURCES } from '../../../schemas/itinerary/segment-resource.js'
import { DOCUMENT_FIELDS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { shownEnds } from '../../../schemas/segment/shapes/shown-names.js'
import type { ShownEnds } from '../../../schemas/segment/shapes/shown-names.js'

export interface DocumentFields extends ShownEnds {
  /** A document with every field null, to copy. */
  blank: Record<string, unknown>
  /** All fields that hold a coordinate. */
  coordinates: string[]
  /** Fields that show the merged value of the submitted field of the same name. */
  submitted: readonly string[]
}

function documentFields(type: SegmentType): DocumentFields {
  const { provenance: _provenance, ...shown } = SEGMENT_RESOURCES[type].properties
  const names = Object.keys(shown)
  // The runtime copies an object from JSON.parse faster than one from Object.fromEntries.
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<
    string,
    unknown
  >
  return {
    blank,
    ...shownEnds(type),
    coordinates: names.filter((name) => /(^|_)(lat|lon)$/.test(name)),
    submitted: DOCUMENT_FIELDS[type],
  }
}

export const FIELDS_OF_DOCUMENT = Object.fromEntries(
  SEGMENT_TYPES.map((type) => [type, documentFields(type)]),
) as Record<SegmentType, DocumentFields>

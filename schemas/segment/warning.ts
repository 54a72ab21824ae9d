/** What the API shows where something about a segment or trip needs attention (contract.md 3). */
import { values } from '../data/enumerations.js'
import type { ValueOf } from '../data/enumerations.js'
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Text, orNull } from '../base/formats.js'

export const WARNING_CODES = values('warning')

/** RULES 5.17: codes of an itinerary that cannot be travelled as it is known. */
export type PlausibilityCode = 'two_places' | 'leg_missing' | 'stay_missing'

export type WarningCode = ValueOf<'warning'>

const WarningValue = Type.Object(
  {
    source: Text('Id of the source.'),
    value: orNull(Text('What it says: a local date or date-time, or text.')),
  },
  { description: 'What one source says.' },
)

export type WarningValue = Static<typeof WarningValue>

const properties = {
  code: Type.Enum(WARNING_CODES, { description: 'Kind of warning.' }),
  description: Text('The warning in a sentence for the traveller, without ids, codes and field names.'),
  field: orNull(Text('Field of the segment that it is about; null: the segment or trip as a whole.')),
  values: Type.Array(WarningValue, { description: 'What the sources say, the value in use first.' }),
}

/** A warning in the document of a segment. */
export const SegmentWarning = Type.Object(properties, { description: 'A warning.' })

export type SegmentWarning = Static<typeof SegmentWarning>

/** A warning in the document of a trip. */
export const TripWarning = Type.Object(
  {
    ...properties,
    segment_ids: Type.Array(Identifier('Id of a segment.'), { description: 'Segments it concerns.' }),
  },
  { description: 'Something that the member may want to check.' },
)

export type TripWarning = Static<typeof TripWarning>

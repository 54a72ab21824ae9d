/** The source as the API shows it (contract.md 3). */
import Type from 'typebox'
import { CLASSIFICATIONS } from './source-row.js'
import { Instant, Text, orNull } from '../base/formats.js'

/** Whether raw segments may name the source. */
export const SOURCE_STATUS_MEANINGS = {
  Active: 'Raw segments may name it.',
  Inactive: 'New raw segments that name it are refused; what it reported before stays.',
} as const

export const Source = Type.Object(
  {
    id: Text('Id, compared exactly: the value of "source" in a raw segment.'),
    name: Text('Name.'),
    classification: Type.Enum([...CLASSIFICATIONS], { description: 'Class.' }),
    segment_types: Type.Array(Type.String(), { description: 'Segment types it reports.' }),
    vendor_code: orNull(Text('Code of the vendor.')),
    priority: Type.Integer({ description: 'Rank; the lower one wins.' }),
    status: Type.Enum(Object.keys(SOURCE_STATUS_MEANINGS) as Array<keyof typeof SOURCE_STATUS_MEANINGS>, {
      description: 'An Inactive source accepts no new segments.',
    }),
    url: orNull(Text('Web page of the source.')),
    created: Instant('When it was created.'),
    updated: Instant('When it changed.'),
  },
  { description: 'A supplier of travel data.' },
)

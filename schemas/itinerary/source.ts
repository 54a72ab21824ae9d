/** The source as the interface shows it (contract.md 3). */
import Type from 'typebox'
import { Instant, Text, orNull } from '../base/formats.js'

export const CLASSIFICATIONS = [
  'airline',
  'hotel',
  'car',
  'rail',
  'cruise',
  'transportation',
  'activity',
  'restaurant',
  'parking',
  'gds',
  'tmc',
  'ota',
  'email',
  'calendar',
  'manual',
] as const

export const Source = Type.Object(
  {
    id: Text('Id, compared exactly: the value of "source" in a raw segment.'),
    name: Text('Name.'),
    classification: Type.Enum(CLASSIFICATIONS, { description: 'Class.' }),
    segment_types: Type.Array(Type.String(), { description: 'Kinds of segment it tells of.' }),
    vendor_code: orNull(Text('Code of the vendor.')),
    priority: Type.Integer({ description: 'Rank; the lower one wins.' }),
    status: Type.Enum(['Active', 'Inactive'], { description: 'An Inactive source takes no new segments.' }),
    url: orNull(Text('Page of the source.')),
    created: Instant('When it came to be.'),
    updated: Instant('When it changed.'),
  },
  { description: 'A supplier of travel data.' },
)

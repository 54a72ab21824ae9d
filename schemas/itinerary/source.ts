/** The source as the API shows it (contract.md 3). */
import { values } from '../data/enumerations.js'
import Type from 'typebox'
import { CLASSIFICATIONS } from './source-row.js'
import { Instant, Text, orNull } from '../base/formats.js'

export const Source = Type.Object(
  {
    id: Text('Id, compared exactly: the value of "source" in a raw segment.'),
    name: Text('Name.'),
    classification: Type.Enum([...CLASSIFICATIONS], { description: 'Class.' }),
    segment_types: Type.Array(Type.String(), { description: 'Segment types it reports.' }),
    vendor_code: orNull(Text('Code of the vendor.')),
    priority: Type.Integer({ description: 'Rank; the lower one wins.' }),
    status: Type.Enum(values('source-status'), {
      description: 'An Inactive source accepts no new segments.',
    }),
    url: orNull(Text('Web page of the source.')),
    created: Instant('When it was created.'),
    updated: Instant('When it changed.'),
  },
  { description: 'A supplier of travel data.' },
)

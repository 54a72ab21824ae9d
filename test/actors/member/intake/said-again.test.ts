/** What a source says of any segment, with one field more, is said of the same segment. */
import fc from 'fast-check'
import t from 'tap'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { dayAfter, generatedSegment } from '../../../support/fields/generated-segment.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { traveller } from '../../../support/traveller.js'

for (const type of SEGMENT_TYPES)
  t.test(type, async (t) => {
    const { counterexample } = fc.check(
      fc.property(generatedSegment(type, dayAfter('2026-03-01', 0)), (segment) => {
        const one = traveller([])
        one.post(segment)
        const before = one.live().length
        one.post({ ...segment, booking_agent: 'Another agent' })
        return one.live().length === before
      }),
      { numRuns: propertyRuns(2_000) },
    )
    t.equal(counterexample, null)
  })

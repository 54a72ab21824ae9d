/** The order of versions with one stamp (RULES 3.2). */
import fc from 'fast-check'
import t from 'tap'
import { compareContent } from '../../../../actors/itinerary/match/version-order.js'
import { RawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'

const fieldsOf = fc.dictionary(
  fc.constantFrom('airline', 'flight_num', 'gate', 'note "a"', 'pax', 'price'),
  fc.oneof(
    fc.constantFrom('1', '12', '1]', '', 'a"b'),
    fc.constantFrom(1, 12, true),
    fc.array(fc.constantFrom('x', 1), { maxLength: 2 }),
  ),
)
const rawOf = (fields: Record<string, unknown>): RawSegment =>
  new RawSegment({ id: '1', type: 'Air', source: 's', receivedAt: 0 }, fields)
const textOf = (fields: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))

t.test('versions of equal stamps are ordered by content, written with its names in order', async (t) => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fieldsOf, fieldsOf, (a, b) => {
        const [left, right] = [textOf(a), textOf(b)]
        const expected = Number(left > right) - Number(left < right)
        return Math.sign(compareContent(rawOf(a), rawOf(b))) === expected
      }),
      { numRuns: 3_000 },
    )
  })
})

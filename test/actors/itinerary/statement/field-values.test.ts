/** The values of a raw segment's fields: what is kept, and the order of versions with one stamp (RULES 3.2). */
import fc from 'fast-check'
import t from 'tap'
import {
  compareValues,
  FieldValues,
  haveSameValues,
} from '../../../../actors/itinerary/statement/field-values.js'
import { parseRawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'

const fieldsOf = fc.dictionary(
  fc.constantFrom('airline', 'flight_num', 'gate', 'note "a"', 'pax', 'price'),
  fc.oneof(
    fc.constantFrom('1', '12', '1]', '', 'a"b'),
    fc.constantFrom(1, 12, true),
    fc.array(fc.constantFrom('x', 1), { maxLength: 2 }),
  ),
)
const valuesOf = (fields: Record<string, unknown>): FieldValues => FieldValues.of('Air', fields)
const textOf = (fields: Record<string, unknown>): string =>
  JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))

t.test('versions of equal stamps are ordered by content, written with its names in order', async (t) => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fieldsOf, fieldsOf, (a, b) => {
        const [left, right] = [textOf(a), textOf(b)]
        const expected = Number(left > right) - Number(left < right)
        if (haveSameValues(valuesOf(a), valuesOf(b)) !== (expected === 0)) return false
        return Math.sign(compareValues(valuesOf(a), valuesOf(b))) === expected
      }),
      { numRuns: 3_000 },
    )
  })
})

t.test('a raw segment keeps its fields and the names that senders make up, without the empty ones', (t) => {
  const body = { type: 'Air', zebra: 1, source: 'gds', airline: ' DL ', notes: '', seat: null, 7: 'seven' }
  const fields = parseRawSegment('1', 0, body)?.fields
  t.same(fields?.toJSON(), { airline: 'DL', zebra: 1, 7: 'seven' })
  t.equal(fields?.get('zebra'), 1)
  t.equal(fields?.get('airline'), 'DL')
  t.equal(fields?.get('toString'), undefined)
  t.equal(fields?.get(null), undefined)
  t.end()
})

t.test('a copy of the values is another set of values', (t) => {
  const values = valuesOf({ airline: 'DL', zebra: 1, price: null })
  const copy = values.copy()
  copy.set('airline', 'BA')
  copy.set('zebra', undefined)
  copy.set('lion', 2)
  t.same(values.entries(), [
    ['airline', 'DL'],
    ['zebra', 1],
  ])
  t.same(copy.toJSON(), { airline: 'BA', lion: 2 })
  t.end()
})

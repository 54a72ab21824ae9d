/**
 * The statement of the merged fields is the one that parsing them gives, whichever statement they resemble.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { RawSegment, parseRawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import { statementOf } from '../../../../actors/itinerary/statement/statement.js'
import { mergedStatement } from '../../../../actors/itinerary/merge/merged-statement.js'
import { fieldNames, randomFields } from '../../../support/fields/random-fields.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { places } from '../../../support/world.js'

const OF_ONE_STATEMENT = ['status', 'gds_status', 'supplier_updated', 'entry_id', 'entry_version']
const mergedNames = (type: SegmentType): string[] =>
  fieldNames(type).filter((name) => !OF_ONE_STATEMENT.includes(name))

t.test('a statement that differs from the merged fields in a single field', async (t) => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SEGMENT_TYPES).chain((type) =>
          fc.record({
            type: fc.constant(type),
            fields: randomFields(type, 3, mergedNames(type)),
            field: fc.constantFrom(...mergedNames(type)),
            other: randomFields(type, 5, mergedNames(type)),
          }),
        ),
        ({ type, fields, field, other }) => {
          const merged = { ...fields, [field]: other[field] }
          const word = statementOf(
            parseRawSegment('7', 1, {
              type,
              source: 'airline_dl',
              status: 'Cancelled',
              travelers: [{ name: 'Ann Smith' }],
              ...fields,
            }) as never,
            places,
          )
          const raw = parseRawSegment('0', 0, { type, source: 'airline_dl', ...merged }) as RawSegment
          const { raw: _view, ...view } = mergedStatement('airline_dl', raw.fields, [word], places)
          const { raw: _parsedRaw, ...parsed } = statementOf(
            new RawSegment({ id: '0', type, source: 'airline_dl', receivedAt: 0 }, raw.fields),
            places,
          )
          return isDeepStrictEqual(view, parsed)
        },
      ),
      { numRuns: propertyRuns(10_000) },
    )
  })
})

t.test('a city that only its region or country distinguishes from another', async (t) => {
  const hotel = { type: 'Hotel', source: 'gds', hotel_name: 'Grand', checkin_date: '2026-03-01' }
  const cities = [
    { city_name: 'London', country: 'GB' },
    { city_name: 'London', country: 'CA' },
    { city_name: 'Springfield', admin_code: 'MO' },
    { city_name: 'Springfield', admin_code: 'MA' },
  ]
  const statements = cities.map((city, i) =>
    statementOf(parseRawSegment(String(i), 1, { ...hotel, ...city }) as never, places),
  )
  for (const [i, statement] of statements.entries()) {
    const others = statements.filter((_other, k) => k !== i)
    t.same(
      mergedStatement('gds', statement.raw.fields, others, places).from,
      statement.from,
      JSON.stringify(cities[i]),
    )
  }
})

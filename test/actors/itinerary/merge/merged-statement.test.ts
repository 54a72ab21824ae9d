/**
 * The statement of the merged fields is the one that parsing them gives, whichever statement they resemble.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { RawSegment, parseRawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import { statementOf } from '../../../../actors/itinerary/statement/statement.js'
import type { Fields } from '../../../../actors/itinerary/statement/raw-segment.js'
import { mergedStatement } from '../../../../actors/itinerary/merge/merged-statement.js'
import { places } from '../../../support/world.js'

const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  time: fc.constantFrom('2026-03-01T18:00', '2026-03-02T06:00', '2026-03-01'),
  clock: fc.constantFrom('14:00', '09:30'),
  zone: fc.constantFrom('Europe/Paris', 'America/New_York', 'Nowhere/Else'),
  degree: fc.constantFrom('48.85', '2.35', 40.64),
  place: fc.constantFrom('JFK', 'LON', 'Paris', 'Chicago', 'Gare de Lyon'),
  word: fc.constantFrom('DL', 'Hertz', 'Grand Hotel', '42', 'ABC234'),
}

function valueOf(field: string): fc.Arbitrary<unknown> {
  if (/_(datetime|date)$/.test(field)) return VALUES.time as fc.Arbitrary<unknown>
  if (/_time$/.test(field)) return VALUES.clock as fc.Arbitrary<unknown>
  if (/time_zone_id$/.test(field)) return VALUES.zone as fc.Arbitrary<unknown>
  if (/(lat|lon)$/.test(field)) return VALUES.degree as fc.Arbitrary<unknown>
  return (
    /city_(name|code)$|location|origin|destination/.test(field) ? VALUES.place : VALUES.word
  ) as fc.Arbitrary<unknown>
}

/** Every field that affects a statement of some type, and some that affect none. */
const FIELDS = [
  ...new Set(
    SEGMENT_TYPES.flatMap((type) => {
      const { vendor, number, name, start, end, from, to, startZone, endZone } = SEGMENT_KINDS[type]
      const prefixes = [from.prefix, ...(to === null ? [] : [to.prefix])]
      return [
        vendor,
        number,
        name,
        start,
        end,
        startZone,
        endZone,
        from.text,
        to?.text ?? null,
        ...prefixes.flatMap((prefix) =>
          ['lat', 'lon', 'city_name', 'admin_code', 'country', 'city_code'].map(
            (field) => `${prefix}${field}`,
          ),
        ),
      ]
    }),
  ),
  'origin_name',
  'destination_name',
  'checkin_time',
  'checkout_time',
  'confirmation_no',
  'first_name',
  'last_name',
  'seat_assignment',
  'price',
].filter((field): field is string => field !== null)

const someFields = fc.record(
  Object.fromEntries(FIELDS.map((field) => [field, fc.option(valueOf(field), { nil: undefined })])),
  { requiredKeys: [] },
) as fc.Arbitrary<Fields>

t.test('a statement that differs from the merged fields in a single field', async (t) => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SEGMENT_TYPES),
        someFields,
        fc.constantFrom(...FIELDS),
        fc.boolean(),
        (type, fields, field, given) => {
          const merged = { ...fields }
          if (given) merged[field] = fc.sample(valueOf(field), { numRuns: 1, seed: 1 })[0]
          else delete merged[field]
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
      { numRuns: 2_000 },
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

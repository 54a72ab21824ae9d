import t from 'tap'
import { knownByOtherName } from '../../../schemas/hints/other-names.js'
import { SEGMENT_DEFINITIONS } from '../../../schemas/segment/catalog.js'
import NAMES from '../../../schemas/data/other-names.json' with { type: 'json' }
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'

const fieldsOf = (type: SegmentType): string[] => [
  ...Object.keys(SEGMENT_DEFINITIONS[type].fields),
  'confirmation_no',
]

t.test('names of other APIs are known where the field is', (t) => {
  for (const [type, name, field] of [
    ['Hotel', 'city', 'city_name'],
    ['Hotel', 'check_in', 'checkin_date'],
    ['Hotel', 'Name', 'hotel_name'],
    ['Restaurant', 'name', 'restaurant_name'],
    ['Air', 'PNR', 'confirmation_no'],
    ['Air', 'flight_number', 'flight_num'],
    ['Air', 'from', 'origin'],
    ['Air', 'departureDate', 'departure_datetime'],
    ['Car', 'pickup_time', 'pickup_datetime'],
    ['Hotel', 'guests', 'number_of_guests'],
    ['Air', 'check_in', null],
    ['Air', 'colour', null],
  ] as const)
    t.equal(knownByOtherName(name, fieldsOf(type)), field, `${type} ${name}`)
  t.end()
})

t.test('each leads to a field that some type has', (t) => {
  const all = SEGMENT_TYPES.map((type) => Object.keys(SEGMENT_DEFINITIONS[type].schema.properties))
  for (const [name, fields] of Object.entries(NAMES)) {
    for (const field of fields)
      t.ok(
        all.some((known) => known.includes(field)),
        `${name}: ${field}`,
      )
    t.equal(new Set(fields).size, fields.length, name)
  }
  t.end()
})

import t from 'tap'
import { knownByOtherName } from '../../../schemas/hints/other-names.js'
import { SEGMENT_DEFINITIONS } from '../../../schemas/segment/catalog.js'
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
    ['Air', 'check_in', null],
    ['Air', 'colour', null],
  ] as const)
    t.equal(knownByOtherName(name, fieldsOf(type)), field, `${type} ${name}`)
  t.end()
})

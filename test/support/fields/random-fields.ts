/** Random values for the fields of a segment type: few of each kind, so that two segments often agree. */
import fc from 'fast-check'
import { SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { Fields } from '../../../actors/itinerary/statement/raw-segment.js'

const VALUES: ReadonlyArray<[names: RegExp, values: readonly unknown[]]> = [
  [/_(datetime|date)$/, ['2026-03-01T18:00', '2026-03-01T18:20', '2026-03-02T06:00', '2026-03-01']],
  [/_time$/, ['14:00', '09:30']],
  [/time_zone_id$/, ['Europe/Paris', 'America/New_York', 'Nowhere/Else']],
  [/(lat|lon)$/, ['48.85', '2.35', 40.64]],
  [/address1$/, ['5 Rue de Rivoli, 75001 Paris', '1 High Street, London']],
  [/city_(name|code)$|location|origin|destination/, ['JFK', 'LON', 'Paris', 'Chicago', 'Gare de Lyon']],
  [/country$/, ['FR', 'GB', 'US']],
  [/^port_calls$/, [[{ port: 'Nice' }], [{ port: 'Palma', arrival_datetime: '2026-03-02T06:00' }]]],
  [/^travelers$/, [[{ name: 'Ann Smith' }], [{ name: 'Ann Smith' }, { name: 'Bob Jones' }]]],
  [/_num$/, ['42', 'DL 43', 'AF 7']],
  [/airline$/, ['DL', 'AF', 'Air France']],
  [/_name$/, ['Smith', 'Grand Hotel', 'Paris Gare de Lyon']],
  [/./, ['DL', 'Hertz', 'Grand Hotel', '42', 'ABC234']],
]

/** The names of all fields of a type. */
export function fieldNames(type: SegmentType): string[] {
  return SEGMENT_SLOTS[type].fields.map(({ name }) => name)
}

/** A value for a field. */
export function valueOf(field: string): fc.Arbitrary<unknown> {
  return fc.constantFrom(...(VALUES.find(([names]) => names.test(field))?.[1] ?? []))
}

/** A segment of a type: of ten fields it has about `tenths`. */
export function randomFields(
  type: SegmentType,
  tenths = 3,
  names: readonly string[] = fieldNames(type),
): fc.Arbitrary<Fields> {
  return fc.record(
    Object.fromEntries(
      names.map((name) => [
        name,
        fc.oneof(
          { weight: 10 - tenths, arbitrary: fc.constant(undefined) },
          { weight: tenths, arbitrary: valueOf(name) },
        ),
      ]),
    ),
  ) as fc.Arbitrary<Fields>
}

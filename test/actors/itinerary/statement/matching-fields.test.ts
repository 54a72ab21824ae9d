/**
 * Everything that a matching rule reads in a raw segment is part of its fingerprint, by which equal raw
 * segments are found.
 */
import t from 'tap'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { MATCH_RULES } from '../../../../actors/itinerary/match/match-rules.js'
import { FieldValues } from '../../../../actors/itinerary/statement/field-values.js'
import { RawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import type { Fields } from '../../../../actors/itinerary/statement/raw-segment.js'
import { statementOf } from '../../../../actors/itinerary/statement/statement.js'
import {
  MATCHING_FIELDS,
  STATEMENT_FIELDS,
  matchingFingerprint,
} from '../../../../actors/itinerary/statement/matching-fields.js'
import { flight, hotel, meeting } from '../../../support/traveller.js'
import { places } from '../../../support/world.js'

const MORE = {
  venue: 'Hall',
  address1: '1 High Street',
  property_code: 'P1',
  ticket_number: '125',
  operating_flight_num: 'BA1',
  city_name: 'London',
  seat_assignment: '1A',
}
const BODIES: Fields[] = [
  flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', MORE),
  flight('BA7', 'JFK-LHR', '2026-03-01T18:03', '2026-03-02T06:03'),
  hotel('Grand Hotel', 'London', '2026-03-01', '2026-03-04', MORE),
  hotel('Grand Hotel Strand', 'London', '2026-03-01', '2026-03-04', { ...MORE, property_code: 'P2' }),
  meeting('Review', 'London', '2026-03-01T10:00', '2026-03-01T11:00', MORE),
  meeting('Review', 'London', '2026-03-01T10:00', '2026-03-01T11:00', { ...MORE, venue: 'Room' }),
]

t.test('every field that a rule reads is in the fingerprint', (t) => {
  const read = new Map<string, RawSegment>()
  let matching = false
  for (const type of SEGMENT_TYPES) {
    const statements = BODIES.map((body, i) => {
      const fields = FieldValues.of(type, body)
      const get = fields.get.bind(fields)
      fields.get = (name) => {
        if (matching && name !== null) read.set(`${type} ${name}`, raw)
        return get(name)
      }
      const raw = new RawSegment({ id: String(i + 1), type, source: 'tmc', receivedAt: 0 }, fields)
      return statementOf(raw, places)
    })
    matching = true
    for (const a of statements) for (const b of statements) MATCH_RULES[type].relate(a, b)
    matching = false
  }
  for (const name of ['Air ticket_number', 'Hotel property_code', 'Meeting venue'])
    t.ok(read.has(name), `${name} is read`)
  for (const [name, { id, type, source, receivedAt: at, fields }] of read) {
    const field = name.slice(type.length + 1)
    const otherwise = fields.copy()
    otherwise.set(field, 'something else')
    const head = { id, type, source, receivedAt: at }
    t.not(
      matchingFingerprint(new RawSegment(head, otherwise)),
      matchingFingerprint(new RawSegment(head, fields.copy())),
      name,
    )
  }
  t.end()
})

/** What matching rules read in addition to the fields of a statement. */
const COMPARED: Record<string, string[]> = {
  Air: ['ticket_number', 'operating_flight_num'],
  Hotel: ['address1', 'property_code'],
  Activity: ['venue'],
  Meeting: ['venue'],
  Event: ['venue'],
}

t.test('matching reads the fields of a statement and those that its rule reads in addition', (t) => {
  for (const type of SEGMENT_TYPES) {
    const besides = MATCHING_FIELDS[type].filter((field) => !STATEMENT_FIELDS[type].includes(field))
    t.same(new Set(besides.map(({ name }) => name)), new Set(COMPARED[type] ?? []), type)
  }
  for (const name of ['checkin_date', 'checkin_time', 'checkout_date', 'checkout_time', 'city_code'])
    t.ok(
      STATEMENT_FIELDS.Hotel.some((field) => field.name === name),
      name,
    )
  t.ok(STATEMENT_FIELDS.Cruise.some((field) => field.name === 'port_calls'))
  t.end()
})

/** What is wrong with the form of a segment stands at a field that the form shows, in words of the form. */
import fc from 'fast-check'
import t from 'tap'
import { FORM_FIELDS, inputsOf } from '../../../../api/pages/member/editing/segment-fields.js'
import { segmentErrors } from '../../../../api/pages/member/editing/segment-form.js'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { generatedSegment } from '../../../support/fields/generated-segment.js'
import type { Fields } from '../../../support/fields/generated-segment.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { sources } from '../../../support/world.js'

const deps = {
  reference: { source: (id: string) => sources.get(id), zoneOf: () => undefined, sources: undefined },
}
/** What only the API says. */
const MACHINE = /"[a-z]+_[a-z_]+"|\bsend\b|\bField\b|together with/

/** A segment of which the form lacks the fields whose names begin with these letters. */
const lacking = fc.constantFrom(...SEGMENT_TYPES).chain((type) =>
  fc.record({
    type: fc.constant(type),
    segment: generatedSegment(type, '2026-03-01'),
    without: fc.subarray(FORM_FIELDS[type].map(({ name }) => name)),
  }),
)

t.test('every error stands at a field of the form, and speaks of it as the form does', async (t) => {
  fc.assert(
    fc.property(lacking, ({ type, segment, without }) => {
      const gone = new Set([...without, 'location', 'lat', 'lon'])
      const typed = Object.fromEntries(
        FORM_FIELDS[type].flatMap(({ name }) => (gone.has(name) ? [] : [[name, segment[name]]])),
      )
      const shown = new Set(FORM_FIELDS[type].map(({ name }) => name))
      for (const { field, text } of segmentErrors(type, deps, typed)) {
        t.ok(shown.has(field), `${type}: ${field}`)
        t.notMatch(text, MACHINE, `${type}: ${text}`)
      }
    }),
    { numRuns: propertyRuns(2_000) },
  )
})

t.test('a missing place is said at the city, and half a price at the other half', async (t) => {
  const errors = (type: (typeof SEGMENT_TYPES)[number], fields: Fields): unknown =>
    segmentErrors(type, deps, fields)
  const table = { restaurant_name: 'Krone', start_datetime: '2026-03-01T19:00' }
  t.same(errors('Restaurant', table), [
    { field: 'city_name', text: 'Say where it is: enter the city, or the address.' },
  ])
  const place = { checkin_datetime: '2026-03-01T19:00', place_name: 'Krone' }
  t.same(errors('Checkin', place), [
    { field: 'city_name', text: 'Say where it is: enter the city and the country.' },
  ])
  t.same(errors('Restaurant', { ...table, city_name: 'Bern', price: '12' }), [
    { field: 'currency', text: 'Enter the currency of the price too, such as EUR.' },
  ])
})

t.test('the day and the time of a field are named after it', async (t) => {
  const labels = FORM_FIELDS.Ferry.filter(({ kind }) => kind === 'datetime').flatMap((field) =>
    inputsOf(field, {}).map(({ label }) => label),
  )
  t.match(labels, ['Start day', 'Start time'])
  t.ok(labels.includes('Ticket valid from: day'))
  t.ok(labels.includes('Ticket valid from: time'))
})

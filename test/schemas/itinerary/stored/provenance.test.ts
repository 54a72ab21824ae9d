/** Provenance is shown field by field, regardless of how it is stored. */
import t from 'tap'
import { packOrigins, provenanceText } from '../../../../schemas/itinerary/stored/provenance.js'

const ORIGINS = {
  airline: { source: 'airline_dl', raw_id: '1001' },
  price: { source: 'tmc', raw_id: '1002' },
  seat_assignment: { source: 'airline_dl', raw_id: '1001' },
  set: { source: 'manual', raw_id: '1001' },
}

t.test('packed provenance is shown as before packing', async (t) => {
  t.same(JSON.parse(provenanceText(packOrigins(Object.entries(ORIGINS)))), ORIGINS)
  t.ok(packOrigins(Object.entries(ORIGINS)).length < JSON.stringify(ORIGINS).length)
})

t.test('empty provenance', async (t) => {
  t.equal(provenanceText(packOrigins([])), '{}')
})

t.test('older rows are shown as they are', async (t) => {
  t.equal(provenanceText(JSON.stringify(ORIGINS)), JSON.stringify(ORIGINS))
})

/** Provenance is shown field by field, however it is stored. */
import t from 'tap'
import { packOrigins, provenanceText } from '../../../schemas/itinerary/provenance.js'

const ORIGINS = {
  airline: { source: 'airline_dl', raw_id: '1001' },
  price: { source: 'tmc', raw_id: '1002' },
  seat_assignment: { source: 'airline_dl', raw_id: '1001' },
  set: { source: 'manual', raw_id: '1001' },
}

t.test('what was packed is shown as it was', async (t) => {
  t.same(JSON.parse(provenanceText(packOrigins(ORIGINS))), ORIGINS)
  t.ok(packOrigins(ORIGINS).length < JSON.stringify(ORIGINS).length)
})

t.test('nothing', async (t) => {
  t.equal(provenanceText(packOrigins({})), '{}')
})

t.test('rows that were written before are shown as they are', async (t) => {
  t.equal(provenanceText(JSON.stringify(ORIGINS)), JSON.stringify(ORIGINS))
})

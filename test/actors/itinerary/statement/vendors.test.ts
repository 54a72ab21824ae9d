/** Vendors, numbers and titles in comparison form (RULES N1, N3). */
import t from 'tap'
import { carVendor, serviceNumber, titleWords } from '../../../../actors/itinerary/statement/vendors.js'
import { places } from '../../../support/world.js'

t.test('a car company in one form', async (t) => {
  for (const text of ['ET', 'ERAC', 'Enterprise Rent-A-Car']) t.equal(carVendor(text), 'ENTERPRISE', text)
})

t.test('a word for "none" is no number', async (t) => {
  for (const none of ['TBA', 'N/A', 'Unknown', '0000'])
    t.same(serviceNumber(none, 'DL', 'Air', places), [null, null], none)
  t.same(serviceNumber('DL 0042', 'DL', 'Air', places), ['42', 'DL'])
})

t.test('what shops put around a title', async (t) => {
  for (const text of ['Your tickets for Swan Lake', 'Tickets: Swan Lake', 'Swan Lake (2 tickets)'])
    t.same(titleWords(text), ['SWAN', 'LAKE'], text)
})

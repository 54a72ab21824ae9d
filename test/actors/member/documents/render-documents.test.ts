/** The rows and documents of a step (contract.md 3). */
import t from 'tap'
import { flight, hotel, nameOf, traveller } from '../../../support/traveller.js'

t.test(
  'the segments of a cancelled trip are in order of the journey, in whatever order they arrived',
  async (t) => {
    const segments = [
      flight('DL43', 'LHR-JFK', '2026-03-05T16:00', '2026-03-05T19:00', { confirmation_no: 'AAAA22' }),
      hotel('London Marriott', 'London', '2026-03-02', '2026-03-05', {
        country: 'GB',
        confirmation_no: '11223344',
      }),
      flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'AAAA22' }),
    ]
    for (const restoring of [false, true]) {
      const ann = traveller(['JFK'], { restoring })
      for (const segment of segments) ann.post(segment)
      const [trip] = ann.post(segments.map((segment) => ({ ...segment, status: 'Cancelled' }))).trips
      t.equal(trip?.status, 'Cancelled')
      t.same(ann.listedIn(trip).map(nameOf), ['JFK-LHR', 'London Marriott', 'LHR-JFK'])
    }
  },
)

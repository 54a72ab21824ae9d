/** RULES 5.2 and 5.10.2: a journey to a new home and what is booked for the arrival. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import { home } from '../../../support/world.js'

t.test(
  'the first hotel at the new home joins, even if its check-in is before the journey or the day before',
  async (t) => {
    const east = traveller([home('JFK'), home('LHR', '2026-03-02')])
    east.post([
      flight('DL1', 'JFK-LHR', '2026-03-02T10:05', '2026-03-02T22:00'),
      hotel('Park Inn', 'London', '2026-03-02', '2026-03-09', { country: 'GB' }),
    ])
    t.same(
      east.grouping().map((group) => group.toSorted()),
      [['JFK-LHR', 'Park Inn']],
    )
    const west = traveller([home('AKL'), home('HNL', '2026-03-01')])
    west.post([
      flight('NZ10', 'AKL-HNL', '2026-03-02T00:30', '2026-03-01T10:00'),
      hotel('Beach Inn', 'Honolulu', '2026-03-01', '2026-03-09'),
    ])
    t.same(
      west.grouping().map((group) => group.toSorted()),
      [['AKL-HNL', 'Beach Inn']],
    )
  },
)

t.test('an airport of the member that the reference data do not know is home by its code', async (t) => {
  const known = { from: null, city: 'New York', country: 'US', lat: '40.7', lon: '-74', airports: ['QQA'] }
  const onlyCode = { from: null, city: null, country: null, lat: null, lon: null, airports: ['QQA'] }
  for (const home of [known, onlyCode]) {
    const ann = traveller([home])
    ann.post([
      flight('DL1', 'QQA-LHR', '2026-03-01T18:00', '2026-03-02T06:00'),
      flight('DL2', 'LHR-QQA', '2026-03-05T16:00', '2026-03-05T19:00'),
      flight('DL3', 'QQA-LHR', '2026-03-08T18:00', '2026-03-09T06:00'),
      flight('DL4', 'LHR-QQA', '2026-03-12T16:00', '2026-03-12T19:00'),
    ])
    t.same(ann.grouping(), [
      ['QQA-LHR', 'LHR-QQA'],
      ['QQA-LHR', 'LHR-QQA'],
    ])
  }
})

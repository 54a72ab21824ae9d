/** RULES 3.5: what describes one end of a segment comes from sources that mean one place. */
import t from 'tap'
import { flight, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const ticket = { confirmation_no: 'ABC234' }
const rail = (source: string, more: Segment): Segment => ({
  type: 'Rail',
  source,
  train_number: 'EX 71',
  origin: 'Rome Termini',
  destination: 'Milan Centrale',
  departure_datetime: '2026-03-02T08:00',
  arrival_datetime: '2026-03-02T11:00',
  ...more,
})

t.test('another source of the same station fills in what the first does not say', async (t) => {
  const ann = traveller(['LHR'])
  ann.post([
    rail('rail_db', { origin_country: 'IT' }),
    rail('ota', { origin_code: 'S08409', origin_lat: '41.90090', origin_lon: '12.50180' }),
  ])
  t.match(ann.live(), [{ origin_country: 'IT', origin_code: 'S08409', origin_lat: '41.90090' }])
})

t.test('a source that means another airport adds nothing to the end', async (t) => {
  const ann = traveller(['BOS'])
  const [start, end] = ['2026-03-02T08:00', '2026-03-02T11:00']
  ann.post([
    flight('DL1', 'EWR-CDG', start, end, { source: 'airline_dl', ...ticket }),
    flight('DL1', 'LGA-CDG', start, end, {
      source: 'ota',
      ...ticket,
      origin_lat: '40.77720',
      origin_lon: '-73.87260',
      origin_code: 'KLGA',
    }),
  ])
  t.match(ann.live(), [{ origin: 'EWR', origin_lat: '40.69250', origin_code: null }])
})

t.test('an airport that the member pins drops the coordinates of the one before', async (t) => {
  const ann = traveller(['BOS'])
  ann.post(
    flight('DL1', 'LGA-CDG', '2026-03-02T08:00', '2026-03-02T11:00', {
      origin_lat: '40.77720',
      origin_lon: '-73.87260',
    }),
  )
  const { id } = ann.live()[0]!
  ann.edit({ do: 'segment.set', segment: id, fields: { origin: 'EWR' } })
  t.match(ann.live(), [{ origin: 'EWR', origin_lat: '40.69250' }])
})

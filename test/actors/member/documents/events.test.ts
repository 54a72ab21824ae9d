/** Which changes are material (RULES 7.6). */
import t from 'tap'
import type { FoldResult } from '../../../../schemas/stream/fold-result.js'
import { flight, meeting, traveller } from '../../../support/traveller.js'

function material(folded: FoldResult): boolean | undefined {
  const body = folded.events
    .filter((event) => event.type === 'segment.updated')
    .map((event) => JSON.parse(event.body.join('')) as { data: { material: boolean } })
  return body[0]?.data.material
}

t.test('another place or name of a meeting or restaurant is material, a note is not', async (t) => {
  const board = (more: Record<string, unknown>): Record<string, unknown> =>
    meeting('Board meeting', 'Rome', '2026-05-02T09:00', '2026-05-02T11:00', {
      confirmation_no: 'CAL234',
      ...more,
    })
  const table = (more: Record<string, unknown>): Record<string, unknown> => ({
    type: 'Restaurant',
    source: 'ota',
    restaurant_name: 'Da Mario Trastevere',
    address1: 'Via A 1',
    confirmation_no: 'RES234',
    start_datetime: '2026-05-02T19:00',
    city_name: 'Rome',
    country: 'IT',
    ...more,
  })
  const ann = traveller()
  ann.post([board({ start_address1: 'Via Veneto 1' }), table({})])
  t.equal(material(ann.post(board({ start_address1: 'Via Appia 200' }))), true)
  t.equal(material(ann.post(board({ start_address1: 'Via Appia 200', notes: 'x' }))), false)
  t.equal(
    material(ann.post(board({ start_address1: 'Via Appia 200', activity_name: 'Board meeting Rome' }))),
    true,
  )
  t.equal(material(ann.post(table({ address1: 'Via B 2' }))), true)
  t.equal(material(ann.post(table({ address1: 'Via B 2', restaurant_name: 'Da Mario Prati' }))), true)
})

t.test('what a ticket carries besides the travel is not material, nor is the time of boarding', async (t) => {
  const ann = traveller()
  const pass = { ticket_barcode: 'M1LEE/ANN', checkin_url: 'https://air.example/checkin' }
  const board = (more: Record<string, unknown>): FoldResult =>
    ann.post(flight('DL42', 'JFK-ZRH', '2026-03-14T18:30', '2026-03-15T08:05', more))
  board({})
  t.equal(material(board({ ...pass, boarding_datetime: '2026-03-14T17:50' })), false)
  t.equal(material(board({ ...pass, boarding_datetime: '2026-03-14T16:30' })), false)
})

t.test('ports in another order are material, a quarter of an hour less in one is not', async (t) => {
  const nassau = { city_name: 'Nassau', country: 'BS', arrival_datetime: '2026-03-15T08:00' }
  const cozumel = { city_name: 'Cozumel', country: 'MX', arrival_datetime: '2026-03-17T08:00' }
  const ann = traveller()
  const sail = (port_calls: unknown, more: Record<string, unknown> = {}): FoldResult =>
    ann.post({
      type: 'Cruise',
      source: 'cruise_line',
      cruise_line: 'Example Line',
      ship_name: 'Aurora',
      confirmation_no: 'SHIP42',
      embark_datetime: '2026-03-14T16:00',
      disembark_datetime: '2026-03-21T08:00',
      embark_city_name: 'Miami',
      embark_country: 'US',
      port_calls,
      ...more,
    })
  sail([nassau, cozumel])
  t.equal(material(sail([cozumel, nassau])), true, 'swapped')
  t.equal(material(sail([{ ...cozumel, arrival_datetime: '2026-03-17T08:05' }, nassau])), false)
  t.equal(material(sail([{ ...cozumel, city_name: 'COZUMEL' }, nassau])), false)
  t.equal(material(sail([{ ...cozumel, arrival_datetime: '2026-03-17T09:00' }, nassau])), true)
  t.equal(material(sail([cozumel])), true, 'one less')
  t.equal(material(sail([cozumel], { embark_name: 'PortMiami' })), true, 'the port of embarkation')
  t.equal(material(sail([cozumel], { embark_name: 'PortMiami', dining: 'late' })), false)
})

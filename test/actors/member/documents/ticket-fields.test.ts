/** RULES 1, N1 and 7.6: what a ticket carries besides the travel is stored and shown, and is not material. */
import t from 'tap'
import { checkSegment } from '../../../../schemas/segment/validation/check-segment.js'
import type { FoldResult } from '../../../../schemas/stream/fold-result.js'
import { traveller } from '../../../support/traveller.js'

const BARCODE = 'M1LEE/ANN             EABC123 JFKZRHDL 0042 073Y012A0025 100'
const PASS = {
  ticket_barcode: BARCODE,
  boarding_group: '3',
  boarding_sequence: '025',
  boarding_datetime: '2026-03-14T17:50',
  checkin_url: 'https://air.example/checkin?pnr=ABC123',
  change_url: 'https://air.example/change',
  cancel_url: 'https://air.example/cancel',
}
const FLIGHT = {
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: '42',
  origin: 'JFK',
  destination: 'ZRH',
  departure_datetime: '2026-03-14T18:30',
  arrival_datetime: '2026-03-15T08:05',
  confirmation_no: 'ABC123',
}
const context = { source: () => ({ status: 'Active' as const }), zoneOf: () => undefined, strict: true }

t.test('RULES N1: a bar code is kept to the character', async (t) => {
  const ann = traveller()
  ann.post({ ...FLIGHT, ...PASS, ticket_barcode: ` ${BARCODE}\n` })
  t.match(ann.live()[0], { ...PASS, ticket_barcode: ` ${BARCODE}\n` })
})

t.test('RULES 7.6: a bar code, a link and a boarding time are not material', async (t) => {
  const ann = traveller()
  ann.post(FLIGHT)
  const isMaterial = ({ events }: FoldResult): unknown =>
    events
      .filter(({ type }) => type === 'segment.updated')
      .map(({ body }) => (JSON.parse(body.join('')) as { data: { material: boolean } }).data.material)
  t.same(isMaterial(ann.post({ ...FLIGHT, ...PASS })), [false])
  t.same(isMaterial(ann.post({ ...FLIGHT, ...PASS, boarding_datetime: '2026-03-14T16:30' })), [false])
})

t.test('RULES 1: the fields that a ticket carries are known where they make sense', async (t) => {
  const bus = {
    type: 'Transport',
    source: 'manual',
    transport_company: 'Example Bus',
    transport_type: 'Bus',
    start_datetime: '2026-03-15T09:00',
    start_name: 'Berlin ZOB',
    coach: '2',
    seat_assignment: '14C',
    ticket_valid_from: '2026-03-15T00:00',
    ticket_valid_until: '2026-03-16T03:00',
  }
  const show = {
    type: 'Event',
    source: 'manual',
    activity_name: 'Example Concert',
    start_datetime: '2026-03-15T20:00',
    event_url: 'https://hall.example/concert',
    ticket_barcode: 'x'.repeat(4_000),
  }
  for (const good of [{ ...FLIGHT, ...PASS }, bus, show]) t.same(checkSegment(good, context), [], good.type)
  const bad: Array<[Record<string, unknown>, string]> = [
    [{ ...show, ticket_barcode: 'x'.repeat(4_001) }, 'too_long'],
    [{ ...show, event_url: 'javascript:alert(1)' }, 'invalid_value'],
    [{ ...FLIGHT, checkin_url: 'air.example' }, 'invalid_value'],
    [{ ...FLIGHT, event_url: 'https://hall.example' }, 'unknown_field'],
  ]
  for (const [segment, error] of bad) t.match(checkSegment(segment, context), [{ error }])
})

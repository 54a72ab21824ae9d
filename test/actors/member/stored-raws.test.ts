/** Raw segments as they are stored beside each other. */
import t from 'tap'
import { rawsFrom, storedRaws } from '../../../actors/member/stored-raws.js'
import type { Raw } from '../../../actors/itinerary/statement.js'
import { restore } from '../../../actors/member/state.js'
import { flight, traveller } from '../../support/traveller.js'

const SAID = { airline: 'BA', flight_num: '304', number_of_pax: 2, travelers: [{ first_name: 'Ann' }, { first_name: 'Bob' }], metadata: { a: 1, b: [null, 2] } }

function raw (id: string, fields: Record<string, unknown>, client?: string): Raw {
  return { id, type: 'Air', source: `source ${id}`, at: 1_000 + Number(id), fields, ...(client === undefined ? {} : { client }) }
}

t.test('what is stored is what was said: more, less, the same, otherwise and nothing', async t => {
  const raws = [
    raw('1', SAID, 'app'), raw('2', { ...SAID }), raw('3', { ...SAID, flight_num: '305', seat_assignment: '14A' }, 'other'), raw('4', { flight_num: '304' }),
    raw('5', { ...SAID, travelers: [{ first_name: 'Ann' }], metadata: { a: 1, b: [null, 3] } }), raw('6', {}), raw('7', { hasOwnProperty: 'x', constructor: 'y' }), raw('8', { constructor: 'y' })
  ]
  for (let from = 0; from < raws.length; from++) {
    const some = [...raws.slice(from), ...raws.slice(0, from)]
    t.strictSame(rawsFrom('Air', JSON.parse(JSON.stringify(storedRaws(some)))), some)
  }
  t.same(rawsFrom('Air', storedRaws([])), [])
  t.same(storedRaws(raws.slice(0, 4)).map(one => one[3]), [SAID, {}, { flight_num: '305', seat_assignment: '14A' }, { airline: null, number_of_pax: null, travelers: null, metadata: null }])
})

t.test('a row of before, with each raw in full, is read as the one of now', async t => {
  const ann = traveller()
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'))
  ann.post(flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:30', { source: 'tmc', confirmation_no: 'ZZTOP9' }))
  const [row] = ann.stored.segments
  const { q: _q, ...kept } = JSON.parse(row?.state ?? '') as Record<string, unknown>
  const raws = [...ann.state.items.values()].flatMap(item => item.raws)
  t.equal(raws.length, 2)
  const before = { ...ann.stored, segments: [{ ...row!, state: JSON.stringify({ ...kept, r: raws.map(({ id, source, at, fields }) => [id, source, at, fields]) }) }] }
  const said = (of: Raw[]): unknown => of.map(({ id, type, source, at, fields }) => ({ id, type, source, at, fields }))
  for (const stored of [before, ann.stored]) t.same([...restore(stored, ann.env).items.values()].map(item => said(item.raws)), [said(raws)])
})

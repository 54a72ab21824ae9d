/** RULES 3.3.12: which two statements are one crossing. RULES 1: a ferry sent as a Transport is a Ferry. */
import t from 'tap'
import { restore } from '../../../../actors/member/state.js'
import { traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const FERRY = {
  type: 'Ferry',
  source: 'ota',
  ferry_line: 'Strait Lines',
  ferry_number: 'SL 12',
  ship_name: 'Strait Star',
  start_name: 'Port of Dover',
  start_city_name: 'Dover',
  start_country: 'GB',
  end_city_name: 'Calais',
  end_country: 'France',
  start_datetime: '2026-03-02T10:00',
  end_datetime: '2026-03-02T12:30',
}
const TRANSPORT = {
  type: 'Transport',
  transport_type: 'Ferry',
  source: 'manual',
  transport_company: 'Strait Lines Ltd',
  start_city_name: 'Dover',
  end_city_name: 'Calais',
  start_datetime: '2026-03-02T10:05',
}
const BACK = {
  start_name: null,
  start_city_name: 'Calais',
  start_country: 'FR',
  end_city_name: 'Dover',
  end_country: 'GB',
}

const CASES: Array<[string, Segment, number]> = [
  ['the same, under another type', TRANSPORT, 1],
  ['another company', { ...FERRY, source: 'manual', ferry_line: 'Channel Boats' }, 2],
  [
    'no number, ten minutes later',
    { ...FERRY, source: 'manual', ferry_number: null, start_datetime: '2026-03-02T10:10' },
    1,
  ],
  [
    'the same ship, known by its date only',
    { ...FERRY, source: 'manual', start_datetime: '2026-03-02', end_datetime: null },
    1,
  ],
  [
    'the next sailing of the same number',
    { ...FERRY, source: 'manual', start_datetime: '2026-03-02T14:00', end_datetime: '2026-03-02T16:30' },
    2,
  ],
  ['the way back in the same minutes', { ...FERRY, ...BACK, source: 'manual' }, 2],
]

t.test('RULES 3.3.12: one crossing, in either order', async (t) => {
  for (const [name, other, count] of CASES)
    for (const order of [
      [FERRY, other],
      [other, FERRY],
    ]) {
      const ann = traveller(['LHR'])
      for (const segment of order) ann.post(segment)
      t.equal(ann.live().length, count, name)
    }
})

t.test(
  'RULES 3.3.12: of one booking, a later time is a change and the way back is another leg',
  async (t) => {
    const ann = traveller(['LHR'])
    const booked = { ...FERRY, confirmation_no: 'FER123' }
    ann.post([
      booked,
      { ...booked, ...BACK, start_datetime: '2026-03-02T18:00', end_datetime: '2026-03-02T18:30' },
    ])
    t.equal(ann.live().length, 2)
    ann.post({ ...booked, start_datetime: '2026-03-02T11:00', end_datetime: '2026-03-02T13:30' })
    t.same(
      ann.live().map((doc) => doc.start_datetime),
      ['2026-03-02T11:00:00', '2026-03-02T18:00:00'],
    )
  },
)

t.test('RULES 1: a ferry sent as a Transport is shown as a Ferry, with its company', async (t) => {
  const ann = traveller(['LHR'])
  ann.post(TRANSPORT)
  t.match(ann.live()[0], { type: 'Ferry', ferry_line: 'Strait Lines Ltd', start_city_name: 'Dover' })
  t.notOk('transport_type' in ann.live()[0]!)
})

t.test('RULES 1: a ferry stored as a Transport by an earlier version is a Ferry under its id', async (t) => {
  const ann = traveller(['LHR'])
  ann.post(TRANSPORT)
  const { id } = ann.live()[0]!
  for (const row of ann.stored.segments) {
    const { t: _type, d: _derived, ...state } = JSON.parse(row.state.split('\n')[0]!) as Segment
    const { source: _source, type: _sent, ...fields } = TRANSPORT
    const [[rawId, source, received]] = (state['n'] ?? state['r']) as [[string, string, number]]
    row.state = JSON.stringify({
      ...state,
      n: undefined,
      r: [[rawId, source, received, fields]],
      t: 'Transport',
    })
  }
  const state = restore(ann.stored, ann.env)
  t.equal(state.segments.get(id)?.type, 'Ferry')
  t.match(state.segments.get(id)?.merged?.fields.toJSON(), { ferry_line: 'Strait Lines Ltd' })
})

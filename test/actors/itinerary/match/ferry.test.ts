/** RULES 3.3.12: which two statements are one crossing. RULES 1: a ferry sent as a Transport is a Ferry. */
import t from 'tap'
import { restore } from '../../../../actors/member/state.js'
import { traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'
const TRANSPORT = {
  type: 'Transport',
  transport_type: 'Ferry',
  source: 'manual',
  transport_company: 'Strait Lines Ltd',
  start_city_name: 'Dover',
  end_city_name: 'Calais',
  start_datetime: '2026-03-02T10:05',
}

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

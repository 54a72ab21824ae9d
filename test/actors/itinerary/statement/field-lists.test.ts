import t from 'tap'
import { fieldList } from '../../../../actors/itinerary/statement/field-lists.js'
import { fieldNames, parseRawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'

t.test('the same names in the same order are one list, of which a longer one is not part', (t) => {
  const list = fieldList(['status', 'airline'])
  t.equal(fieldList(['status', 'airline']), list)
  t.same(list.sorted, ['airline', 'status'])
  t.same(Object.keys(list.blank), ['status', 'airline'])
  t.not(fieldList(['airline', 'status']), list)
  t.same(fieldList(['status', 'airline', 'origin']).sorted, ['airline', 'origin', 'status'])
  t.same(fieldList([]).sorted, [])
  t.end()
})

t.test('fields stay correct when senders make up more names than are remembered', (t) => {
  for (let n = 0; n < 60_000; n++) fieldList([`made-up-${n}`])
  t.same(fieldList(['status', 'airline']).sorted, ['airline', 'status'])
  t.end()
})

t.test('a raw segment keeps its fields in the order they were sent, without the empty ones', (t) => {
  const body = { type: 'Air', zebra: 1, source: 'gds', airline: ' DL ', notes: '', seat: null, 7: 'seven' }
  const raw = parseRawSegment('1', 0, body)
  t.same(Object.entries(raw?.fields ?? {}), [
    ['7', 'seven'],
    ['zebra', 1],
    ['airline', 'DL'],
  ])
  t.same(raw === null ? [] : fieldNames(raw), ['7', 'airline', 'zebra'])
  t.end()
})

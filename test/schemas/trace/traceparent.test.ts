import t from 'tap'
import {
  formatTraceparent,
  packTraceparent,
  parseTraceparent,
  unpackTraceparent,
} from '../../../schemas/trace/traceparent.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const HEADER = `00-${TRACE}-${SPAN}-01`

t.test('the example of W3C Trace Context is read and written', (t) => {
  t.same(parseTraceparent(HEADER), { traceId: TRACE, spanId: SPAN, isSampled: true })
  t.equal(formatTraceparent({ traceId: TRACE, spanId: SPAN, isSampled: true }), HEADER)
  t.equal(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.isSampled, false)
  t.equal(parseTraceparent(`00-${TRACE}-${SPAN}-03`)?.isSampled, true, 'other flags are no matter')
  t.same(parseTraceparent(`01-${TRACE}-${SPAN}-01-more`)?.traceId, TRACE, 'a later version may have more')
  t.end()
})

t.test('what names no trace is not read', (t) => {
  for (const header of [
    undefined,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  ])
    t.equal(parseTraceparent(header), null, header ?? 'no header')
  t.end()
})

t.test('a delivery keeps a sampled trace in 24 bytes', (t) => {
  const packed = packTraceparent(HEADER) ?? ''
  t.equal(Buffer.from(packed, 'hex').length, 24)
  t.equal(unpackTraceparent(packed), HEADER)
  t.equal(packTraceparent(`00-${TRACE}-${SPAN}-00`), null)
  t.equal(packTraceparent('nonsense'), null)
  t.end()
})

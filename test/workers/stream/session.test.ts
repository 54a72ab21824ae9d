/** The bytes of a message that waits are those that came, whatever they are. */
import type { JsMsg } from '@nats-io/jetstream'
import fc from 'fast-check'
import t from 'tap'
import { TextMessage } from '../../../workers/stream/session.js'
import { propertyRuns, propertySeed } from '../../support/property-runs.js'

const info = { streamSequence: 7, timestampNanos: 1e15, pending: 0 }

t.test('any bytes, also a part of what came with them', (t) => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(4), (came, from) => {
      const data = came.subarray(from)
      const message = new TextMessage({ subject: 'seg.0.1', data, info } as unknown as JsMsg)
      return message.size === data.length && Buffer.compare(message.bytes, data) === 0
    }),
    { numRuns: propertyRuns(1_000), seed: propertySeed() },
  )
  t.pass('the same bytes')
  t.end()
})

import t from 'tap'
import { isThin, packSignatures, unpackSignatures } from '../../../db/webhooks/packed-signatures.js'

const AT = new Date(1_771_500_000_999)
const PLAIN = 'ab'.repeat(32)
const [CURRENT, PREVIOUS] = [7, 8].map((byte) => `v1,${Buffer.alloc(32, byte).toString('base64')}`)

for (const signed of [
  `1771500000 ${PLAIN} ${CURRENT}`,
  `1771500000 ${PLAIN} ${CURRENT} ${PREVIOUS}`,
  `1771500000 ${PLAIN} ${CURRENT} thin`,
])
  t.test(`${signed.split(' ').length - 2} after the plain signature`, async (t) => {
    const packed = Buffer.from(packSignatures(signed), 'hex')
    t.equal(unpackSignatures(packed, AT, isThin(signed)), signed)
  })

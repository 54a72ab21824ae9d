import t from 'tap'
import { isThin, packSignatures, unpackSignatures } from '../../../db/webhooks/packed-signatures.js'

const AT = new Date(1_771_500_000_999)
const PLAIN = 'ab'.repeat(32)
const [CURRENT, PREVIOUS] = [7, 8].map((byte) => `v1,${Buffer.alloc(32, byte).toString('base64')}`)
const [NEW_KEY, OLD_KEY] = [1, 2].map((byte) => `v1a,${Buffer.alloc(64, byte).toString('base64')}`)

for (const signed of [
  `1771500000 ${PLAIN} ${CURRENT}`,
  `1771500000 ${PLAIN} ${CURRENT} ${PREVIOUS}`,
  `1771500000 ${PLAIN} ${CURRENT} thin`,
  `1771500000 ${PLAIN} ${CURRENT} ${NEW_KEY}`,
  `1771500000 ${PLAIN} ${CURRENT} ${PREVIOUS} ${NEW_KEY} ${OLD_KEY}`,
  `1771500000 ${PLAIN} ${CURRENT} ${NEW_KEY} ${OLD_KEY} thin`,
])
  t.test(signed, async (t) => {
    const packed = Buffer.from(packSignatures(signed), 'hex')
    t.equal(unpackSignatures(packed, AT, isThin(signed)), signed)
  })

import t from 'tap'
import { createHmac, randomBytes } from 'node:crypto'
import { HMAC_ROOM, hmac, hmacKey } from '../../../actors/delivery/hmac.js'

const ours = (key: Uint8Array, message: Uint8Array, encoding: 'hex' | 'base64'): string =>
  hmac(hmacKey(key), Buffer.concat([randomBytes(HMAC_ROOM), message]), encoding)

t.test('the published cases (RFC 4231 4.2 to 4.4, 4.7, 4.8)', async (t) => {
  const cases: Array<[key: Buffer, message: Buffer, mac: string]> = [
    [
      Buffer.alloc(20, 0x0b),
      Buffer.from('Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      Buffer.from('Jefe'),
      Buffer.from('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      Buffer.alloc(20, 0xaa),
      Buffer.alloc(50, 0xdd),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      Buffer.alloc(131, 0xaa),
      Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ]
  for (const [key, message, mac] of cases) t.equal(ours(key, message, 'hex'), mac, message.toString('latin1'))
})

t.test('keys and messages of every length around a block, as node makes them', async (t) => {
  for (const length of [0, 1, 31, 32, 50, 63, 64, 65, 200]) {
    for (const size of [0, 1, 55, 56, 63, 64, 65, 1_600]) {
      const [key, message] = [randomBytes(length), randomBytes(size)]
      for (const encoding of ['hex', 'base64'] as const) {
        const theirs = createHmac('sha256', key).update(message).digest(encoding)
        if (ours(key, message, encoding) !== theirs)
          t.fail(`key ${key.toString('hex')}, message ${message.toString('hex')}`)
      }
    }
  }
})

t.test('a key may sign again and again', async (t) => {
  const key = hmacKey(Buffer.from('a key'))
  const bytes = Buffer.concat([Buffer.alloc(HMAC_ROOM), Buffer.from('a message')])
  t.equal(hmac(key, bytes, 'hex'), hmac(key, bytes, 'hex'))
})

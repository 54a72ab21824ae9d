import t from 'tap'
import fc from 'fast-check'
import { byteBuffer } from '../../../../api/feeds/lines/byte-buffer.js'

t.test('rerounds all bytes once, in order, whatever the chunks', async (t) => {
  const rounds = fc.array(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), { maxLength: 4 })
  fc.assert(
    fc.property(rounds, (all) => {
      const buffer = byteBuffer()
      for (const pieces of all) {
        for (const piece of pieces) buffer.append(piece)
        const wanted = Buffer.concat(pieces)
        t.equal(buffer.length(), wanted.length)
        t.ok(buffer.take().equals(wanted))
        t.equal(buffer.length(), 0)
      }
    }),
  )
})

t.test('single bytes use at most twice their size', async (t) => {
  const buffer = byteBuffer()
  for (let i = 0; i < 300_000; i++) buffer.append(Uint8Array.of(i))
  const all = buffer.take()
  t.equal(all.length, 300_000)
  t.ok(all.buffer.byteLength <= 600_000)
})

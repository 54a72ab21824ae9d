import t from 'tap'
import fc from 'fast-check'
import { byteBuffer } from '../../../../api/feeds/lines/byte-buffer.js'

t.test('whatever the pieces, all bytes come back in order, each once', async (t) => {
  const turns = fc.array(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), { maxLength: 4 })
  fc.assert(
    fc.property(turns, (all) => {
      const gathered = byteBuffer()
      for (const pieces of all) {
        for (const piece of pieces) gathered.append(piece)
        const wanted = Buffer.concat(pieces)
        t.equal(gathered.length(), wanted.length)
        t.ok(gathered.take().equals(wanted))
        t.equal(gathered.length(), 0)
      }
    }),
  )
})

t.test('pieces of a byte take twice their size at most', async (t) => {
  const gathered = byteBuffer()
  for (let i = 0; i < 300_000; i++) gathered.append(Uint8Array.of(i))
  const all = gathered.take()
  t.equal(all.length, 300_000)
  t.ok(all.buffer.byteLength <= 600_000)
})

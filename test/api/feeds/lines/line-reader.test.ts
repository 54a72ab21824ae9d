import t from 'tap'
import fc from 'fast-check'
import { lineReader } from '../../../../api/feeds/lines/line-reader.js'
import type { Line } from '../../../../api/feeds/lines/line-reader.js'

const read = (pieces: Uint8Array[], longest = 1_000): Line[] => {
  const reader = lineReader(longest)
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()]
}
const texts = (lines: Line[]): Array<[number, string | null]> =>
  lines.map(({ number, bytes }) => [number, bytes?.toString('utf8') ?? null])
const bytes = (text: string): Buffer => Buffer.from(text)

t.test('numbers lines from 1; blank lines count and are skipped', async (t) => {
  t.same(texts(read([bytes('one\ntwo\r\n\n \t\r\nfive\nsix')])), [
    [1, 'one'],
    [2, 'two\r'],
    [5, 'five'],
    [6, 'six'],
  ])
  t.same(read([]), [])
  t.same(read([bytes('')]), [])
  t.same(texts(read([bytes('one\n')])), [[1, 'one']])
})

t.test('blank lines are counted, also those between others and across chunks', async (t) => {
  const reader = lineReader(4)
  const pieces = ['\n \t\r\none\n\n', ' ', '\n   \n', '     \n']
  const lines = pieces.flatMap((piece) => [...reader.push(bytes(piece))])
  t.same(texts(lines), [
    [3, 'one'],
    [7, null],
  ])
  t.same([reader.lines(), reader.blank()], [7, 5])
})

t.test('a line that is too long is dropped as a whole, and the next one is read', async (t) => {
  t.same(texts(read([bytes('12345678\n1234567\n12345678'), bytes('9\nok')], 8)), [
    [1, '12345678'],
    [2, '1234567'],
    [3, null],
    [4, 'ok'],
  ])
  t.same(texts(read([bytes('123456789')], 8)), [[1, null]])
})

t.test('the lines do not depend on where chunks end', async (t) => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\n', '')),
    fc.constantFrom('', ' ', 'x'.repeat(30)),
  )
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.array(fc.nat(200), { maxLength: 12 }),
      fc.boolean(),
      (lines, cuts, ended) => {
        const all = bytes(lines.join('\n') + (ended ? '\n' : ''))
        const at = [...new Set([0, ...cuts.map((cut) => cut % (all.length + 1)), all.length])].sort(
          (a, b) => a - b,
        )
        const pieces = at.slice(1).map((to, i) => all.subarray(at[i], to))
        t.strictSame(texts(read(pieces, 20)), texts(read([all], 20)))
      },
    ),
  )
})

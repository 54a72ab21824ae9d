import t from 'tap'
import fc from 'fast-check'
import { pack } from '../../../api/feeds/pack.js'
import type { Packable } from '../../../api/feeds/pack.js'

const BOUND = 128 * 1024

t.test('whatever comes, each line is in one message, in order, with ids of its own', async t => {
  const line = fc.record({
    account: fc.constantFrom(null, '1', '2'),
    segments: fc.array(fc.string({ maxLength: 40_000 }).map(notes => ({ notes })), { minLength: 1, maxLength: 300 }),
    mode: fc.constantFrom('merge' as const, 'merge' as const, 'replace' as const),
    ids: fc.option(fc.nat(1_000).map(n => ({ batch: `key ${n}`, first: String(n * 1_000_000) })), { nil: null })
  })
  fc.assert(fc.property(fc.array(line, { maxLength: 12 }), (lines: Packable[]) => {
    let next = 10 ** 12
    const packs = pack(lines, count => { next += count; return { batch: `b${next}`, first: String(next - count) } })
    t.strictSame(packs.flatMap(one => one.lines), lines)
    for (const one of packs) {
      const { segments, mode } = JSON.parse(one.body) as { segments: unknown[], mode?: string }
      t.strictSame(segments, one.lines.flatMap(of => of.segments))
      t.equal(one.count, segments.length)
      t.equal(mode === 'replace', one.lines[0]?.mode === 'replace')
      t.ok(one.lines.every(of => of.account === one.account))
      if (one.lines.length === 1) continue
      t.ok(one.lines.every(of => of.ids === null && of.mode === 'merge'), 'a line with a key, or that replaces, is alone')
      t.ok(one.count <= 500 && Buffer.byteLength(one.body) < BOUND + 1_000)
    }
    const taken = packs.flatMap(one => one.lines[0]?.ids === null ? [Number(one.ids.first), Number(one.ids.first) + one.count - 1] : [])
    t.strictSame(taken, [...taken].sort((a, b) => a - b))
    for (const one of packs) if (one.lines[0]?.ids != null) t.equal(one.ids, one.lines[0].ids)
  }), { numRuns: 40 })
})

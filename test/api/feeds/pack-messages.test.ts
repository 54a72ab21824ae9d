import t from 'tap'
import fc from 'fast-check'
import { packMessages } from '../../../api/feeds/pack-messages.js'
import type { PackableLine } from '../../../api/feeds/pack-messages.js'

const BOUND = 128 * 1024

t.test('each line is in one message, in order, with ids of its own', async (t) => {
  const line = fc.record({
    account: fc.constantFrom(null, '1', '2'),
    travellers: fc.constantFrom('null', '["SMITH/J"]'),
    segments: fc.array(
      fc.record(
        {
          source: fc.constantFrom('gds', 'airline_dl'),
          confirmation_no: fc.stringMatching(/^[A-Z2-9]{6}$/),
          notes: fc.string({ maxLength: 4_000 }),
        },
        { noNullPrototype: true, requiredKeys: ['source', 'notes'] },
      ),
      { minLength: 1, maxLength: 300 },
    ),
    mode: fc.constantFrom('merge' as const, 'merge' as const, 'replace' as const),
    ids: fc.option(
      fc.nat(1_000).map((n) => ({ batch: `key ${n}`, first: String(n * 1_000_000) })),
      { nil: null },
    ),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines: PackableLine[]) => {
      let next = 10 ** 12
      const packs = packMessages(lines, (count) => {
        next += count
        return { batch: `b${next}`, first: String(next - count) }
      })
      t.strictSame(
        packs.flatMap((one) => one.lines),
        lines,
      )
      for (const one of packs) {
        const { segments, mode } = JSON.parse(one.body) as { segments: unknown[]; mode?: string }
        t.strictSame(
          segments,
          one.lines.flatMap((of) => of.segments),
        )
        t.equal(one.count, segments.length)
        t.equal(mode === 'replace', one.lines[0]?.mode === 'replace')
        t.ok(one.lines.every((of) => of.account === one.account))
        t.ok(
          one.lines.every((of) => of.travellers === one.lines[0]?.travellers),
          'of the same travellers',
        )
        if (one.lines.length === 1) continue
        t.ok(
          one.lines.every((of) => of.ids === null && of.mode === 'merge'),
          'a line with a key or in replace mode is alone',
        )
        t.ok(one.count <= 500 && Buffer.byteLength(one.body) < BOUND + 1_000)
      }
      const messageIds = packs.flatMap((one) =>
        one.lines[0]?.ids === null ? [Number(one.ids.first), Number(one.ids.first) + one.count - 1] : [],
      )
      t.strictSame(
        messageIds,
        [...messageIds].sort((a, b) => a - b),
      )
      for (const one of packs) if (one.lines[0]?.ids != null) t.equal(one.ids, one.lines[0].ids)
    }),
    { numRuns: 40 },
  )
})

t.test(
  'lines about different bookings share a message; a second line about one booking starts another',
  (t) => {
    let next = 0
    const lineOf = (...segments: Array<{ source?: string; confirmation_no?: string }>): PackableLine => ({
      account: null,
      travellers: '',
      mode: 'merge',
      ids: null,
      segments: segments.map((segment) => ({ type: 'Air', source: 'airline_dl', ...segment })),
    })
    const sizes = (...lines: PackableLine[]): number[] =>
      packMessages(lines, (count) => {
        next += count
        return { batch: `b${next}`, first: String(next) }
      }).map((one) => one.lines.length)
    const [a, b, again, agent, none] = [
      lineOf({ confirmation_no: 'QHZBT8' }),
      lineOf({ confirmation_no: 'JR4N1W' }),
      lineOf({ confirmation_no: 'qhz-bt8' }),
      lineOf({ confirmation_no: 'QHZBT8', source: 'gds' }),
      lineOf({}),
    ]
    t.same(sizes(a, b, agent), [3], 'two bookings, one of them also of another source')
    t.same(
      sizes(a, b, again),
      [2, 1],
      'a change of a booking is in a later message, however the locator is written',
    )
    t.same(sizes(a, again, a), [1, 1, 1])
    for (const same of ['PNR QHZBT8', 'Conf: qhzbt8', ' QHZ BT8 '])
      t.same(sizes(a, lineOf({ confirmation_no: same })), [1, 1], `${same} is the same locator`)
    for (const nothing of ['TBA', 'none', 'AB'])
      t.same(sizes(a, lineOf({ confirmation_no: nothing }), b), [1, 1, 1], `${nothing} names no booking`)
    t.same(sizes(a, none, b), [1, 1, 1], 'a line without a locator may belong to any booking')
    t.same(
      sizes(lineOf({ confirmation_no: 'QHZBT8' }, { confirmation_no: 'QHZBT8' }), b),
      [2],
      'the legs of one line stay together',
    )
    t.end()
  },
)

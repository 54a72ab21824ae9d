import { Readable } from 'node:stream'
import t from 'tap'
import { countResults } from './tap-totals.js'

const TAP = `TAP version 14
# Subtest: a.test.ts
    # Subtest: adds
        ok 1 - one
        not ok 2 - two
          ---
          diff: |
            ok 9 - not a result
          ...
        1..2
    not ok 1 - adds # time=3ms
    1..1
not ok 1 - a.test.ts # time=5ms
some output of the code under test
`

t.test(
  'assertions are counted, summaries are not, and failures are shown with their diagnostics',
  async (t) => {
    const shown: string[] = []
    const totals = await countResults(Readable.from([TAP]), (line) => {
      if (line.show) shown.push(line.text.trim())
    })
    t.same(totals, { passed: 1, failed: 1 })
    t.same(shown, [
      'not ok 2 - two',
      'diff: |',
      'ok 9 - not a result',
      '...',
      'not ok 1 - adds # time=3ms',
      'not ok 1 - a.test.ts # time=5ms',
    ])
  },
)

t.test('a file that asserts nothing fails', async (t) => {
  for (const empty of ['    1..0\nok 2 - b.test.ts # time=1ms', 'ok 2 - b.test.ts # SKIP no tests found']) {
    const tap = `# Subtest: a.test.ts\n    ok 1 - one\n    1..1\nok 1 - a.test.ts # time=1ms\n# Subtest: b.test.ts\n${empty}\n`
    const shown: string[] = []
    const totals = await countResults(Readable.from([tap]), ({ text, show }) => {
      if (show) shown.push(text)
    })
    t.same(totals, { passed: 1, failed: 1 })
    t.match(shown.at(-1), /^not ok 0 - this file asserts nothing: ok 2 - b\.test\.ts/)
  }
})

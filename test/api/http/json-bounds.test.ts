import t from 'tap'
import fc from 'fast-check'
import { MAX_LEVELS, MAX_VALUES, exceededJsonBound } from '../../../api/http/faults/json-bounds.js'

const bound = (text: string): string | null => exceededJsonBound(Buffer.from(text))

t.test('brackets and values are counted', async (t) => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  t.equal(bound(nested(MAX_LEVELS)), null)
  t.equal(bound(nested(MAX_LEVELS + 1)), 'levels')
  t.equal(bound(`[${'[],'.repeat(MAX_VALUES / 2 - 2)}1]`), null, 'brackets that are closed again')
  const fields = (count: number): string =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, n])))
  t.equal(bound(fields(MAX_VALUES - 1)), null)
  t.equal(bound(fields(MAX_VALUES)), 'values')
})

t.test('text in strings counts for nothing, however it is written', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('[', '{', ',', '"', '\\', '\n', 'é') }), (text) => {
      const values = [text, ...Array.from({ length: MAX_VALUES - 2 }, () => 1)]
      t.equal(bound(JSON.stringify(values)), null)
      t.equal(bound(JSON.stringify([...values, 1])), 'values')
    }),
    { numRuns: 20 },
  )
})

t.test('text that is not JSON ends the pass', async (t) => {
  for (const text of ['', '"', '"\\', '"\\"', ']]]', '{"a']) t.equal(bound(text), null)
})

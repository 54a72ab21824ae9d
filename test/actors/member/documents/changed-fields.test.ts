/** The changed fields found in two JSON texts are those that a comparison of the parsed values finds. */
import fc from 'fast-check'
import t from 'tap'
import { changedFields } from '../../../../actors/member/documents/changed-fields.js'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('', '"', '\\', '\\"', '","b":', '{"a":1}', 'x"}', 'é\u2028'),
)
const value = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true }),
  text,
  fc.array(fc.oneof(text, fc.record({ a: text, b: fc.integer() }))),
  fc.dictionary(text, fc.oneof(text, fc.array(text)), { maxKeys: 3 }),
)

function comparedByValue(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Array<[string, unknown]> {
  const [old, now] = [before, after].map(
    (doc) => JSON.parse(JSON.stringify(doc)) as Record<string, unknown>,
  ) as [Record<string, unknown>, Record<string, unknown>]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => [name, old[name]])
}

t.test('documents with the same fields', async (t) => {
  const names = fc.uniqueArray(
    fc.oneof(text, fc.stringMatching(/^[a-z_]{1,12}$/)).filter((name) => name !== '__proto__'),
    { maxLength: 12 },
  )
  const pair = names.chain((list) =>
    fc.tuple(
      fc.tuple(...list.map((name) => fc.tuple(fc.constant(name), value))),
      fc.tuple(...list.map(() => fc.option(value, { freq: 2 }))),
    ),
  )
  fc.assert(
    fc.property(pair, ([fields, changes]) => {
      const before = Object.fromEntries(fields)
      const after = Object.fromEntries(fields.map(([name, old], i) => [name, changes[i] ?? old]))
      t.strictSame(
        [...changedFields(JSON.stringify(before), JSON.stringify(after))],
        comparedByValue(before, after),
      )
    }),
    { numRuns: 500 },
  )
})

t.test('documents with other fields or another order', async (t) => {
  const documents = fc.dictionary(fc.constantFrom('a', 'b', 'cc', 'ccc', 'trip_id'), value)
  fc.assert(
    fc.property(documents, documents, (before, after) => {
      t.strictSame(
        [...changedFields(JSON.stringify(before), JSON.stringify(after))],
        comparedByValue(before, after),
      )
    }),
    { numRuns: 500 },
  )
})

t.test('a value that begins like the old one is another value', async (t) => {
  t.strictSame(
    [...changedFields('{"a":1,"b":"x"}', '{"a":12,"b":"xy"}')],
    [
      ['a', 1],
      ['b', 'x'],
    ],
  )
  t.strictSame([...changedFields('{"a":[],"b":2}', '{"a":[],"b":2}')], [])
  t.strictSame([...changedFields('{"a":1}', '{"a":1,"b":null}')], [['b', undefined]])
  t.strictSame([...changedFields('{}', '{"b":null}')], [['b', undefined]])
})

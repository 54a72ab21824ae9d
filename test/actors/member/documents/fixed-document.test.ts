/** Documents of a fixed shape are the JSON that an object with the same fields would be. */
import fc from 'fast-check'
import t from 'tap'
import {
  changedFields,
  DocumentShape,
  FixedDocument,
} from '../../../../actors/member/documents/fixed-document.js'

type Fields = Record<string, unknown>

const NAMES = ['id', 'a "quoted" name', 'notes', 'price', 'last']
const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ud800', 'a\u2028b'),
)

t.test('a document of any values is written as JSON.stringify writes it', async (t) => {
  fc.assert(
    fc.property(fc.tuple(value, value, value, value, value), (values) => {
      const document = new FixedDocument(new DocumentShape(NAMES))
      values.forEach((one, slot) => {
        document.values[slot] = one
      })
      t.equal(
        document.toJson(),
        JSON.stringify(Object.fromEntries(NAMES.map((name, i) => [name, values[i]]))),
      )
      t.equal(document.get('notes'), values[2])
    }),
    { numRuns: 100 },
  )
  t.equal(new FixedDocument(new DocumentShape(NAMES)).get('unknown'), undefined)
})

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('', '"', '\\', '\\"', '","b":', '{"a":1}', 'x"}', 'é\u2028'),
)
const anyValue = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true }),
  text,
  fc.array(fc.oneof(text, fc.record({ a: text, b: fc.integer() }))),
  fc.dictionary(text, fc.oneof(text, fc.array(text)), { maxKeys: 3 }),
)

const asStored = (doc: Fields): Fields => JSON.parse(JSON.stringify(doc)) as Fields

function comparedByValue(before: Fields, after: Fields): Array<[string, unknown]> {
  const [old, now] = [asStored(before), asStored(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => [name, old[name]])
}

/** The fields that changed between two documents, both as they are stored. */
function changedBetween(before: Fields, after: Fields): Map<string, unknown> {
  const [old, now] = [asStored(before), asStored(after)]
  const stored = FixedDocument.of(old)
  return changedFields(stored, FixedDocument.of(now, stored.shape))
}

t.test('documents with the same fields', async (t) => {
  const names = fc.uniqueArray(
    fc.oneof(text, fc.stringMatching(/^[a-z_]{1,12}$/)).filter((name) => name !== '__proto__'),
    { maxLength: 12 },
  )
  const pair = names.chain((list) =>
    fc.tuple(
      fc.tuple(...list.map((name) => fc.tuple(fc.constant(name), anyValue))),
      fc.tuple(...list.map(() => fc.option(anyValue, { freq: 2 }))),
    ),
  )
  fc.assert(
    fc.property(pair, ([fields, changes]) => {
      const before = Object.fromEntries(fields)
      const after = Object.fromEntries(fields.map(([name, old], i) => [name, changes[i] ?? old]))
      t.strictSame([...changedBetween(before, after)], comparedByValue(before, after))
    }),
    { numRuns: 500 },
  )
})

t.test('documents with other fields or another order', async (t) => {
  const documents = fc.dictionary(fc.constantFrom('a', 'b', 'cc', 'ccc', 'trip_id'), anyValue)
  fc.assert(
    fc.property(documents, documents, (before, after) => {
      t.strictSame([...changedBetween(before, after)], comparedByValue(before, after))
    }),
    { numRuns: 500 },
  )
})

/** Documents of a fixed shape are the JSON that an object with the same fields would be. */
import fc from 'fast-check'
import t from 'tap'
import { DocumentShape } from '../../../../actors/member/documents/fixed-document.js'

const NAMES = ['id', 'a "quoted" name', 'notes', 'price', 'last']
const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ud800', 'a\u2028b'),
)

t.test('a document of any values is written as JSON.stringify writes it', async (t) => {
  fc.assert(
    fc.property(fc.tuple(value, value, value, value, value), (values) => {
      const document = new DocumentShape(NAMES).create()
      values.forEach((one, slot) => {
        document.values[slot] = one
      })
      t.equal(
        document.toJson(),
        JSON.stringify(Object.fromEntries(NAMES.map((name, i) => [name, values[i]]))),
      )
      t.equal(document.valueOf('notes'), values[2])
    }),
    { numRuns: 100 },
  )
  t.equal(new DocumentShape(NAMES).create().valueOf('unknown'), undefined)
})

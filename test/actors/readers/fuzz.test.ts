/**
 * Whatever arrives is read without an exception, and what is read is valid: documents of the folders beside this
 * file with bytes and lines changed, left out, doubled and mixed, for each reader.
 */
import fc from 'fast-check'
import t from 'tap'
import { readDocument } from '../../../actors/readers/read-document.js'
import { DOCUMENT_READERS } from '../../../actors/readers/readers.js'
import { checkSegment } from '../../../schemas/segment/validation/check-segment.js'
import { context } from '../../corpus/reference-world.js'
import { propertyRuns } from '../../support/property-runs.js'
import { readFixtures } from '../../support/read-fixtures.js'

const fixtures = readFixtures()

// Every night 100,000 documents a reader: eight minutes.
t.setTimeout(1_500_000)

/** Where a document is cut, and what is put in its place. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(3), fc.nat(400)),
  by: fc.oneof(
    fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('"', '<', '{', '[', ',', '\n', '\r\n', '\0', ':', '9'.repeat(400), '-', 'ü')
      .map((text) => Buffer.from(text)),
    fc.record({ of: fc.nat(), at: fc.double({ min: 0, max: 1, noNaN: true }) }).map(({ of, at }) => {
      const { bytes } = fixtures[of % fixtures.length]!.document
      const from = Math.floor(at * bytes.length)
      return Buffer.from(bytes.subarray(from, from + 200))
    }),
  ),
})

for (const reader of DOCUMENT_READERS) {
  const own = fixtures.filter(({ expected }) => expected.format === reader.format)
  t.test(reader.format, async (t) => {
    t.ok(own.length > 0, 'has documents to change')
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(change, { maxLength: 6 }), async (pick, changes) => {
        const { document } = own[pick % own.length]!
        const bytes = changes.reduce((before: Uint8Array, { at, length, by }) => {
          const from = Math.floor(at * before.length)
          return Buffer.concat([before.subarray(0, from), by, before.subarray(from + length)])
        }, document.bytes)
        const changed = { ...document, bytes }
        await reader.read(changed, async () => [], context)
        const { segments, parts } = await readDocument(changed, null, context)
        const shown = parts.flatMap(({ segment }) => (segment === null ? [] : [segment]))
        return (
          segments.every((segment) => checkSegment(segment, context).length === 0) &&
          shown.join() === segments.map((_, at) => at).join()
        )
      }),
      { numRuns: process.env['TEST_PROPERTIES'] === 'full' ? 100_000 : propertyRuns(2_000) },
    )
  })
}

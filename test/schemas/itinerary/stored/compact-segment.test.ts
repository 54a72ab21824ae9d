/** A document is stored without what it has nothing to show of, and read complete: whatever it shows, by whatever version. */
import fc from 'fast-check'
import t from 'tap'
import { FIELDS_OF_DOCUMENT } from '../../../../actors/member/documents/document-fields.js'
import { DocumentShape, FixedDocument } from '../../../../actors/member/documents/fixed-document.js'
import {
  ENTRIES_MARK,
  ENTRY_NAMES,
  expandEvent,
  expandSegment,
  expandSegments,
  GAP_MARK,
  LIST_BREAK,
  SEGMENT_FIELDS,
} from '../../../../schemas/itinerary/stored/compact-segment.js'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { END_OF_NEW_EVENT, eventHeadText } from '../../../../schemas/webhooks/event.js'

const FIXED = new Set(['id', 'member_id', 'type', 'updated'])
const awkward = fc.constantFrom(
  '\t',
  '"type":"Air"',
  'a",\t"b":null,',
  ',\n',
  '\\',
  ',"data":{"object":',
  '\u2028',
  'é',
)
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.constantFrom(false, []) },
  awkward,
  fc.jsonValue(),
  fc.dictionary(fc.oneof(awkward, fc.constantFrom('status', 'updated')), awkward),
)
const text = fc.option(fc.oneof(awkward, fc.string({ unit: 'binary' }), fc.constantFrom(']', '\\"', 'a\\')))
const entriesOf = (names: readonly string[]): fc.Arbitrary<unknown> =>
  fc.option(
    fc.array(fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), text))).map(Object.fromEntries)),
  )

interface Document {
  type: SegmentType
  fields: Record<string, unknown>
  /** As a version stores it that does not know some of the fields that have nothing to show. */
  byEarlier: string
}

const document = fc.constantFrom(...SEGMENT_TYPES).chain((type) => {
  const made = SEGMENT_FIELDS[type].map(({ name }) => {
    const names = ENTRY_NAMES.get(name)
    return fc.tuple(names === undefined ? value : entriesOf(names), fc.nat(9))
  })
  return fc.tuple(...made).map((made): Document => {
    const all = SEGMENT_FIELDS[type].map(({ name, nothing }, i) => {
      const shown = name === 'type' ? type : made[i]?.[0]
      const isKnown = made[i]?.[1] !== 0 || FIXED.has(name) || !isSame(shown, nothing)
      return { name, nothing, isKnown, shown: FIXED.has(name) && name !== 'type' ? String(i) : shown }
    })
    const known = all.filter((one) => one.isKnown)
    const shape = new DocumentShape(
      known.map(({ name }) => name),
      known.map(({ nothing }) => nothing),
    )
    return {
      type,
      fields: Object.fromEntries(all.map(({ name, shown }) => [name, shown])),
      byEarlier: new FixedDocument(
        shape,
        known.map(({ shown }) => shown),
      ).toJson(),
    }
  })
})

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const HEAD = eventHeadText({
  id: '6fa0a3c1-9a5c-5b0e-8a55-1f2d3c4b5a69',
  type: 'segment.created',
  created: 0,
  member: '7',
  resource: '8',
  sequence: 1,
})

t.test('documents, lists and events read as JSON.stringify writes them', async (t) => {
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 3 }), (documents) => {
      const texts = documents.map(({ fields }) => JSON.stringify(fields))
      const stored = documents.map(({ type }, i) =>
        FixedDocument.read(texts[i] as string, FIELDS_OF_DOCUMENT[type].shape).toJson(),
      )
      t.ok(stored.every((text) => text.includes(GAP_MARK)))
      for (const [i, text] of texts.entries()) {
        t.equal(expandSegment(stored[i] as string), text)
        t.equal(expandSegment(text), text, 'a complete document stays as it is')
      }
      t.equal(expandSegments(`[${stored.join(`,${LIST_BREAK}`)}]`), `[${texts.join()}]`)
      t.equal(expandEvent(HEAD + stored[0] + END_OF_NEW_EVENT), HEAD + texts[0] + END_OF_NEW_EVENT)
      for (const { type, fields, byEarlier } of documents) {
        const read = JSON.parse(expandSegment(byEarlier)) as Record<string, unknown>
        const missing = SEGMENT_FIELDS[type].filter(({ name }) => !(name in read))
        const nothing = Object.fromEntries(missing.map((one) => [one.name, one.nothing]))
        t.ok(isSame({ ...fields, ...read, ...nothing }, fields), 'a document of an earlier version')
        t.ok(
          isSame(FixedDocument.read(byEarlier, FIELDS_OF_DOCUMENT[type].shape).values, Object.values(fields)),
        )
      }
    }),
    { numRuns: 100 },
  )
})

t.test('entries of a version that knew fewer names', async (t) => {
  const stored = `{"sources":${ENTRIES_MARK}[["a","1"],["b"]],"updated":""}`
  const names = ENTRY_NAMES.get('sources') ?? []
  const entry = (...known: string[]): unknown =>
    Object.fromEntries(names.map((name, i) => [name, known[i] ?? null]))
  t.equal(expandSegment(stored), JSON.stringify({ sources: [entry('a', '1'), entry('b')], updated: '' }))
})

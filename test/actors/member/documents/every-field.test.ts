/**
 * Every field comes back: of each type a segment with all fields of the catalogue is read from its document, its
 * event and its trip as it was sent, but for what one table lists with the reason.
 */
import t from 'tap'
import fc from 'fast-check'
import { productDocument } from '../../../checks/product-document.js'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import { checkSegment } from '../../../../schemas/segment/validation/check-segment.js'
import { documentedShape } from '../../../support/api/documented-shape.js'
import { differences, expectedAnswers } from '../../../support/fields/expected-answers.js'
import { dayAfter, generatedSegment, PEOPLE } from '../../../support/fields/generated-segment.js'
import type { Fields } from '../../../support/fields/generated-segment.js'
import { traveller } from '../../../support/traveller.js'
import type { Traveller } from '../../../support/traveller.js'

const RUNS = 40
const DAY = '2026-04-11'
const strict = { source: () => ({ status: 'Active' as const }), zoneOf: () => undefined, strict: true }
const document = await productDocument('https://api.example.com')

const shape = documentedShape(document)

/** What the segment answers of its times before they were moved. */
function previousTimes(type: SegmentType, sent: Fields, before: ReadonlyMap<string, unknown>): string[] {
  // The newer version of an entry leaves nothing of the older one.
  const segment: Fields = { ...sent, entry_id: undefined }
  const { start, end } = SEGMENT_KINDS[type]
  const names = end === null ? [start] : [start, end]
  const moved = names.map((name): [string, string] => {
    const time = String(segment[name])
    if (type === 'Hotel') return [name, dayAfter(time, 1)]
    return [
      name,
      time.replace(/T(\d\d)/, (_, hour) => `T${String((Number(hour) % 23) + 1).padStart(2, '0')}`),
    ]
  })
  if (moved.every(([name, value]) => segment[name] === value)) return []
  const who = ada()
  who.post(segment)
  who.post({ ...segment, ...Object.fromEntries(moved), supplier_updated: '2026-01-03T00:00:00Z' })
  shape.look(who)
  const [moving, other] = who.segments()
  // Matching may take the move for another engagement.
  if (other !== undefined) return []
  const previous = (moving?.['previous'] ?? {}) as Fields
  return differences(new Map(names.map((name) => [name, before.get(name)])), previous)
}

function ada(): Traveller {
  const who = traveller(['JFK'])
  Object.assign(who.state.profile, PEOPLE[0])
  return who
}

for (const type of SEGMENT_TYPES)
  t.test(type, async (t) => {
    const property = fc.property(generatedSegment(type, DAY), (segment) => {
      const errors = checkSegment(segment, strict)
      if (errors.length > 0) throw new Error(`refused: ${JSON.stringify(errors)}`)
      const who = ada()
      who.post(segment)
      const [shown, ...others] = who.segments()
      if (shown === undefined || others.length > 0) throw new Error('not one segment')
      shape.differences.clear()
      shape.look(who)
      const expected = expectedAnswers(type, segment)
      const wrong = [
        ...differences(expected, shown),
        ...previousTimes(type, segment, expected),
        ...shape.differences,
      ]
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    })
    // Not shrunk: the error names the fields.
    const { failed, seed, errorInstance } = await fc.check(property, { numRuns: RUNS, endOnFailure: true })
    t.notOk(failed, `seed ${seed}: ${String(errorInstance)}`)
  })

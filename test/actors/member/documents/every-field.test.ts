/**
 * Every field comes back: of each type a segment with all fields of the catalogue is read from its document, its
 * event and its trip as it was sent, but for what one table lists with the reason.
 */
import t from 'tap'
import fc from 'fast-check'
import { productDocument } from '../../../../ops/dev/product-document.js'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { checkSegment } from '../../../../schemas/segment/validation/check-segment.js'
import { documentedShape } from '../../../support/api/documented-shape.js'
import { differences, expectedAnswers } from '../../../support/fields/expected-answers.js'
import { generatedSegment } from '../../../support/fields/generated-segment.js'
import { traveller } from '../../../support/traveller.js'

const RUNS = 40
const DAY = '2026-04-11'
const strict = { source: () => ({ status: 'Active' as const }), zoneOf: () => undefined, strict: true }
const document = await productDocument('https://api.example.com')

const shape = documentedShape(document)

for (const type of SEGMENT_TYPES)
  t.test(type, async (t) => {
    const property = fc.property(generatedSegment(type, DAY), (segment) => {
      const errors = checkSegment(segment, strict)
      if (errors.length > 0) throw new Error(`refused: ${JSON.stringify(errors)}`)
      const who = traveller(['JFK'])
      Object.assign(who.state.profile, { first_name: 'Ada', last_name: 'Demo' })
      who.post(segment)
      const [shown, ...others] = who.segments()
      if (shown === undefined || others.length > 0) throw new Error('not one segment')
      shape.differences.clear()
      shape.look(who)
      const wrong = [...differences(expectedAnswers(type, segment), shown), ...shape.differences]
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    })
    // Not shrunk: the error names the fields.
    const { failed, seed, errorInstance } = await fc.check(property, { numRuns: RUNS, endOnFailure: true })
    t.notOk(failed, `seed ${seed}: ${String(errorInstance)}`)
  })

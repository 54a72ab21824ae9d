/**
 * What a statement and its matching are derived from is what their lists of fields hold: everything that is read of
 * a raw segment is one of them, so that segments that agree in them may share a statement or a comparison.
 */
import fc from 'fast-check'
import t from 'tap'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { MATCH_RULES } from '../../../../actors/itinerary/match/match-rules.js'
import { FieldValues } from '../../../../actors/itinerary/statement/field-values.js'
import { MATCHING_FIELDS, STATEMENT_FIELDS } from '../../../../actors/itinerary/statement/matching-fields.js'
import { RawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import type { Fields } from '../../../../actors/itinerary/statement/raw-segment.js'
import { statementOf } from '../../../../actors/itinerary/statement/statement.js'
import type { Statement } from '../../../../actors/itinerary/statement/statement.js'
import { randomFields } from '../../../support/fields/random-fields.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { places } from '../../../support/world.js'

/** Of the statement itself, and no part of what it says about the journey. */
const OF_THE_STATEMENT = [
  'confirmation_no',
  'status',
  'gds_status',
  'supplier_updated',
  'entry_id',
  'entry_version',
  'first_name',
  'last_name',
  'travelers',
]
const names = (keys: ReadonlyArray<{ name: string }>): string[] => keys.map(({ name }) => name)

for (const type of SEGMENT_TYPES)
  t.test(type, async (t) => {
    const readBy = { statement: new Set<string>(), matching: new Set<string>() }
    let reads = readBy.statement
    const watched = (body: Fields): RawSegment => {
      const fields = FieldValues.of(type, body)
      const at = fields.at.bind(fields)
      fields.at = (key) => {
        reads.add(key.name)
        return at(key)
      }
      return new RawSegment({ id: '1', type, source: 'tmc', receivedAt: 0 }, fields)
    }
    const compared = fc.constantFrom(...names(MATCHING_FIELDS[type]))
    for (const tenths of [3, 9])
      fc.assert(
        fc.property(randomFields(type, tenths), randomFields(type, 5), compared, (one, other, second) => {
          reads = readBy.statement
          const changed = names(MATCHING_FIELDS[type]).map((field) => ({
            ...one,
            [field]: other[field],
            [second]: other[second],
          }))
          const [a, ...rest] = [one, ...changed].map((body) => statementOf(watched(body), places))
          reads = readBy.matching
          for (const b of rest) MATCH_RULES[type].relate(a as Statement, b)
        }),
        { numRuns: propertyRuns(500) },
      )
    const known = new Set([...names(STATEMENT_FIELDS[type]), ...OF_THE_STATEMENT])
    t.same(
      [...readBy.statement].filter((name) => !known.has(name)),
      [],
      'read by a statement and not listed',
    )
    const matched = new Set([...names(MATCHING_FIELDS[type]), ...OF_THE_STATEMENT])
    t.same(
      [...readBy.matching].filter((name) => !matched.has(name)),
      [],
      'compared and not listed',
    )
  })

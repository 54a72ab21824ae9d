/**
 * A segment written as a schema.org reservation is read back with the same fields: for generated segments of all types
 * that schema.org has, and every field that both sides support.
 */
import fc from 'fast-check'
import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { readDocument } from '../../../actors/readers/read-document.js'
import { reservationOf } from '../../../api/linked-data/reservation.js'
import { normaliseLines, normaliseText } from '../../../schemas/base/text.js'
import { RESERVATION_KINDS, fitsProperty } from '../../../schemas/documents/schema-org.js'
import { context } from '../../corpus/reference-world.js'
import { generatedSegment } from '../../support/fields/generated-segment.js'
import type { Fields } from '../../support/fields/generated-segment.js'
import { propertyRuns } from '../../support/property-runs.js'

/** Normalises values for comparison: texts as they are stored, times without zero seconds and fractions. */
const kept = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\n')
    ? normaliseLines(value)
    : (normaliseText(value)
        ?.replace(/(T?\d\d:\d\d):00$/, '$1')
        .replace(/\.\d+\+0000$/, 'Z') ?? null)

const keptFields = (segment: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, kept(segment[name])]))

t.setTimeout(100_000)

const PERSON = ['first_name', 'last_name', 'name', 'ticket_number', 'loyalty_no']

for (const type of new Set(RESERVATION_KINDS.map((kind) => kind.type)))
  t.test(type, async (t) => {
    await t.resolves(
      fc.assert(
        fc.asyncProperty(generatedSegment(type, '2027-03-14'), async (segment) => {
          const text = JSON.stringify({ '@context': 'https://schema.org', ...reservationOf(segment) })
          const bytes = Buffer.from(text)
          const document = { bytes, mediaType: null, name: null, received: 0, appointments: false }
          const { segments, parts } = await readDocument(document, null, context)
          deepEqual(parts, [{ at: '$', result: 'read', segment: 0, problems: [] }], text)
          const kind = RESERVATION_KINDS.find(
            (one) =>
              one.type === type &&
              Object.entries(one.fixed).every(([name, value]) => segment[name] === value),
          )!
          // Only aircraft codes are written as such.
          const known = kind.fields.filter(
            ({ field }) => field !== 'equipment_code' || fitsProperty('aircraft', String(segment[field])),
          )
          const names = ['type', 'status', ...Object.keys(kind.fixed), ...known.map(({ field }) => field)]
          deepEqual(keptFields(segments[0]!, names), keptFields(segment, names), text)
          const person = kind.seat.length > 0 ? [...PERSON, 'seat_assignment'] : PERSON
          const people = ({ travelers }: Fields) =>
            (travelers as Fields[]).map((one) => keptFields(one, person))
          deepEqual(people(segments[0]!), people(segment), text)
        }),
        { numRuns: propertyRuns(200) },
      ),
    )
  })

/**
 * RULES 3.2: of an entry that its source names by an id, the newest version alone makes the itinerary, whatever the order
 * in which versions arrive and however they are divided into messages.
 */
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import t from 'tap'
import { SEGMENT_TYPES } from '../../../../schemas/segment/fields/segment-types.js'
import { dayAfter, generatedSegment } from '../../../support/fields/generated-segment.js'
import type { Fields } from '../../../support/fields/generated-segment.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { difference } from '../../../support/order/digest.js'
import { traveller } from '../../../support/traveller.js'

/** What tells of how an itinerary came about. */
const HISTORY = new Set(['id', 'url', 'trip_id', 'version', 'created', 'updated', 'sources'])

const part = fc
  .tuple(fc.constantFrom(...SEGMENT_TYPES), fc.nat(40))
  .chain(([type, days]) => generatedSegment(type, dayAfter('2026-03-01', days)))

/** The parts of a version, and whether it is cancelled. Not all are about the same thing. */
const versions: Arbitrary<Fields[][]> = fc
  .array(fc.tuple(fc.array(part, { minLength: 1, maxLength: 2 }), fc.boolean()), {
    minLength: 2,
    maxLength: 4,
  })
  .map((all) => all.map(([parts, isCancelled], i) => parts.map((one) => versioned(one, isCancelled, i))))

const versioned = (one: Fields, isCancelled: boolean, i: number): Fields => ({
  ...one,
  source: 'manual',
  entry_id: 'entry-1',
  entry_version: i,
  ...(isCancelled && { status: 'Cancelled' }),
})

function live(messages: readonly Fields[][]): string[] {
  const one = traveller([])
  for (const segments of messages) {
    const { batches } = one.post(segments)
    const lost = batches.flatMap(({ results }) => results).filter(({ segment_id: id }) => id === null)
    if (one.live().length > 0 && lost.length > 0)
      throw new Error(`no segment is named: ${JSON.stringify(lost)}`)
  }
  return one.live().flatMap(({ type, ...document }, i) =>
    Object.entries(document)
      .filter(([name]) => !HISTORY.has(name))
      .map(([name, value]) => `${i} ${type} ${name}: ${JSON.stringify(value)}`),
  )
}

/** Positions of versions in order of arrival, and after which of them a message ends. */
const arrivals = fc.tuple(
  fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
  fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
)

t.test('the newest version alone, in any order and any messages', async (t) => {
  const { failed, errorInstance, counterexample } = fc.check(
    fc.property(versions, arrivals, (all, [order, ends]) => {
      const messages: Fields[][] = [[]]
      for (const at of order.filter((at) => at < all.length)) {
        messages.at(-1)!.push(...all[at]!)
        if (ends[at]!) messages.push([])
      }
      const sent = messages.filter((one) => one.length > 0)
      const found = difference(live([all.at(-1)!]), live(sent))
      if (found !== '') throw new Error(found)
    }),
    { numRuns: propertyRuns(300) },
  )
  t.notOk(failed, `${JSON.stringify(counterexample?.[1])} ${String(errorInstance)}`)
})

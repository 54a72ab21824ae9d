/**
 * RULES 1 to 8 by example: every case of the text files beside (test/support/itinerary-cases.ts) comes out as it says,
 * in the order in which it was reported and in the reverse order (RULES 2).
 */
import t from 'tap'
import { readdirSync } from 'node:fs'
import { outcomeOf, readCases } from '../../support/itinerary-cases.js'

const HERE = new URL('./', import.meta.url)

for (const file of readdirSync(HERE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.txt'),
))
  t.test(file, async (t) => {
    const cases = readCases(new URL(file, HERE))
    const differences = cases.flatMap((one) =>
      (['reported', 'reversed'] as const).flatMap((order) => {
        const expected = JSON.stringify({ labels: one.labels, shown: one.shown })
        const actual = JSON.stringify(outcomeOf(one, order))
        return actual === expected ? [] : [`${one.name}, ${order}: ${actual}, not ${expected}`]
      }),
    )
    t.same(differences, [])
    t.ok(cases.length > 0)
  })

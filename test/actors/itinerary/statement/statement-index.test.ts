/**
 * The cost of one more statement when a supplier reports the same thing under hundreds of locators (RULES 2.2
 * and 2.3).
 */
import t from 'tap'
import { MATCH_RULES } from '../../../../actors/itinerary/match/match-rules.js'
import { flight, traveller } from '../../../support/traveller.js'

const DIGITS = '23456789'
const locator = (n: number): string =>
  `AB${[512, 64, 8, 1].map((of) => DIGITS[Math.floor(n / of) % 8]).join('')}`
const one = (n: number): Record<string, unknown> =>
  flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: locator(n) })
const other = (n: number): Record<string, unknown> =>
  flight('BA112', 'JFK-BOS', '2026-03-01T09:00', '2026-03-01T10:10', { confirmation_no: locator(n) })
const FEEDS = ['tmc', 'email', 'calendar']

t.test('one flight, and another on its day, each under hundreds of locators', async (t) => {
  const ann = traveller()
  for (let n = 0; n < 300; n += 50) {
    const numbers = Array.from({ length: 50 }, (_, i) => n + i)
    ann.post(
      numbers.flatMap((k) => [
        { ...one(k), source: FEEDS[k % 3] },
        { ...other(k), source: FEEDS[k % 3] },
      ]),
    )
  }
  const rule = MATCH_RULES.Air
  const { relate } = rule
  let asked = 0
  rule.relate = (a, b) => {
    asked++
    return relate(a, b)
  }
  t.teardown(() => {
    rule.relate = relate
  })
  const { batches } = ann.post({ ...one(300), source: 'tmc' })
  t.ok(asked < 1_000, `compared pairs: ${asked}`)
  t.match(batches[0]?.results, [{ action: 'refused', error: 'limit_exceeded' }])
  t.same(
    ann.live().map((doc) => [doc.destination_city_name, (doc.bookings as unknown[]).length]),
    [
      ['Boston', 100],
      ['London', 100],
    ],
  )
  t.same(
    ann.live().map((doc) => doc.possible_duplicate_of),
    [[], []],
  )
})

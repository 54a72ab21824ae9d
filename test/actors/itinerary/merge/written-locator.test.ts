/** RULES 3.5.3: a locator is shown as its source wrote it, and compared in its normal form. */
import t from 'tap'
import fc from 'fast-check'
import { normaliseLocator } from '../../../../schemas/base/locator.js'
import { flight, traveller } from '../../../support/traveller.js'
import type { Doc } from '../../../support/traveller.js'

const DAY = 86_400_000
const TIMES = ['2026-03-01T18:00', '2026-03-02T06:00'] as const

/** One way to write a locator. */
const WRITINGS = ['EG88213', 'EG-88213', 'eg-88213', 'eg 88213', 'PNR: eg88213', 'Eg88-213', 'e-g8 8213']

interface Report {
  source: string
  writing: string
  /** Day of receipt. */
  day: number
}

type Writing = [source: string, confirmationNo: string | null]

const writingsOf = (list: unknown): Writing[] =>
  (list as Array<{ source: string; confirmation_no: string | null }>).map(
    ({ source, confirmation_no }): Writing => [source, confirmation_no],
  )

/** What a segment shows of its locators. */
function shown({ confirmation_no: own, sources, bookings }: Doc): unknown {
  return { own, sources: writingsOf(sources), bookings: writingsOf(bookings) }
}

function submit(reports: readonly Report[]): Doc[] {
  const ann = traveller()
  for (const { source, writing, day } of reports)
    ann.post(flight('DL42', 'JFK-LHR', ...TIMES, { source, confirmation_no: writing }), {
      at: Date.UTC(2026, 0, 1) + day * DAY,
    })
  return ann.segments()
}

t.test('each source shows its own writing, and the segment that of the winner', async (t) => {
  const [segment, ...others] = submit([
    { source: 'tmc_egencia', writing: 'eg-88213', day: 1 },
    { source: 'airline_dl', writing: 'EG 88213', day: 2 },
  ])
  t.same(others, [], 'they are one booking')
  t.same(shown(segment as Doc), {
    own: 'EG 88213',
    sources: [
      ['airline_dl', 'EG 88213'],
      ['tmc_egencia', 'eg-88213'],
    ],
    bookings: [
      ['airline_dl', 'EG 88213'],
      ['tmc_egencia', 'eg-88213'],
    ],
  })
})

t.test('a locator that means none is shown by no source', async (t) => {
  const [segment] = submit([{ source: 'airline_dl', writing: 'pending', day: 1 }])
  t.match(segment, { sources: [{ confirmation_no: null }], bookings: [{ confirmation_no: null }] })
})

t.test('any order of arrival shows the same writings of one booking', async (t) => {
  const report = fc.record({
    source: fc.constantFrom('airline_dl', 'tmc_egencia', 'email'),
    writing: fc.constantFrom(...WRITINGS),
    day: fc.integer({ min: 0, max: 3 }),
  })
  const property = fc.property(
    fc.array(report, { minLength: 2, maxLength: 6 }).chain((reports) =>
      fc.record({
        reports: fc.constant(reports),
        shuffled: fc.shuffledSubarray(reports, { minLength: reports.length }),
      }),
    ),
    ({ reports, shuffled }) => {
      const [plain, other] = [submit(reports), submit(shuffled)]
      if (plain.length !== 1) throw new Error('the writings are compared as they are')
      const [segment] = plain as [Doc]
      const expected = JSON.stringify(shown(segment))
      if (JSON.stringify(other.map(shown)) !== `[${expected}]`)
        throw new Error(`${JSON.stringify(other.map(shown))} is not ${expected}`)
      for (const [source, writing] of writingsOf(segment.sources)) {
        const newest = Math.max(...reports.filter((one) => one.source === source).map(({ day }) => day))
        if (!reports.some((one) => one.source === source && one.day === newest && one.writing === writing))
          throw new Error(`${source} did not write ${String(writing)} last`)
      }
    },
  )
  const result = await fc.check(property, { numRuns: 60 })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
  t.same(new Set(WRITINGS.map(normaliseLocator)), new Set(['EG88213']))
})

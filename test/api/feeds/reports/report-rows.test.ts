/** How feeds are counted: by day, in bounded rows, and saved until it succeeds. */
import fc from 'fast-check'
import t from 'tap'
import { startFeedReports } from '../../../../api/feeds/reports/feed-reports.js'
import type { CountedAnswer } from '../../../../api/ports/feed-reports.js'
import type { FeedCounts } from '../../../../schemas/feeds/feed-report.js'
import { idGenerator } from '../../../../schemas/base/ids.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { silentLog } from '../../../support/silent-log.js'

const DAY_MS = 86_400_000
const ACCEPTED: CountedAnswer = { status: 202, line: 1, code: null, isForAccount: false, isDocument: false }
const REJECTED: CountedAnswer = { ...ACCEPTED, status: 400, code: 'invalid_value' }

/** Reports of feeds with a clock of the test, and what is saved of them, by day and feed. */
function setup(failures = 0) {
  const clock = { now: Date.UTC(2026, 10, 20, 12) }
  const saved = new Map<string, FeedCounts>()
  let left = failures
  let saves = 0
  const reports = startFeedReports({
    store: {
      save: async (rows) => {
        left -= 1
        saves += 1
        if (left >= 0) throw new Error('the database is away')
        for (const row of rows) saved.set(`${row.client} ${row.day} ${row.feed}`, structuredClone(row))
      },
    },
    ids: idGenerator(1, () => clock.now),
    now: () => clock.now,
    log: silentLog(),
  })
  return { clock, reports, rows: () => [...saved.values()], saves: () => saves }
}

t.test('the rows of a day have what was answered on it, whenever its feeds began and ended', async (t) => {
  const Step = fc.record({
    feed: fc.nat(3),
    does: fc.constantFrom('start', 'answer', 'answer', 'end'),
    hours: fc.nat(9),
    lag: fc.option(fc.nat(9_999)),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 60 }), async (steps) => {
      const { clock, reports, rows } = setup()
      const open = new Map<number, ReturnType<typeof reports.start>>()
      const lines = new Map<number, number>()
      const lags = new Map<number, number>()
      for (const { feed, does, hours, lag } of steps) {
        clock.now += hours * 3_600_000
        const day = Math.floor(clock.now / DAY_MS)
        const running = open.get(feed)
        if (does === 'start' && running === undefined) open.set(feed, reports.start('gds', `${feed}`))
        if (running === undefined || does === 'start') continue
        if (does === 'end') {
          running.ended()
          open.delete(feed)
          continue
        }
        running.read(7)
        running.answered([ACCEPTED, REJECTED], lag)
        lines.set(day, (lines.get(day) ?? 0) + 2)
        if (lag !== null) lags.set(day, Math.max(lag, lags.get(day) ?? 0))
      }
      await reports.stop()
      for (const [day, count] of lines) {
        const own = rows().filter((one) => one.day === day)
        const sum = (of: (row: FeedCounts) => number): number => own.reduce((all, row) => all + of(row), 0)
        t.equal(
          sum((one) => one.lines),
          count,
        )
        t.equal(
          sum((one) => one.bytes),
          (7 * count) / 2,
        )
        t.equal(
          sum((one) => one.rejected['invalid_value']?.lines ?? 0),
          count / 2,
        )
        t.equal(Math.max(...own.map((one) => one.lag ?? -1)), lags.get(day) ?? -1)
      }
      const left = rows().reduce((all, row) => all + row.open, 0)
      t.equal(left, open.size, 'each open feed is open in one row')
    }),
    { numRuns: propertyRuns(1_000) },
  )
})

t.test('feeds beyond the thousandth of a day share a row, without numbers of lines', async (t) => {
  const { reports, rows } = setup()
  for (let n = 0; n < 1_500; n++) {
    const report = reports.start(n % 2 === 0 ? 'gds' : 'other', `${n}`)
    report.answered([REJECTED], null)
    report.ended()
  }
  const many = Array.from({ length: 1_500 }, (_, n) => reports.start('gds', `more ${n}`))
  for (const report of many) report.answered([REJECTED], null)
  for (const report of many.slice(0, 1_499)) report.ended()
  await reports.stop()
  const [shared, ...others] = rows().filter(({ request }) => request === null)
  t.same(others, [])
  t.match(shared, { client: 'gds', feeds: 1_250, open: 1, lines: 1_250, ended: null })
  t.same(shared?.rejected, { invalid_value: { lines: 1_250, examples: [] } })
  t.equal(rows().length, 1_000 + 750 + 1)
})

t.test('what could not be saved is saved later', async (t) => {
  const { clock, reports, rows } = setup(1)
  const report = reports.start('gds', 'one')
  report.answered([ACCEPTED], 5)
  report.ended()
  await reports.stop()
  t.match(rows(), [{ accepted: 1, lag: 5, open: 0, ended: clock.now }])
})

t.test(
  'a feed that sends nothing is saved every ten seconds while it is open, and not once it has ended',
  async (t) => {
    const { clock, reports, saves } = setup()
    const report = reports.start('gds', 'idle')
    // Stopping saves.
    await reports.stop()
    await reports.stop()
    t.equal(saves(), 1)
    clock.now += 10_000
    await reports.stop()
    t.equal(saves(), 2)
    report.ended()
    await reports.stop()
    clock.now += 10_000
    await reports.stop()
    t.equal(saves(), 3)
  },
)

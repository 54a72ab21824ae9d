import t from 'tap'
import { Histogram, Registry } from 'prom-client'
import { FastHistogram } from '../../../ops/metrics/fast-histogram.js'

const BOUNDS = [0.1, 0.5, 2]

t.test("told the same values, it says what the library's histogram says", async (t) => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const tally = new FastHistogram(ours, 'waits_seconds', 'Waits.', BOUNDS)
  const histogram = new Histogram({
    name: 'waits_seconds',
    help: 'Waits.',
    buckets: BOUNDS,
    registers: [theirs],
  })
  t.equal(await ours.metrics(), await theirs.metrics(), 'of nothing')
  for (const value of [0, 0.1, 0.11, 0.5, 1, 2, 2.5, 86_400]) {
    tally.add(value)
    histogram.observe(value)
  }
  t.equal(await ours.metrics(), await theirs.metrics())
  t.equal(await ours.metrics(), await theirs.metrics(), 'asked again, the same')
  t.match(await theirs.getMetricsAsJSON(), await ours.getMetricsAsJSON())
})

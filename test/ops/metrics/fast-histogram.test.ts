import t from 'tap'
import { Histogram, Registry } from 'prom-client'
import { FastHistogram } from '../../../ops/metrics/fast-histogram.js'

const BOUNDS = [0.1, 0.5, 2]

t.test("given the same values, it reports the same as the library's histogram", async (t) => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const fast = new FastHistogram(ours, 'waits_seconds', 'Waits.', BOUNDS)
  const histogram = new Histogram({
    name: 'waits_seconds',
    help: 'Waits.',
    buckets: BOUNDS,
    registers: [theirs],
  })
  t.equal(await ours.metrics(), await theirs.metrics(), 'without values')
  for (const value of [0, 0.1, 0.11, 0.5, 1, 2, 2.5, 86_400]) {
    fast.add(value)
    histogram.observe(value)
  }
  t.equal(await ours.metrics(), await theirs.metrics())
  t.equal(await ours.metrics(), await theirs.metrics(), 'the same at a second scrape')
  t.match(await theirs.getMetricsAsJSON(), await ours.getMetricsAsJSON())
})

t.test('series with labels are reported as those of the library', async (t) => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const fast = new FastHistogram(ours, 'waits_seconds', 'Waits.', BOUNDS, ['method', 'route'])
  const histogram = new Histogram({
    name: 'waits_seconds',
    help: 'Waits.',
    buckets: BOUNDS,
    labelNames: ['method', 'route'],
    registers: [theirs],
  })
  t.equal(await ours.metrics(), await theirs.metrics(), 'without values')
  for (const route of ['/v2/me', '/v2/trips/:id']) {
    const labels = { method: 'GET', route }
    const series = fast.series(labels)
    for (const value of [0.1, 0.3, 3]) {
      series.add(value)
      histogram.observe(labels, value)
    }
  }
  t.equal(await ours.metrics(), await theirs.metrics())
  t.match(await theirs.getMetricsAsJSON(), await ours.getMetricsAsJSON())
})

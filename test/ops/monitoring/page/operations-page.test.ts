import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import fc from 'fast-check'
import t from 'tap'
import { mergeSnapshots } from '../../../../ops/metrics/merge-snapshots.js'
import type { Snapshot } from '../../../../ops/metrics/registry.js'
import { duration } from '../../../../ops/monitoring/page/format-number.js'
import { History } from '../../../../ops/monitoring/page/history.js'
import { operationsPage } from '../../../../ops/monitoring/page/operations-page.js'
import { plot, roundUp } from '../../../../ops/monitoring/page/plot.js'
import { takeSample } from '../../../../ops/monitoring/page/sample.js'

/** Metrics of two api processes, which agree about the service, and of a fold process. */
function processes() {
  const api = new Registry()
  const accepted = new Counter({ name: 'tripfold_accepted_messages_total', help: 'h', registers: [api] })
  const gauge = (name: string, labelNames: string[] = [], registry = api): Gauge =>
    new Gauge({ name, help: 'h', labelNames, registers: [registry] })
  gauge('tripfold_service_partition_lag', ['partition']).set({ partition: '3' }, 40)
  gauge('tripfold_service_dead_letter_members').set(2)
  gauge('tripfold_build_info', ['role', 'version']).set({ role: 'api', version: '<1>' }, 1)
  const fold = new Registry()
  const readable = new Histogram({
    name: 'tripfold_accepted_to_readable_seconds',
    help: 'h',
    buckets: [0.1, 0.2, 1],
    registers: [fold],
  })
  gauge('tripfold_partition_lag', ['partition'], fold).set({ partition: '3' }, 40)
  const read = async (): Promise<Snapshot> => {
    const one = await api.getMetricsAsJSON()
    const merged = mergeSnapshots(
      new Map([
        ['api-1', one],
        ['api-2', one],
        ['fold-1', await fold.getMetricsAsJSON()],
      ]),
    )
    return await merged.getMetricsAsJSON()
  }
  return { accepted, readable, read }
}

t.test('rates, quantiles and levels of the last hour', async (t) => {
  const { accepted, readable, read } = processes()
  const history = new History()
  history.add(takeSample(await read(), 0))
  accepted.inc(50)
  for (let i = 0; i < 10; i++) readable.observe(i < 9 ? 0.15 : 0.5)
  history.add(takeSample(await read(), 10_000))
  t.same(
    history.rates((one) => one.accepted),
    [{ ago: 0, value: 10 }],
    '50 in each of two processes within ten seconds',
  )
  t.same(
    history.levels((one) => one.waiting),
    [
      { ago: 10_000, value: 40 },
      { ago: 0, value: 40 },
    ],
    'what two processes say of the service is one number',
  )
  const [median] = history.quantiles((one) => one.readable, 0.5)
  t.ok(Math.abs((median?.value ?? 0) - (0.1 + (0.1 * 5) / 9)) < 1e-9, `median ${median?.value}`)
  history.add(takeSample([], 20_000))
  t.equal(history.rates((one) => one.accepted)[1]?.value, null, 'a process that was restarted counts from 0')
})

t.test('the page says what is wrong, in HTML that no label can break', async (t) => {
  const { read } = processes()
  const page = operationsPage(
    { ready: false, checks: { database: 'ok', stream: 'NATS <away>' } },
    await read(),
    new History(),
  )
  t.match(page, /<b>stream<\/b> NATS &#60;away&#62;/)
  t.match(page, /<dl class="bad"><dt>Parked members<\/dt><dd>2<\/dd>/)
  t.match(page, 'Partition 3: 40 waiting, owned by fold-1', 'a partition with its lag and owner')
  t.match(
    page,
    '1 partition, all owned by 1 process; none halted; 40 messages waiting, most of them in partition 3',
  )
  t.match(page, '&#60;1&#62;')
  t.notMatch(page, /<script|<1>|<away>|https?:/)
  t.match(
    operationsPage({ ready: true, checks: { database: 'ok' } }, [], new History()),
    '<p class="good">ready</p>',
  )
})

t.test('the page of an api process on its own names every process and owner', async (t) => {
  const api = new Registry()
  const set = (name: string, labels: Record<string, string>, value: number): void => {
    const known = api.getSingleMetric(name) as Gauge | undefined
    const gauge = known ?? new Gauge({ name, help: 'h', labelNames: Object.keys(labels), registers: [api] })
    gauge.set(labels, value)
  }
  set('tripfold_build_info', { role: 'api', version: '1' }, 1)
  for (const name of ['api-vm-1-a', 'fold-vm-2-b', 'fold-vm-3-c'])
    set('tripfold_service_process_up_seconds', { name, role: name.split('-')[0] ?? '', version: '1' }, 90)
  set('tripfold_service_partition_lag', { partition: '7' }, 12)
  set('tripfold_service_partition_owner', { partition: '7', owner: 'fold-vm-3-c' }, 1)
  const page = operationsPage({ ready: true, checks: {} }, await api.getMetricsAsJSON(), new History())
  t.match(page, '<td>api-vm-1-a</td><td>api</td><td>live</td>')
  t.match(page, '<td>fold-vm-2-b</td><td>fold</td><td>live</td><td>0 partitions</td>')
  t.match(page, '<td>fold-vm-3-c</td><td>fold</td><td>live</td><td>1 partition</td>')
  t.match(page, 'Partition 7: 12 waiting, owned by fold-vm-3-c')
})

t.test('halts: none, now with what to do, and one that is over', async (t) => {
  const api = new Registry()
  new Gauge({ name: 'tripfold_service_partitions_unowned', help: 'h', registers: [api] }).set(0)
  const lag = new Gauge({
    name: 'tripfold_service_partition_lag',
    help: 'h',
    labelNames: ['partition'],
    registers: [api],
  })
  for (const partition of ['4', '9']) lag.set({ partition }, 0)
  const halt = new Gauge({
    name: 'tripfold_service_last_halt_age_seconds',
    help: 'h',
    labelNames: ['partition', 'status', 'state'],
    registers: [api],
  })
  const now = Date.parse('2026-11-20T09:30:00Z')
  const page = async () =>
    operationsPage({ ready: true, checks: {} }, await api.getMetricsAsJSON(), new History(), false, now)
  t.match(await page(), 'No partition has ever halted.')
  halt.set({ partition: '9', status: 'HALTED_GAP', state: 'over' }, 86_400)
  t.match(
    await page(),
    'The last one is over: partition 9, <code>HALTED_GAP</code>, 2026-11-19 09:30 UTC, 24 h ago.',
  )
  for (const partition of ['4', '9'])
    halt.set({ partition, status: 'HALTED_SEQ_REGRESSED', state: 'halted' }, 600)
  const halted = await page()
  t.match(
    halted,
    'partitions 4, 9: <code>HALTED_SEQ_REGRESSED</code> since 2026-11-20 09:20 UTC, 10 min ago.',
  )
  t.match(halted, '<code>stream heal</code>; messages it still holds are kept.')
  t.match(halted, 'Partition 4: 0 waiting, without an owner, halted')
  t.match(halted, '<b>2 without an owner</b>')
})

t.test('the axes of a plot: round values with units, and times of the clock', async (t) => {
  const points = [
    { ago: 30 * 60_000, value: 0.013 },
    { ago: 0, value: 0.17 },
  ]
  const texts = { title: 'Time', unit: '', format: duration, now: Date.parse('2026-11-20T09:30:00Z') }
  const drawn = plot(texts, [{ name: 'median', points }])
  t.match(drawn, '<li>200 ms</li><li>100 ms</li><li>0</li>')
  t.match(drawn, '<li>09:00</li><li>09:07</li><li>09:15</li><li>09:22</li><li>09:30</li>')
  t.match(drawn, 'aria-label="Time, from 09:00 to 09:30 UTC, up to 170 ms"')
  fc.assert(
    fc.property(
      fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
      fc.constantFrom(1, 60, 3_600),
      (value, unit) => {
        const top = roundUp(value, unit)
        return top >= value * (1 - 1e-6) && top < value * 2.51
      },
    ),
  )
})

t.test('the page plots what its process counts, and says where the rest is', async (t) => {
  const { read } = processes()
  const all = operationsPage({ ready: true, checks: {} }, await read(), new History())
  t.match(all, '<figcaption>Accepted to readable</figcaption>')
  const api = new Registry()
  const accepted = new Counter({ name: 'tripfold_accepted_messages_total', help: 'h', registers: [api] })
  accepted.inc()
  const page = operationsPage({ ready: true, checks: {} }, await api.getMetricsAsJSON(), new History())
  t.match(page, /accepted <b>/)
  t.notMatch(page, /folded <b>|<figcaption>Accepted to readable/)
  t.match(page, 'On the pages of fold processes: Messages (folded), Accepted to readable.')
  t.match(page, 'On the pages of deliver processes: Webhook attempts, Event to receiver.')
})

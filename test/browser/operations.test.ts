/** The operations page of a service of 64 partitions, calm and in trouble: at both widths and in both schemes. */
import t from 'tap'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Readiness } from '../../ops/process/operations-port.js'
import { History } from '../../ops/monitoring/page/history.js'
import { operationsPage } from '../../ops/monitoring/page/operations-page.js'
import { takeSample } from '../../ops/monitoring/page/sample.js'
import { openBrowser } from '../support/auth/browser.js'
import { inspectState } from '../support/auth/page-inspection.js'

const PARTITIONS = 64
const WORKERS = 4
/** An hour of samples, ten seconds apart. */
const SAMPLES = 360
const READY: Readiness = { ready: true, checks: { database: 'ok', stream: 'ok' } }
const NOT_READY: Readiness = { ready: false, checks: { database: 'ok', stream: 'SEGMENTS is missing' } }

const worker = (at: number): string => `fold-node-${at + 1}-4711-a1b2c${at}`

/** The page of an api process, with an hour of load. */
async function pageAfterAnHour(isTrouble: boolean): Promise<string> {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name, help: 'h', labelNames, registers })
  const lag = gauge('tripfold_service_partition_lag', ['partition'])
  const owner = gauge('tripfold_service_partition_owner', ['partition', 'owner'])
  for (let partition = 0; partition < PARTITIONS; partition++) {
    lag.set({ partition }, isTrouble && partition % 7 === 0 ? partition * 31 : 0)
    owner.set({ partition, owner: worker(partition % WORKERS) }, 1)
  }
  const halt = gauge('tripfold_service_last_halt_age_seconds', ['partition', 'status', 'state'])
  const state = isTrouble ? 'halted' : 'over'
  for (const partition of [21, 22]) halt.set({ partition, status: 'HALTED_GAP', state }, 700)
  gauge('tripfold_service_partitions_halted', ['status']).set({ status: 'HALTED_GAP' }, isTrouble ? 2 : 0)
  gauge('tripfold_service_partitions_unowned').set(0)
  gauge('tripfold_service_fold_workers').set(WORKERS)
  gauge('tripfold_service_dead_letter_members').set(isTrouble ? 3 : 0)
  gauge('tripfold_service_database_bytes').set(4.2e9)
  gauge('tripfold_service_webhook_deliveries', ['state']).set({ state: 'due' }, 12)
  gauge('tripfold_build_info', ['role', 'version']).set({ role: 'api', version: '0.1.0' }, 1)
  const up = gauge('tripfold_service_process_up_seconds', ['name', 'role', 'version'])
  for (let at = 0; at < WORKERS; at++) up.set({ name: worker(at), role: 'fold', version: '0.1.0' }, 9_000)
  const accepted = new Counter({ name: 'tripfold_accepted_messages_total', help: 'h', registers })
  const buckets = [0.01, 0.05, 0.1, 0.5, 1]
  const times = new Histogram({ name: 'tripfold_http_request_seconds', help: 'h', buckets, registers })
  const history = new History()
  for (let at = 0; at < SAMPLES; at++) {
    accepted.inc(Math.round(400 + 300 * Math.sin(at / 20)))
    for (let n = 0; n < 20; n++) times.observe(0.002 * n)
    history.add(takeSample(await registry.getMetricsAsJSON(), at * 10_000))
  }
  return operationsPage(isTrouble ? NOT_READY : READY, await registry.getMetricsAsJSON(), history)
}

t.test('axe finds nothing, and nothing scrolls sideways but tables', async (t) => {
  const page = await (await openBrowser(t)).newPage()
  for (const isTrouble of [false, true]) {
    await page.setContent(await pageAfterAnHour(isTrouble))
    t.same(await inspectState(page, isTrouble ? 'operations-trouble' : 'operations'), [])
  }
})

import type { Registry } from 'prom-client'
import type { Log } from '../../../schemas/base/log.js'
import type { Readiness } from '../../process/operations-port.js'
import type { Snapshot } from '../../metrics/registry.js'
import { History, SAMPLE_INTERVAL_MS } from './history.js'
import { operationsPage } from './operations-page.js'
import { takeSample } from './sample.js'

export interface LivePage {
  /** The page as it is now, HTML. */
  show: (readiness: Readiness, isLive: boolean) => Promise<string>
  stop: () => void
}

/** Reads the metrics every ten seconds, and shows the last hour of them. */
export function livePage(metrics: () => Promise<Registry>, log: Log): LivePage {
  const history = new History()
  const read = async (): Promise<Snapshot> => await (await metrics()).getMetricsAsJSON()
  const sample = async (): Promise<void> => {
    history.add(takeSample(await read(), performance.now()))
  }
  const timer = setInterval(() => {
    sample().catch((error: unknown) => {
      log.debug({ error }, 'metrics not read for the operations page')
    })
  }, SAMPLE_INTERVAL_MS)
  timer.unref()
  return {
    show: async (readiness, isLive) => operationsPage(readiness, await read(), history, isLive),
    stop: () => {
      clearInterval(timer)
    },
  }
}

/** What feeds are measured by: how many run, what their lines were answered, and what waited for its account. */
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { FeedMetrics } from '../../api/ports/deps.js'

/** `released` hears of lines that found the member who registered their account. */
export function feedMetrics(registry: Registry): FeedMetrics & { released: (lines: number) => void } {
  const registers = [registry]
  const running = new Gauge({ name: 'tripfold_feeds_running', help: 'Feeds that are being sent.', registers })
  const lines = new Counter({
    name: 'tripfold_feed_lines_total',
    help: 'Lines of feeds that were answered, by status.',
    labelNames: ['status'],
    registers,
  })
  const released = new Counter({
    name: 'tripfold_feed_lines_released_total',
    help: 'Lines of feeds that waited for their loyalty account, and found the member who registered it.',
    registers,
  })
  return {
    feedStarted: () => {
      running.inc()
    },
    feedEnded: () => {
      running.dec()
    },
    lineAnswered: (status) => {
      lines.inc({ status: String(status) })
    },
    released: (count) => {
      released.inc(count)
    },
  }
}

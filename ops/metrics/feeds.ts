/** Metrics of feeds: open feeds, answered lines, and lines released for a registered account. */
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { FeedMetrics } from '../../api/ports/deps.js'

/** `released` records lines whose loyalty account was registered. */
export function feedMetrics(registry: Registry): FeedMetrics & { released: (lines: number) => void } {
  const registers = [registry]
  const running = new Gauge({ name: 'tripfold_feeds_running', help: 'Feeds currently open.', registers })
  const lines = new Counter({
    name: 'tripfold_feed_lines_total',
    help: 'Feed lines answered, by status.',
    labelNames: ['status'],
    registers,
  })
  const released = new Counter({
    name: 'tripfold_feed_lines_released_total',
    help: 'Feed lines released because their loyalty account was registered.',
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

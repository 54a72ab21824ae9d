/** Metrics of feeds: open feeds, answered lines, and lines for loyalty accounts that are held or released. */
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { FeedMetrics } from '../../api/ports/deps.js'

/** `released` records lines that a member may receive by now. */
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
    help: 'Feed lines that were held and are released, because a member may receive them.',
    registers,
  })
  const held = new Counter({
    name: 'tripfold_feed_lines_held_total',
    help: 'Feed lines for loyalty accounts that were held, by reason.',
    labelNames: ['reason'],
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
    lineHeld: (reason) => {
      held.inc({ reason })
    },
    released: (count) => {
      released.inc(count)
    },
  }
}

/** Metrics of feeds: open feeds, answered lines, and lines for loyalty accounts that are held or released. */
import type { Registry } from 'prom-client'
import type { FeedMetrics } from '../../api/ports/deps.js'
import { metricsOf } from './registry.js'

/** `released` records lines that a member may receive by now. */
export function feedMetrics(registry: Registry): FeedMetrics & { released: (lines: number) => void } {
  const { counter, gauge } = metricsOf(registry)
  const running = gauge('feeds_running', 'Feeds currently open.')
  const lines = counter('feed_lines_total', 'Feed lines answered, by status.', 'status')
  const released = counter(
    'feed_lines_released_total',
    'Feed lines that were held and are released, because a member may receive them.',
  )
  const held = counter(
    'feed_lines_held_total',
    'Feed lines for loyalty accounts that were held, by reason.',
    'reason',
  )
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

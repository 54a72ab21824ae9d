/** Metrics of feeds: open feeds, bytes, answered lines, and lines for loyalty accounts that are held or released. */
import type { Registry } from 'prom-client'
import type { FeedMetrics } from '../../api/ports/deps.js'
import { metricsOf } from './registry.js'

/** `released` records lines that a member may receive by now. */
export function feedMetrics(registry: Registry): FeedMetrics & { released: (lines: number) => void } {
  const { counter, gauge } = metricsOf(registry)
  const running = gauge('feeds_running', 'Feeds currently open.')
  const lines = counter('feed_lines_total', 'Feed lines answered, by status.', 'status')
  const bytes = counter('feed_bytes_total', 'Bytes of feeds that were read, decompressed.')
  const rejected = counter(
    'feed_lines_rejected_total',
    'Feed lines that were rejected, by the code of their first error.',
    'code',
  )
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
    bytesRead: (count) => {
      bytes.inc(count)
    },
    linesAnswered: (answers) => {
      let accepted = 0
      for (const { status, code } of answers)
        if (code === null) accepted += 1
        else {
          lines.inc({ status: String(status) })
          rejected.inc({ code })
        }
      if (accepted > 0) lines.inc({ status: '202' }, accepted)
    },
    lineHeld: (reason) => {
      held.inc({ reason })
    },
    released: (count) => {
      released.inc(count)
    },
  }
}

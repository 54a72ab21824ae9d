/** Whether feeds may send more (contract.md 8.2). */

/** With this much waiting to be folded, bulk data would only add to it. */
const MAX_LAG_MS = 300_000
const LAG_CHECK_INTERVAL_MS = 1_000

/** `Retry-After` while folding is behind, seconds. */
export const LAG_RETRY_AFTER_S = 60

export interface FeedBackpressure {
  acceptsMore: () => Promise<boolean>
  /** The lag of folding when that was last asked, milliseconds; null: not known. */
  lag: () => number | null
}

/**
 * Accepts nothing more while folding is five minutes behind. It asks for the lag at most once a second for all
 * feeds of this node. An infinite lag (no worker has ever run, so nothing is known) counts as no lag.
 * @param lag milliseconds; what it throws is thrown on
 * @param now epoch milliseconds
 */
export function feedBackpressure(lag: () => Promise<number>, now: () => number): FeedBackpressure {
  let checked: { at: number; lagMs: Promise<number> } | null = null
  let last: number | null = null
  return {
    acceptsMore: async () => {
      if (checked === null || now() - checked.at >= LAG_CHECK_INTERVAL_MS)
        checked = { at: now(), lagMs: lag() }
      const lagMs = await checked.lagMs
      last = Number.isFinite(lagMs) ? Math.max(0, lagMs) : null
      return last === null || last <= MAX_LAG_MS
    },
    lag: () => last,
  }
}

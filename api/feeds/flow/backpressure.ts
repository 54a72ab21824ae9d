/** Whether there is room for more of feeds (workers/README.md 6). */

/** With so much waiting to be folded, bulk data would only make it more. */
const MAX_LAG_MS = 300_000
const LAG_CHECK_INTERVAL_MS = 1_000

/** Seconds after which whoever found no room may come again. */
export const LAG_RETRY_AFTER_S = 60

/**
 * False while the fold is five minutes behind. `lag` answers by how many milliseconds, and is asked at most once a second for
 * all feeds of the door; infinite (no worker was ever here, and nothing says how long it takes) counts as room. Throws what
 * `lag` throws.
 */
export function feedBackpressure(lag: () => Promise<number>, now: () => number): () => Promise<boolean> {
  let asked: { at: number; behind: Promise<number> } | null = null
  return async () => {
    if (asked === null || now() - asked.at >= LAG_CHECK_INTERVAL_MS) asked = { at: now(), behind: lag() }
    const ms = await asked.behind
    return !Number.isFinite(ms) || ms <= MAX_LAG_MS
  }
}

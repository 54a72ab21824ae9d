/** Whether there is room for more of feeds (design.md 6). */

/** With so much waiting to be folded, bulk data would only make it more. */
const LONGEST_LAG_MS = 300_000
const ASKED_EVERY_MS = 1_000

/** Seconds after which whoever found no room may come again. */
export const AFTER_LAG_S = 60

/**
 * False while the fold is five minutes behind. `lag` answers by how many milliseconds, and is asked at most once a second for
 * all feeds of the door; infinite (no worker was ever here, and nothing says how long it takes) counts as room. Throws what
 * `lag` throws.
 */
export function feedRoom(lag: () => Promise<number>, now: () => number): () => Promise<boolean> {
  let asked: { at: number; behind: Promise<number> } | null = null
  return async () => {
    if (asked === null || now() - asked.at >= ASKED_EVERY_MS) asked = { at: now(), behind: lag() }
    const ms = await asked.behind
    return !Number.isFinite(ms) || ms <= LONGEST_LAG_MS
  }
}

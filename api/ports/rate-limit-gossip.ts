/** How nodes exchange what they count for rate limits (contract.md 7). workers implement it. */

/** What one node has counted in one window, for some keys. */
export interface RateLimitCounts {
  node: string
  window: number
  counts: Record<string, number>
}

/** A lost message is made up for by the next request under its keys. */
export interface RateLimitGossip {
  send: (counts: RateLimitCounts) => void
  receive: (listener: (counts: RateLimitCounts) => void) => void
}

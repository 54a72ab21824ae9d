/** The headers of a limit per minute (contract.md 7, IETF draft-ietf-httpapi-ratelimit-headers). */

/** Seconds of a window. */
export const WINDOW_S = 60

export interface LimitState {
  limit: number
  /** Requests left; negative counts as none. */
  left: number
  /** Seconds until there is one more after those. */
  reset: number
}

/** The headers of a limit of that name. `policy` lists all limits where there are several. */
export function limitHeaders(
  name: string,
  { limit, left, reset }: LimitState,
  policy = `"${name}";q=${limit};w=${WINDOW_S}`,
): Record<string, string> {
  const remaining = Math.max(0, left)
  return {
    'ratelimit-policy': policy,
    ratelimit: `"${name}";r=${remaining};t=${reset}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
  }
}

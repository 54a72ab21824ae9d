/** What an answer tells of a limit of requests a minute (contract.md 7, IETF draft-ietf-httpapi-ratelimit-headers). */

/** The seconds that a limit counts in one go. */
export const WINDOW_S = 60

/** The headers for a limit of that name with so many requests left (none when negative), and `reset` seconds until all are back; `policy` when it is not this limit alone. */
export function limitHeaders(
  name: string,
  { limit, left, reset }: { limit: number; left: number; reset: number },
  policy = `"${name}";q=${limit};w=${WINDOW_S}`,
): Record<string, string> {
  return {
    'ratelimit-policy': policy,
    ratelimit: `"${name}";r=${Math.max(0, left)};t=${reset}`,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, left)),
    'x-ratelimit-reset': String(reset),
  }
}

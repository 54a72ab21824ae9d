/**
 * The rate limiter of one endpoint (webhooks.md 4): a token bucket that holds one second's worth of tokens,
 * at least one.
 */

/** Saved as JSON between claims. */
export interface TokenBucket {
  /** Null: no limit. */
  perSecond: number | null
  tokens: number
  /** When the tokens were counted, epoch milliseconds. */
  at: number
}

export function fullBucket(perSecond: number | null, now: number): TokenBucket {
  return { perSecond, tokens: capacity(perSecond), at: now }
}

/** The bucket of an endpoint just claimed: as the last claim left it if the rate is the same, else full. */
export function restoreBucket(
  perSecond: number | null,
  saved: TokenBucket | undefined,
  now: number,
): TokenBucket {
  return saved !== undefined && saved.perSecond === perSecond ? saved : fullBucket(perSecond, now)
}

function capacity(perSecond: number | null): number {
  return perSecond === null ? Infinity : Math.max(1, perSecond)
}

/** The bucket at `now`, epoch milliseconds. A clock that was set back neither adds nor removes tokens. */
export function refill(bucket: TokenBucket, now: number): TokenBucket {
  const { perSecond } = bucket
  if (perSecond === null) return bucket
  const added = (Math.max(0, now - bucket.at) * perSecond) / 1_000
  return { ...bucket, tokens: Math.min(capacity(perSecond), bucket.tokens + added), at: now }
}

/**
 * The wait for a token of a tiny rate may end at an instant that no store can hold: ask again after this
 * long.
 */
const MAX_WAIT_MS = 3_600_000

/** Milliseconds until there is a token, or until it is time to ask again; 0 if there is one. */
export function msUntilToken({ perSecond, tokens }: TokenBucket): number {
  if (perSecond === null || tokens >= 1) return 0
  return Math.min(MAX_WAIT_MS, Math.ceil(((1 - tokens) * 1_000) / perSecond))
}

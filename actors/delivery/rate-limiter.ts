/** A token bucket that holds one second's worth, at least one token. */
export interface TokenBucket {
  perSecond: number | null
  tokens: number
  at: number
}

/** A full bucket; null for no limit. */
export function fullBucket(perSecond: number | null, now: number): TokenBucket {
  return { perSecond, tokens: capacity(perSecond), at: now }
}

/** The bucket of a callback just claimed: as the last claim left it, if that was of the same rate, else a full one. */
export function restoreBucket(
  perSecond: number | null,
  left: TokenBucket | undefined,
  now: number,
): TokenBucket {
  return left !== undefined && left.perSecond === perSecond ? left : fullBucket(perSecond, now)
}

function capacity(perSecond: number | null): number {
  return perSecond === null ? Infinity : Math.max(1, perSecond)
}

/** The bucket at `now`, epoch milliseconds. A clock that stepped back gives nothing and takes nothing. */
export function refill(bucket: TokenBucket, now: number): TokenBucket {
  if (bucket.perSecond === null) return bucket
  const gained = (Math.max(0, now - bucket.at) * bucket.perSecond) / 1_000
  return { ...bucket, tokens: Math.min(capacity(bucket.perSecond), bucket.tokens + gained), at: now }
}

/** Whoever waits asks again after so long: the wait for a token of a tiny rate leads to an instant that no store can keep. */
const MAX_WAIT_MS = 3_600_000

/** Milliseconds until a whole token is there, or until it is time to ask again; 0 when one is there. */
export function msUntilToken(bucket: TokenBucket): number {
  if (bucket.perSecond === null || bucket.tokens >= 1) return 0
  return Math.min(MAX_WAIT_MS, Math.ceil(((1 - bucket.tokens) * 1_000) / bucket.perSecond))
}

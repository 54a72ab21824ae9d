/**
 * How many segments one member may submit (contract.md 7.1): a token bucket per member, so that a feed out of
 * control does not fill the stream with one member's segments. Each node counts what it accepts itself, in
 * memory; a forgotten bucket is full again.
 */
import { ApiError } from '../../schemas/base/errors.js'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import type { SegmentQuota } from '../ports/segment-quota.js'

export interface SegmentQuotaSettings {
  /** Segments per second that flow back into a bucket; 0: no limit. */
  perSecond: number
  /** Capacity of a bucket. A batch larger than that is accepted when the bucket is full. */
  burst: number
  /**
   * Milliseconds of a monotonic clock: after a step back, a bucket would not refill until the clock has
   * caught up.
   */
  now: () => number
}

const MAX_BUCKETS = 20_000

/** The buckets of one node, all full at first. Those of the members seen last are kept. */
export function segmentQuota({ perSecond, burst, now }: SegmentQuotaSettings): SegmentQuota {
  const buckets = twoGenerationCache<{ left: number; at: number }>(MAX_BUCKETS)
  return {
    take: (member, segments) => {
      if (perSecond === 0) return
      const instant = now()
      const bucket = buckets.get(member) ?? { left: burst, at: instant }
      const refilled = (Math.max(0, instant - bucket.at) * perSecond) / 1_000
      const left = Math.min(burst, bucket.left + refilled)
      const missing = Math.min(segments, burst) - left
      if (missing > 0) {
        const retryAfter = Math.ceil(missing / perSecond)
        throw new ApiError(
          'rate_limited',
          `Too many segments for this member: the limit is ${perSecond} per second and ${burst} at once. ` +
            `Retry after ${retryAfter} s.`,
          { retryAfter },
        )
      }
      buckets.set(member, { left: Math.max(0, left - segments), at: instant })
    },
  }
}

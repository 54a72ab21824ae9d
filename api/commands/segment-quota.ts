/**
 * How much one member may hand in (workers/README.md 5): a bucket of segments that refills all the time, so that a feed gone wild
 * fills no stream with one member's words. Each node counts what it takes itself, in memory; a bucket that was forgotten is
 * full again.
 */
import { ApiError } from '../../schemas/base/errors.js'
import type { Id } from '../../schemas/base/ids.js'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'

export interface SegmentQuota {
  /** Takes so many segments of the member. Throws `rate_limited`, and takes none, when it has handed in too many. */
  take: (member: Id, segments: number) => void
}

export interface SegmentQuotaSettings {
  /** Segments a second that a member's bucket regains; 0: no limit. */
  perSecond: number
  /** Segments a full bucket holds. A batch larger than that is taken when it is full. */
  burst: number
  /** Milliseconds, of a clock that is not set back: a bucket would regain nothing until it has caught up. */
  now: () => number
}

const MAX_BUCKETS = 20_000

/** The buckets of one node, all full; those of the members seen last are kept. */
export function segmentQuota({ perSecond, burst, now }: SegmentQuotaSettings): SegmentQuota {
  const buckets = twoGenerationCache<{ left: number; at: number }>(MAX_BUCKETS)
  return {
    take: (member, segments) => {
      if (perSecond === 0) return
      const instant = now()
      const bucket = buckets.get(member) ?? { left: burst, at: instant }
      const left = Math.min(burst, bucket.left + (Math.max(0, instant - bucket.at) * perSecond) / 1_000)
      const short = Math.min(segments, burst) - left
      if (short > 0) {
        const retryAfter = Math.ceil(short / perSecond)
        throw new ApiError(
          'rate_limited',
          `Too many segments for this member: ${perSecond} a second are taken, beyond ${burst} at once. Send them again in ${retryAfter} s.`,
          { retryAfter },
        )
      }
      buckets.set(member, { left: Math.max(0, left - segments), at: instant })
    },
  }
}

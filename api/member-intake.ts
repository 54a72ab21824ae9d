/**
 * How much one member may hand in (design.md 5): a bucket of segments that refills all the time, so that a feed gone wild
 * fills no stream with one member's words. Each node counts what it takes itself, in memory; a bucket that was forgotten is
 * full again.
 */
import { Fault } from '../schemas/faults.js'
import type { Id } from '../schemas/ids.js'
import { recentCache } from '../schemas/recent-cache.js'

export interface MemberIntake {
  /** Takes so many segments of the member. Throws `rate_limited`, and takes none, when it has handed in too many. */
  take: (member: Id, segments: number) => void
}

export interface IntakeSettings {
  /** Segments a second that a member's bucket regains; 0: no limit. */
  perSecond: number
  /** Segments a full bucket holds. A batch larger than that is taken when it is full. */
  burst: number
  /** Milliseconds, of a clock that is not set back: a bucket would regain nothing until it has caught up. */
  now: () => number
}

const REMEMBERED = 20_000

/** The buckets of one node, all full; those of the members seen last are kept. */
export function memberIntake({ perSecond, burst, now }: IntakeSettings): MemberIntake {
  const buckets = recentCache<{ left: number; at: number }>(REMEMBERED)
  return {
    take: (member, segments) => {
      if (perSecond === 0) return
      const instant = now()
      const bucket = buckets.get(member) ?? { left: burst, at: instant }
      const left = Math.min(burst, bucket.left + (Math.max(0, instant - bucket.at) * perSecond) / 1_000)
      const short = Math.min(segments, burst) - left
      if (short > 0) {
        const retryAfter = Math.ceil(short / perSecond)
        throw new Fault(
          'rate_limited',
          `Too many segments for this member: ${perSecond} a second are taken, beyond ${burst} at once. Send them again in ${retryAfter} s.`,
          { retryAfter },
        )
      }
      buckets.set(member, { left: Math.max(0, left - segments), at: instant })
    },
  }
}

/**
 * How many segments one member may submit (contract.md 7.1): a budget per member, so that a feed out of control
 * does not fill the stream with one member's segments.
 */
import { ApiError } from '../../schemas/base/errors.js'
import { budget, holder } from '../limits/budget.js'
import type { BudgetSettings } from '../limits/budget.js'
import type { SegmentQuota } from '../ports/segment-quota.js'

/** The buckets of one node, all full at first. */
export function segmentQuota(settings: BudgetSettings): SegmentQuota {
  const { perSecond, burst } = settings
  const segments = budget(settings)
  return {
    take: (member, count) => {
      const retryAfter = segments.take([holder(member)], count)
      if (retryAfter !== null)
        throw new ApiError(
          'rate_limited',
          `Too many segments for this member: the limit is ${perSecond} per second and ${burst} at once. ` +
            `Retry after ${retryAfter} s.`,
          { retryAfter },
        )
    },
  }
}

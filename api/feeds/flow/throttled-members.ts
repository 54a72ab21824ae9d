/** Members who have handed in too much: what follows a line that was refused for it must not overtake that line. */
import type { ApiError } from '../../../schemas/base/errors.js'
import type { Id } from '../../../schemas/base/ids.js'
import { toApiError } from '../../http/errors.js'
import type { SegmentQuota } from '../../commands/segment-quota.js'

const MAX_THROTTLED = 20_000

/**
 * Takes so many segments of a member from its intake; answers why not, and goes on with that answer until the time to come
 * again that it names. `now`: epoch milliseconds.
 */
export function throttledMembers(
  intake: SegmentQuota | undefined,
  now: () => number,
): (member: Id, segments: number) => ApiError | null {
  const full = new Map<Id, { fault: ApiError; until: number }>()
  return (member, segments) => {
    const held = full.get(member)
    if (held !== undefined && now() < held.until) return held.fault
    full.delete(member)
    try {
      intake?.take(member, segments)
      return null
    } catch (error) {
      const fault = toApiError(error)
      if (full.size >= MAX_THROTTLED) full.clear()
      full.set(member, { fault, until: now() + (fault.retryAfter ?? 0) * 1_000 })
      return fault
    }
  }
}

/**
 * Members over their segment quota: lines that follow a line refused with 429 must not overtake it
 * (contract.md 8.1).
 */
import type { ApiError } from '../../../schemas/base/errors.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { SegmentQuota } from '../../ports/segment-quota.js'
import { toApiError } from '../../http/errors.js'

const MAX_THROTTLED = 20_000

/**
 * Makes a function that takes segments from a member's quota. It answers the error when there is no quota
 * left, and keeps answering it until the time to retry that it names.
 * @param now epoch milliseconds
 */
export function throttledMembers(
  quota: SegmentQuota | undefined,
  now: () => number,
): (member: Id, segments: number) => ApiError | null {
  const throttled = new Map<Id, { error: ApiError; until: number }>()
  return (member, segments) => {
    const known = throttled.get(member)
    if (known !== undefined && now() < known.until) return known.error
    throttled.delete(member)
    try {
      quota?.take(member, segments)
      return null
    } catch (thrown) {
      const error = toApiError(thrown)
      if (throttled.size >= MAX_THROTTLED) throttled.clear()
      throttled.set(member, { error, until: now() + (error.retryAfter ?? 0) * 1_000 })
      return error
    }
  }
}

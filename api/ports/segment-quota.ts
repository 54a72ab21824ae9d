/** How many segments a member may still submit (contract.md 7.1). */
import type { Id } from '../../schemas/base/ids.js'

export interface SegmentQuota {
  /**
   * Takes segments from the member's bucket. Throws `rate_limited`, and takes none, if there are not enough.
   */
  take: (member: Id, segments: number) => void
}

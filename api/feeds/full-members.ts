/** Members who have handed in too much: what follows a line that was refused for it must not overtake that line. */
import type { Fault } from '../../schemas/faults.js'
import type { Id } from '../../schemas/ids.js'
import { asFault } from '../errors.js'
import type { MemberIntake } from '../member-intake.js'

const MOST_FULL = 20_000

/**
 * Takes so many segments of a member from its intake; answers why not, and goes on with that answer until the time to come
 * again that it names. `now`: epoch milliseconds.
 */
export function fullMembers(
  intake: MemberIntake | undefined,
  now: () => number,
): (member: Id, segments: number) => Fault | null {
  const full = new Map<Id, { fault: Fault; until: number }>()
  return (member, segments) => {
    const held = full.get(member)
    if (held !== undefined && now() < held.until) return held.fault
    full.delete(member)
    try {
      intake?.take(member, segments)
      return null
    } catch (error) {
      const fault = asFault(error)
      if (full.size >= MOST_FULL) full.clear()
      full.set(member, { fault, until: now() + (fault.retryAfter ?? 0) * 1_000 })
      return fault
    }
  }
}

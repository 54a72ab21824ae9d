/** Ids that may belong to something accepted but not folded yet (contract.md 2.3). */
import { idTime } from '../../schemas/base/ids.js'
import type { Id } from '../../schemas/base/ids.js'
import type { ApiDeps } from '../ports/deps.js'

/** A batch gets its id before it is in the stream, and owners report their progress every ten seconds. */
const MIN_PENDING_MS = 60_000
/** Ids may run ahead of the clock under load, and the clocks of nodes differ a little. */
const CLOCK_LEAD_MS = 5_000
/** The stream keeps messages for this long. */
const MAX_PENDING_MS = 7 * 86_400_000

/** A cancellation waits this long for its booking (RULES 4.4). */
const HELD_CANCELLATION_MS = 30 * 86_400_000

/** Whether a raw segment that was held when it was folded may still find its booking. */
export function mayStillBeHeld({ now }: ApiDeps, id: Id): boolean {
  return now() - idTime(id) <= HELD_CANCELLATION_MS
}

/**
 * Whether an id is younger than the largest partition lag now, or its member is parked, so that its messages
 * wait. This reveals nothing about other members: any number that is young enough qualifies.
 * @param since when its message was made, epoch milliseconds
 */
export async function mayBeInFlight(
  { now, reads: { batches } }: Pick<ApiDeps, 'now'> & { reads: Pick<ApiDeps['reads'], 'batches'> },
  member: Id,
  id: Id,
  since = idTime(id),
): Promise<boolean> {
  const age = now() - since
  if (age < -CLOCK_LEAD_MS) return false
  if (age <= MIN_PENDING_MS) return true
  const isWithinLag = age <= MAX_PENDING_MS && age <= MIN_PENDING_MS + (await batches.lag())
  return isWithinLag || (await batches.isParked(member))
}

/** Ids that may belong to something accepted but not folded yet (contract.md 2, end). */
import { idTime } from '../../schemas/base/ids.js'
import type { Id } from '../../schemas/base/ids.js'
import type { ApiDeps } from '../ports/deps.js'

/** A batch gets its id before the stream has it, and owners report every ten seconds how far they are. */
const MIN_PENDING_MS = 60_000
/** An id may run ahead of the clock under a burst, and clocks of nodes differ a little. */
const CLOCK_LEAD_MS = 5_000
/** The stream keeps nothing for longer. */
const MAX_PENDING_MS = 7 * 86_400_000

/** For so long a cancellation waits for its booking (RULES 4.4). */
const HELD_CANCELLATION_MS = 30 * 86_400_000

/** Whether a raw segment that was held when it was folded may still be met by its booking. */
export function mayStillBeHeld({ now }: ApiDeps, id: Id): boolean {
  return now() - idTime(id) <= HELD_CANCELLATION_MS
}

/**
 * Whether an id is younger than the largest lag of a partition now, or the member is parked, so that whatever it handed in
 * waits. It tells nothing of other members: whatever number is young enough fits.
 */
export async function mayBeInFlight(
  { now, reads: { batches } }: ApiDeps,
  member: Id,
  id: Id,
): Promise<boolean> {
  const age = now() - idTime(id)
  if (age < -CLOCK_LEAD_MS) return false
  if (age <= MIN_PENDING_MS) return true
  return (
    (age <= MAX_PENDING_MS && age <= MIN_PENDING_MS + (await batches.lag())) ||
    (await batches.isParked(member))
  )
}

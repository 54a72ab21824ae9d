/** Ids that may belong to something accepted but not folded yet (contract.md 2, end). */
import { idTime } from '../schemas/ids.js'
import type { Id } from '../schemas/ids.js'
import type { ApiDeps } from './deps.js'

/** A batch gets its id before the stream has it, and owners report every ten seconds how far they are. */
const LEAST_MS = 60_000
/** An id may run ahead of the clock under a burst, and clocks of nodes differ a little. */
const LEAD_MS = 5_000
/** The stream keeps nothing for longer. */
const MOST_MS = 7 * 86_400_000

/** For so long a cancellation waits for its booking (itinerary.md 4.4). */
const HELD_MS = 30 * 86_400_000

/** Whether a raw segment that was held when it was folded may still be met by its booking. */
export function mayStillBeHeld({ now }: ApiDeps, id: Id): boolean {
  return now() - idTime(id) <= HELD_MS
}

/**
 * Whether an id is younger than the largest lag of a partition now, or the member is parked, so that whatever it handed in
 * waits. It tells nothing of other members: whatever number is young enough fits.
 */
export async function mayBeOnItsWay(
  { now, reads: { batches } }: ApiDeps,
  member: Id,
  id: Id,
): Promise<boolean> {
  const age = now() - idTime(id)
  if (age < -LEAD_MS) return false
  if (age <= LEAST_MS) return true
  return (age <= MOST_MS && age <= LEAST_MS + (await batches.lag())) || (await batches.parked(member))
}

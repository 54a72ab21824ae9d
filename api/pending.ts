/** Ids that may belong to something accepted but not folded yet (contract.md 2, end). */
import { idTime } from '../schemas/ids.js'
import type { Id } from '../schemas/ids.js'
import type { ApiDeps } from './deps.js'

const LEAST_MS = 60_000
/** An id may run ahead of the clock under a burst, and clocks of nodes differ a little. */
const LEAD_MS = 5_000

/** Whether an id is younger than the largest lag of a partition now. It tells nothing of other members: whatever number is young enough fits. */
export async function mayBeOnItsWay (deps: ApiDeps, id: Id): Promise<boolean> {
  const age = deps.now() - idTime(id)
  if (age < -LEAD_MS) return false
  return age <= LEAST_MS || age <= await deps.reads.batches.lag()
}

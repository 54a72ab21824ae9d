/** RULES 3.5.2: which earlier versions of a booking still count. */
import type { StatementHistory } from '../match/statement-history.js'
import { NEW_TIMES, OLD_TIMES } from '../statement/gds-status.js'
import type { Statement } from '../statement/statement.js'
import { travellersOf } from '../statement/travellers.js'
import { isAbout } from './source-bookings.js'
import type { BookingEnv, SourceBooking } from './source-bookings.js'
import { isAboutSome } from './travellers/traveller-status.js'
import type { Party } from './travellers/traveller-status.js'

/**
 * RULES 3.5.2: the earlier versions of a booking from which fields may be taken, the newest first: back to where it
 * was cancelled, or where a later version withdrew all that it does not give.
 */
export function earlierVersions(
  { history, versions, party }: SourceBooking,
  current: Statement,
  env: BookingEnv,
): Statement[] {
  const endsThere = (s: Statement): boolean => party === null || !isAboutSome(party, s)
  const earlier: Statement[] = []
  for (let i = versions.lastIndexOf(current) - 1; i >= 0; i--) {
    const older = versions[i] as Statement
    const next = versions[i + 1] as Statement
    if (next.raw.withdrawn === 'rest' && endsThere(next)) break
    if (isCancelledBefore(older, next) && endsThere(older)) break
    if (wasCancelledAsWhole(history, { older, current, party }, env)) break
    earlier.push(older)
  }
  return earlier
}

/** True for a cancellation that a confirmation follows, unless the two are one change (RULES 4.1). */
function isCancelledBefore(older: Statement, next: Statement): boolean {
  if (older.status !== 'Cancelled' || next.status === 'Cancelled') return false
  return !(OLD_TIMES.has(older.gdsStatus ?? '') && NEW_TIMES.has(next.gdsStatus ?? ''))
}

/** True if the whole booking was cancelled, or a batch left the entry out, between the two versions. */
function wasCancelledAsWhole(
  history: StatementHistory,
  { older, current, party }: { older: Statement; current: Statement; party: Party | null },
  env: BookingEnv,
): boolean {
  const { source, locatorKey, versions } = history
  if (locatorKey === null) return false
  const isBetween = (s: Statement): boolean =>
    older.statedAt < s.statedAt &&
    s.statedAt <= current.statedAt &&
    (party === null ? isAbout(s, history) : travellersOf(s.raw.fields).length === 0)
  if (env.cancellationsOf(source, locatorKey).some(isBetween)) return true
  const batch = env.replacementOf(source, locatorKey)
  return (
    batch !== undefined &&
    older.raw.receivedAt < batch.at &&
    batch.at < current.raw.receivedAt &&
    versions.every(({ raw }) => raw.receivedAt !== batch.at)
  )
}

/** RULES 4.10: a change by the supplier that nobody has answered yet. */
import { sourceRole } from '../../../schemas/itinerary/source-row.js'
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import type { OpenAction } from '../../../schemas/segment/shapes/open-action.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { NEEDS_ANSWER, SUPPLIER_CANCELS } from '../statement/gds-status.js'
import type { StatementStatus } from '../statement/gds-status.js'
import type { Place } from '../places/place.js'
import type { Statement } from '../statement/statement.js'

/** A departure that moves by this many minutes or more needs an answer. */
const LEAST_MOVE_MINUTES = 60

/** The parts of a merged segment that decide this. */
interface Changed {
  status: StatementStatus
  /** The version that counts, and those before it of its booking. */
  current: Statement
  earlier: readonly Statement[]
  /** The current statements of the other sources. */
  others: readonly Statement[]
  /** The newest status report. */
  report: Statement | undefined
  /** Whether the sources of the bookings have not cancelled. */
  isBooked: boolean
}

/** The change that needs an answer; null: none, or it was answered. */
export function openAction(
  { status, current, earlier, others, report, isBooked }: Changed,
  { source }: { source: (id: string) => SourceRow | undefined },
): OpenAction | null {
  if (status === 'Cancelled' && isBooked && report !== undefined)
    return { kind: 'cancelled', since: null, source: report.raw.source, reason: null }
  const kind = status === 'Cancelled' ? cancellationOf(current) : changeOf(current, earlier)
  const isEcho = sourceRole(source(current.raw.source)) === 'echo'
  if (kind === null || isEcho || others.some((other) => isAnswer(other, current))) return null
  const { gdsStatus } = current
  const isByCode = gdsStatus !== null && (NEEDS_ANSWER.has(gdsStatus) || SUPPLIER_CANCELS.has(gdsStatus))
  const since = instantText(current.statedAt)
  return { kind, since, source: current.raw.source, reason: isByCode ? gdsStatus : null }
}

const cancellationOf = ({ gdsStatus }: Statement): OpenAction['kind'] | null =>
  gdsStatus !== null && SUPPLIER_CANCELS.has(gdsStatus) ? 'cancelled' : null

function changeOf(current: Statement, earlier: readonly Statement[]): OpenAction['kind'] | null {
  const before = earlier.at(-1)
  const isMovement = TRIP_TRAITS[current.raw.type].leg === 'movement'
  if (before !== undefined && isMovement) {
    if (isElsewhere(before.from, current.from) || isElsewhere(before.to, current.to)) return 'airport_changed'
    if (isMoved(before, current)) return 'schedule_changed'
  }
  return NEEDS_ANSWER.has(current.gdsStatus ?? '') ? 'schedule_changed' : null
}

function isElsewhere(before: Place | null, now: Place | null): boolean {
  const [old, code] = [before?.spots[0]?.iata, now?.spots[0]?.iata]
  return old != null && code != null && old !== code
}

function isMoved({ start: before }: Statement, { start: now }: Statement): boolean {
  if (before?.timed !== true || now?.timed !== true) return false
  return Math.abs(now.instant - before.instant) >= LEAST_MOVE_MINUTES * 60_000
}

/** True if another source reports the same later: the change was noticed. */
function isAnswer(other: Statement, change: Statement): boolean {
  if (other.raw.source === change.raw.source || other.statedAt < change.statedAt) return false
  if (change.status === 'Cancelled' || other.status === 'Cancelled') return other.status === change.status
  return (
    other.start?.wall === change.start?.wall &&
    !isElsewhere(other.from, change.from) &&
    !isElsewhere(other.to, change.to)
  )
}

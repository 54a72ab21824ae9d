/**
 * Adds raw segments to the state: new statements, and cancellations of whole bookings. Decides nothing about
 * segments or trips.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { MAX_NOTED_BOOKINGS } from '../../../schemas/itinerary/itinerary-limits.js'
import { isStatusSource } from '../../../schemas/itinerary/source-row.js'
import { parseRawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'
import { addStatement } from '../../itinerary/statement/statement-index.js'
import { isBookingCancellation, statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { bookingOf, cancelBooking, markBookingForMerge } from './booking-cancellations.js'
import type { Intake } from './intake.js'
import { addRepeatsSince } from './repeats.js'
import { addStatusReport } from './status-intake.js'
import type { StepEffects } from './step-effects.js'

/** The value as an object with fields; null for any other JSON value. */
export function asRecord(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

const NOTHING_BEFORE = { withdrawn: undefined, replaced: undefined }

/** The raw segment in a message body, under this id; null if it is malformed or the member has it already. */
export function readRawSegment(
  { state, batch }: Intake,
  id: Id,
  body: unknown,
  origin: Pick<RawSegment, 'withdrawn' | 'replaced'> = NOTHING_BEFORE,
): RawSegment | null {
  const fields = asRecord(body)
  const { received, client } = batch.message.envelope
  const raw = fields === null ? null : parseRawSegment(id, received, fields, { client, ...origin })
  return raw === null || state.index.all.has(id) ? null : raw
}

/**
 * Adds a raw segment: as a statement to cluster, as a status report if its source is of live status, or as a cancellation
 * if it only cancels a booking by locator.
 */
export function addRawSegment(intake: Intake, raw: RawSegment): void {
  const { state, effects, batch, env } = intake
  if (isStatusSource(env.source(raw.source))) {
    addStatusReport(intake, raw)
    return
  }
  addRepeatsSince(intake, raw)
  if (isBookingCancellation(statementOf(raw, env.places))) {
    batch.cancelledStatements.set(raw.id, cancelBooking(state, effects, raw, env))
    return
  }
  addStatement(state.index, raw, env.places)
  effects.toCluster.add(raw)
}

/** One submitted raw segment; null if there is nothing to add. Its id belongs to the batch either way. */
export function readSubmittedSegment(intake: Intake, id: Id, body: unknown): RawSegment | null {
  intake.batch.rawIds.push(id)
  return readRawSegment(intake, id, body)
}

/**
 * RULES 4.6, mode `replace`: records that a batch reports the bookings of its raw segments completely, so
 * that legs it leaves out are cancelled. The segments of these bookings are merged again.
 */
export function replaceBookings(
  state: MemberState,
  effects: StepEffects,
  raws: readonly RawSegment[],
  env: Env,
): void {
  for (const raw of raws) {
    const statement = statementOf(raw, env.places)
    if (statement.locatorKey === null) continue
    recordReplacement(state, bookingOf(raw, env.places), statement)
    keepLatest(state.replacedBookings)
    markBookingForMerge(state, effects, raw, env.places)
  }
}

/** RULES 2.3: forgets the booking whose travel is the oldest if there are too many; of several, the first name. */
function keepLatest(bookings: MemberState['replacedBookings']): void {
  if (bookings.size <= MAX_NOTED_BOOKINGS) return
  let earliest: [booking: string, instant: number] | null = null
  for (const [booking, { until, made }] of bookings) {
    const instant = until ?? made
    if (earliest === null || instant < earliest[1] || (instant === earliest[1] && booking < earliest[0]))
      earliest = [booking, instant]
  }
  if (earliest !== null) bookings.delete(earliest[0])
}

/** Keeps the newest batch per booking; of one batch, the latest statement and the latest end of its legs. */
function recordReplacement(state: MemberState, booking: string, statement: Statement): void {
  const { raw, statedAt, start, end } = statement
  const known = state.replacedBookings.get(booking)
  if (known !== undefined && known.at > raw.receivedAt) return
  const sameBatch = known?.at === raw.receivedAt ? known : undefined
  state.replacedBookings.set(booking, {
    at: raw.receivedAt,
    made: Math.max(statedAt, sameBatch?.made ?? statedAt),
    until: Math.max((end ?? start)?.instant ?? 0, sameBatch?.until ?? 0),
  })
}

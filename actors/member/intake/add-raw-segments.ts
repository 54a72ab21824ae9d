/**
 * Adds raw segments to the state: new statements, and cancellations of whole bookings. Decides nothing about
 * segments or trips.
 */
import type { Id } from '../../../schemas/base/ids.js'
import { MAX_NOTED_BOOKINGS } from '../../../schemas/itinerary/itinerary-limits.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { parseRawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Fields, RawSegment, Withdrawn } from '../../itinerary/statement/raw-segment.js'
import { addStatement, statementsOfBooking } from '../../itinerary/statement/statement-index.js'
import { isBookingCancellation, statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { Intake } from './intake.js'
import type { PendingBatch, StepEffects } from './step-effects.js'

/** The value as an object with fields; null for any other JSON value. */
export function asRecord(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** The raw segment in a message body, under this id; null if it is malformed or the member has it already. */
export function readRawSegment(
  { state, batch }: Intake,
  id: Id,
  body: unknown,
  withdrawn?: Withdrawn,
): RawSegment | null {
  const fields = asRecord(body)
  const { received, client } = batch.message.envelope
  const raw = fields === null ? null : parseRawSegment(id, received, fields, { client, withdrawn })
  return raw === null || state.index.all.has(id) ? null : raw
}

/**
 * Adds a raw segment: as a statement to cluster, or, if it only cancels a booking by locator, as a
 * cancellation.
 */
export function addRawSegment({ state, effects, batch, env }: Intake, raw: RawSegment): void {
  if (isBookingCancellation(statementOf(raw, env.places))) {
    batch.cancelledStatements.set(raw.id, cancelBookings(state, effects, [raw], env))
    return
  }
  addStatement(state.index, raw, env.places)
  effects.toCluster.add(raw)
}

/**
 * Adds one submitted raw segment; returns null if there is nothing to add. Its id belongs to the batch either
 * way.
 */
export function addSubmittedSegment(intake: Intake, id: Id, body: unknown): RawSegment | null {
  intake.batch.rawIds.push(id)
  const raw = readRawSegment(intake, id, body)
  if (raw !== null) addRawSegment(intake, raw)
  return raw
}

/**
 * RULES 4.3: records that the booking of each raw segment is cancelled as a whole by its source. Returns all
 * raw segments of these bookings; their segments are merged again.
 */
function cancelBookings(
  state: MemberState,
  effects: StepEffects,
  raws: readonly RawSegment[],
  env: Env,
): RawSegment[] {
  return raws.flatMap((raw) => {
    const { locatorKey, statedAt } = statementOf(raw, env.places)
    if (locatorKey === null) return []
    const booking = `${raw.source}#${locatorKey}`
    if ((state.cancelledBookings.get(booking) ?? 0) < statedAt) state.cancelledBookings.set(booking, statedAt)
    keepLatest(state.cancelledBookings, (stamp) => stamp)
    return markBookingForMerge(state, effects, raw.source, locatorKey)
  })
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
    recordReplacement(state, `${raw.source}#${statement.locatorKey}`, statement)
    keepLatest(state.replacedBookings, ({ until, made }) => until ?? made)
    markBookingForMerge(state, effects, raw.source, statement.locatorKey)
  }
}

/** RULES 2.3: forgets the booking with the earliest instant if there are too many; of several, the first name. */
function keepLatest<Note>(bookings: Map<string, Note>, instantOf: (note: Note) => number): void {
  if (bookings.size <= MAX_NOTED_BOOKINGS) return
  let earliest: [booking: string, instant: number] | null = null
  for (const [booking, note] of bookings) {
    const instant = instantOf(note)
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

/** Marks the segments of a booking to be merged again, and returns its raw segments. */
function markBookingForMerge(
  state: MemberState,
  effects: StepEffects,
  source: string,
  locatorKey: string,
): RawSegment[] {
  const raws = SEGMENT_TYPES.flatMap((type) => statementsOfBooking(state.index, type, source, locatorKey))
  for (const raw of raws) {
    const segment = state.segments.get(state.segmentOf.get(raw.id) ?? '')
    if (segment !== undefined) effects.toMerge.add(segment)
  }
  return raws
}

/**
 * The segment that a cancellation of a whole booking concerns, once the step is resolved; null if there is
 * none. Of several it is the oldest, because the order of the raw segments depends on how the member was
 * loaded.
 */
export function affectedSegment(state: MemberState, batch: PendingBatch, rawId: Id): Id | null {
  const ids = (batch.cancelledStatements.get(rawId) ?? []).flatMap((raw) => state.segmentOf.get(raw.id) ?? [])
  return ids.length === 0 ? null : String(Math.min(...ids.map(Number)))
}

/** Takes statements in: new ones, and cancellations of whole bookings. Decides nothing about segments or trips. */
import type { Id } from '../../../schemas/base/ids.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { parseRawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'
import { isBookingCancellation, statementOf } from '../../itinerary/statement/statement.js'
import { addStatement, statementsOfBooking } from '../../itinerary/statement/statement-index.js'
import type { Env } from '../env.js'
import type { MemberState } from '../state.js'
import type { PendingBatch, StepEffects } from './step-effects.js'

/** The value as an object with fields; null for anything else that JSON can be. */
export function asRecord(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** The raw segment that a message's body is, under this id; null for one that cannot be read or is here already. */
export function readRawSegment(
  state: MemberState,
  pending: PendingBatch,
  id: Id,
  body: unknown,
): RawSegment | null {
  const fields = asRecord(body)
  const { received, client } = pending.message.envelope
  const raw = fields === null ? null : parseRawSegment(id, received, fields, client)
  return raw === null || state.index.all.has(id) ? null : raw
}

/** Works a raw segment in. */
export function addRawSegment(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  raw: RawSegment,
  env: Env,
): void {
  if (isBookingCancellation(statementOf(raw, env.places)))
    pending.cancelledStatements.set(raw.id, cancelBookings(state, step, [raw], env))
  else {
    addStatement(state.index, raw, env.places)
    step.toCluster.add(raw)
  }
}

/** Takes one of the raw segments of a message; null when there is nothing to take. */
export function addSubmittedSegment(
  state: MemberState,
  step: StepEffects,
  pending: PendingBatch,
  id: Id,
  body: unknown,
  env: Env,
): RawSegment | null {
  pending.rawIds.push(id)
  const raw = readRawSegment(state, pending, id, body)
  if (raw !== null) addRawSegment(state, step, pending, raw, env)
  return raw
}

/**
 * What a source has said before of the bookings of `raws` is cancelled by it: legs that a batch in mode `replace` leaves out,
 * and the whole of a booking that is cancelled by its locator alone (RULES 4.3). Answers the statements concerned.
 */
export function cancelBookings(
  state: MemberState,
  step: StepEffects,
  raws: RawSegment[],
  env: Env,
  replacing = false,
): RawSegment[] {
  const hit: RawSegment[] = []
  for (const raw of raws) {
    const { locatorKey: key, statedAt: made, start, end } = statementOf(raw, env.places)
    if (key === null) continue
    const name = `${raw.source}#${key}`
    if (replacing) {
      const held = state.replacedBookings.get(name)
      const beside = held?.at === raw.receivedAt ? held : undefined
      if (held === undefined || held.at <= raw.receivedAt) {
        state.replacedBookings.set(name, {
          at: raw.receivedAt,
          made: Math.max(made, beside?.made ?? made),
          until: Math.max((end ?? start)?.instant ?? 0, beside?.until ?? 0),
        })
      }
    } else if ((state.cancelledBookings.get(name) ?? 0) < made) state.cancelledBookings.set(name, made)
    for (const type of SEGMENT_TYPES) {
      for (const other of statementsOfBooking(state.index, type, raw.source, key)) {
        const owner = state.segmentOf.get(other.id)
        const item = owner === undefined ? undefined : state.segments.get(owner)
        if (item !== undefined) step.toMerge.add(item)
        hit.push(other)
      }
    }
  }
  return hit
}

/** The segment that a message's cancellation of a booking concerns, once the step is resolved: the oldest, so that it is the same one however the member came into memory. */
export function affectedSegment(state: MemberState, pending: PendingBatch, id: Id): Id | null {
  const owners = (pending.cancelledStatements.get(id) ?? []).flatMap(
    (raw) => state.segmentOf.get(raw.id) ?? [],
  )
  return owners.length === 0 ? null : String(Math.min(...owners.map(Number)))
}

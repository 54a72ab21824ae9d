/** RULES 4.3: cancellations of whole bookings, which are kept so that they can be taken back. */
import type { Id } from '../../../schemas/base/ids.js'
import {
  MAX_BOOKING_CANCELLATIONS,
  MAX_CANCELLATIONS_OF_BOOKING,
} from '../../../schemas/itinerary/itinerary-limits.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { Places } from '../../itinerary/places/places.js'
import { FieldValues } from '../../itinerary/statement/field-values.js'
import { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { statementsOfBooking } from '../../itinerary/statement/statement-index.js'
import { compareVersions, statementOf } from '../../itinerary/statement/statement.js'
import { listedTravellers } from '../../itinerary/statement/travellers.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { PendingBatch, StepEffects } from './step-effects.js'

/** `source#locator`, by which whole bookings are noted. */
export function bookingOf(raw: RawSegment, places: Places): string {
  return `${raw.source}#${statementOf(raw, places).locatorKey}`
}

/**
 * Keeps the cancellation of a whole booking. Returns all raw segments of the booking; their segments are merged
 * again.
 */
export function cancelBooking(
  state: MemberState,
  effects: StepEffects,
  raw: RawSegment,
  { places }: Env,
): RawSegment[] {
  const kept = withoutRest(raw)
  const booking = bookingOf(kept, places)
  const earlier = state.bookingCancellations.get(booking) ?? []
  if (!earlier.some(({ id }) => id === kept.id)) {
    const all = [...earlier, kept].sort((a, b) =>
      compareVersions(statementOf(a, places), statementOf(b, places)),
    )
    state.bookingCancellations.set(booking, all.slice(-MAX_CANCELLATIONS_OF_BOOKING))
    forgetOldest(state, places)
  }
  return markBookingForMerge(state, effects, kept, places)
}

/** Takes the cancellation of a whole booking back. */
export function takeBackCancellation(
  state: MemberState,
  effects: StepEffects,
  raw: RawSegment,
  { places }: Env,
): void {
  const booking = bookingOf(raw, places)
  const others = (state.bookingCancellations.get(booking) ?? []).filter((other) => other !== raw)
  if (others.length === 0) state.bookingCancellations.delete(booking)
  else state.bookingCancellations.set(booking, others)
  markBookingForMerge(state, effects, raw, places)
}

/** True for a raw segment that is kept as the cancellation of a whole booking. */
export function isKeptCancellation(state: MemberState, raw: RawSegment, { places }: Env): boolean {
  return state.bookingCancellations.get(bookingOf(raw, places))?.includes(raw) === true
}

/** What says which booking is cancelled, for whom and when. No document shows the rest. */
function withoutRest(raw: RawSegment): RawSegment {
  const fields = FieldValues.of(raw.type, { status: 'Cancelled' })
  for (const name of ['confirmation_no', 'first_name', 'last_name', 'supplier_updated'])
    fields.set(name, raw.fields.get(name))
  const named = listedTravellers(raw.fields).filter(({ person }) => person !== null)
  if (named.length > 0)
    fields.set(
      'travelers',
      named.map(({ fields: { first_name: first, last_name: last, name } }) => ({
        ...(first === undefined ? {} : { first_name: first }),
        ...(last === undefined ? {} : { last_name: last }),
        ...(name === undefined ? {} : { name }),
      })),
    )
  return new RawSegment(raw, fields)
}

/** RULES 2.3: forgets the cancellation with the earliest stamp if there are too many; of several, the first booking's. */
function forgetOldest({ bookingCancellations }: MemberState, places: Places): void {
  let count = 0
  let oldest: { booking: string; stamp: number } | null = null
  for (const [booking, raws] of bookingCancellations) {
    count += raws.length
    const stamp = statementOf(raws[0] as RawSegment, places).statedAt
    if (oldest === null || stamp < oldest.stamp || (stamp === oldest.stamp && booking < oldest.booking))
      oldest = { booking, stamp }
  }
  if (count <= MAX_BOOKING_CANCELLATIONS || oldest === null) return
  const rest = (bookingCancellations.get(oldest.booking) ?? []).slice(1)
  if (rest.length === 0) bookingCancellations.delete(oldest.booking)
  else bookingCancellations.set(oldest.booking, rest)
}

/** Marks the segments of the booking of `raw` to be merged again, and returns its raw segments. */
export function markBookingForMerge(
  state: MemberState,
  effects: StepEffects,
  raw: RawSegment,
  places: Places,
): RawSegment[] {
  const raws = rawSegmentsOfBooking(state, raw, places)
  for (const { id } of raws) {
    const segment = state.segments.get(state.segmentOf.get(id) ?? '')
    if (segment !== undefined) effects.toMerge.add(segment)
  }
  return raws
}

function rawSegmentsOfBooking(state: MemberState, raw: RawSegment, places: Places): RawSegment[] {
  const { locatorKey } = statementOf(raw, places)
  return locatorKey === null
    ? []
    : SEGMENT_TYPES.flatMap((type) => statementsOfBooking(state.index, type, raw.source, locatorKey))
}

/** The oldest segment of the booking of `raw`; undefined: there is none. */
export function segmentOfBooking(
  state: MemberState,
  raw: RawSegment,
  { places }: Env,
): SegmentState | undefined {
  return state.segments.get(oldestSegment(state, rawSegmentsOfBooking(state, raw, places)) ?? '')
}

/**
 * The segment that a cancellation of a whole booking concerns, once the step is resolved; null if there is
 * none. Of several it is the oldest, because the order of the raw segments depends on how the member was
 * loaded.
 */
export function affectedSegment(state: MemberState, batch: PendingBatch, rawId: Id): Id | null {
  return oldestSegment(state, batch.cancelledStatements.get(rawId) ?? [])
}

function oldestSegment({ segmentOf }: MemberState, raws: readonly RawSegment[]): Id | null {
  const ids = raws.flatMap(({ id }) => segmentOf.get(id) ?? [])
  return ids.length === 0 ? null : String(Math.min(...ids.map(Number)))
}

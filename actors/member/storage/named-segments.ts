/** Which segments a message names: those that it withdraws, replaces, edits, or whose trip or booking it names. */
import type { Id } from '../../../schemas/base/ids.js'
import { locatorKey, normaliseLocator } from '../../../schemas/base/locator.js'
import { normaliseText } from '../../../schemas/base/text.js'
import type { Edit } from '../../../schemas/itinerary/edit.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'
import { statementsOfBooking, statementsOfEntry } from '../../itinerary/statement/statement-index.js'
import type { MemberState } from '../model.js'
import { findRawSegment } from '../segments/find-raw-segment.js'
import { changesHome } from '../profile/home-change.js'
import { followMerges } from '../trips/follow-merges.js'

/** What a message concerns: segments that the member has, and statements that it may have soon. */
export interface Concern {
  named: Id[]
  submitted: readonly unknown[]
}

const NOTHING: Concern = { named: [], submitted: [] }

/** Null if the message may concern every segment. */
export function concernOf(state: MemberState, { envelope, body }: StreamMessage): Concern | null {
  const fields = (body ?? {}) as Fields
  switch (envelope.kind) {
    case 'segments': {
      const submitted = Array.isArray(fields.segments) ? (fields.segments as unknown[]) : []
      const named = ofEntries(state, submitted)
      return {
        named: fields.mode === 'replace' ? [...named, ...ofBookings(state, submitted)] : named,
        submitted,
      }
    }
    case 'segment': {
      const { replaces, pin } = envelope
      const replaced = replaces === undefined ? ofEntries(state, [body]) : ofStatement(state, replaces)
      return { named: [...replaced, ...(pin === undefined ? [] : ofTrip(state, pin))], submitted: [body] }
    }
    case 'withdraw':
      return { ...NOTHING, named: ofStatement(state, String(fields.id)) }
    case 'edit':
      return concernOfEdit(state, body as Edit)
    case 'account':
      return NOTHING
    case 'profile':
      return concernOfProfile(state, fields)
    default:
      return null
  }
}

function concernOfEdit(state: MemberState, edit: Edit): Concern {
  switch (edit.do) {
    case 'trip.create':
      return { ...NOTHING, named: edit.segments }
    case 'trip.update':
    case 'trip.delete':
      return { ...NOTHING, named: ofTrip(state, edit.trip) }
    case 'trip.merge':
      return { ...NOTHING, named: [edit.trip, ...edit.from].flatMap((id) => ofTrip(state, id)) }
    case 'trip.split':
      return { ...NOTHING, named: [...ofTrip(state, edit.trip), ...edit.segments] }
    case 'segment.pin':
      return { ...NOTHING, named: [edit.segment, ...(edit.trip === null ? [] : ofTrip(state, edit.trip))] }
    case 'segment.set': {
      const type = state.segments.get(edit.segment)?.type
      return { named: [edit.segment], submitted: [{ type, ...edit.fields }] }
    }
    default:
      return 'segment' in edit ? { ...NOTHING, named: [edit.segment] } : NOTHING
  }
}

/** A home, the language and the choice of warnings change every trip; a name those legs that name their travellers. */
function concernOfProfile({ segments }: MemberState, fields: Fields): Concern | null {
  const { homes, language, plausibility_warnings: warnings } = fields
  if (homes !== undefined || language !== undefined || warnings !== undefined || changesHome(fields))
    return null
  if (fields.first_name === undefined && fields.last_name === undefined) return NOTHING
  const withTravellers = [...segments.values()].filter(({ leg }) => (leg?.travellers.length ?? 0) > 0)
  return { ...NOTHING, named: withTravellers.map(({ id }) => id) }
}

/** The segment with this id, that of the raw segment with it, or all of the booking that it cancels. */
function ofStatement(state: MemberState, id: Id): Id[] {
  const raw = findRawSegment(state, id)
  if (raw === undefined) return state.segments.has(id) ? [id] : []
  const segment = state.segmentOf.get(raw.id)
  return segment === undefined ? ofCancelledBooking(state, raw) : [segment]
}

function ofCancelledBooking({ index, segmentOf, bookingCancellations }: MemberState, raw: RawSegment): Id[] {
  for (const [booking, raws] of bookingCancellations) {
    if (!raws.includes(raw)) continue
    const key = booking.slice(booking.lastIndexOf('#') + 1)
    const statements = SEGMENT_TYPES.flatMap((type) => statementsOfBooking(index, type, raw.source, key))
    return statements.flatMap((one) => segmentOf.get(one.id) ?? [])
  }
  return []
}

/** The segments of a trip, and those that the member split off into it. */
function ofTrip(state: MemberState, id: Id): Id[] {
  const trip = followMerges(state, id)
  if (trip === null) return []
  const splits = state.constraints.apart.filter((split) => split.trip === id || split.trip === trip.id)
  return [...trip.segmentIds, ...splits.flatMap(({ segments }) => segments)]
}

/** The segments of the bookings that a batch in mode `replace` reports completely. */
function ofBookings(state: MemberState, submitted: readonly unknown[]): Id[] {
  const ids = submitted.flatMap((one) => {
    const { source, confirmation_no } = (one ?? {}) as Fields
    const locator = normaliseLocator(confirmation_no)
    if (locator === null) return []
    const [from, key] = [normaliseText(source) ?? 'manual', locatorKey(locator)]
    return SEGMENT_TYPES.flatMap((type) => statementsOfBooking(state.index, type, from, key))
  })
  return ids.flatMap((raw) => state.segmentOf.get(raw.id) ?? [])
}

/** The segments of the entries that statements are versions of. */
function ofEntries({ index, segmentOf }: MemberState, submitted: readonly unknown[]): Id[] {
  return submitted.flatMap((one) => {
    const { source, entry_id } = (one ?? {}) as Fields
    const entry = normaliseText(entry_id)
    if (entry === null) return []
    const raws = statementsOfEntry(index, normaliseText(source) ?? 'manual', entry)
    return raws.flatMap(({ id }) => segmentOf.get(id) ?? [])
  })
}

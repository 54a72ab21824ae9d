/**
 * The public segment (contract.md 3), ready to send. Every document of a type has the same fields in the same
 * order.
 */
import { jsonText } from '../../itinerary/lib/json-text.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { hasSharedZone } from '../../../schemas/segment/shapes/shown-names.js'
import { MINUTE, zoneAbbreviation } from '../../itinerary/lib/local-time.js'
import type { BookingEntry, MergedSegment, SourceReport } from '../../itinerary/merge/merged-segment.js'
import { cityNameIn } from '../../itinerary/naming/city-exonyms.js'
import { languageOf } from '../../itinerary/naming/language.js'
import type { Language } from '../../itinerary/naming/language.js'
import { distanceKm } from '../../itinerary/places/distance.js'
import type { Spot } from '../../itinerary/places/place.js'
import { areComparable, momentText } from '../../itinerary/statement/moment.js'
import type { Moment } from '../../itinerary/statement/moment.js'
import { railOperator } from '../../itinerary/statement/rail-operators.js'
import { THREE_LETTER_CODE } from '../../itinerary/statement/statement-place.js'
import { writtenLocator } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentTimes } from '../segments/segment-times.js'
import { FIELDS_OF_DOCUMENT } from './document-fields.js'
import { endText, localText, shownList } from './shown-forms.js'
import { segmentWarnings } from './shown-warnings.js'
import type { DocumentFields, PlaceSlots, TimeSlots } from './document-fields.js'
import { WrittenValue } from './fixed-document.js'
import type { FixedDocument } from './fixed-document.js'

type Fields = Record<string, unknown>

/** The values of a document by slot, and the slots of its type. */
interface Draft {
  values: unknown[]
  slots: DocumentFields
}

/** The document of a segment; `updated` is the instant of its last change, not of this call. */
export function segmentDocument(state: MemberState, segment: SegmentState, env: Env): FixedDocument {
  const { merged, type } = segment
  const slots = FIELDS_OF_DOCUMENT[type]
  const { at } = slots
  const language = languageOf(state.profile.language)
  const document = slots.shape.create()
  const { values } = document
  values[at.id] = segment.id
  values[at.member_id] = state.id
  values[at.trip_id] = segment.tripId
  values[at.type] = type
  values[at.status] = segment.status
  if (merged !== null) {
    const draft: Draft = { values, slots }
    setSubmittedFields(draft, merged)
    setTimes(draft, segment)
    setPlaces(draft, segment, language)
    setZoneOfArrival(draft, segment)
    if (TRIP_TRAITS[type].by === 'air') setAirports(draft, segment)
    setVendor(draft, type, merged.statement, env)
    setForms(draft)
    setSources(draft, merged, env)
    values[at.previous] = previousTimes(type, merged)
    values[at.is_connection] = segment.connection.isConnection
    values[at.connection_minutes] = segment.connection.minutes
    values[at.warnings] = segmentWarnings(segment, language, env)
  }
  values[at.possible_duplicate_of] = segment.possibleDuplicates
  values[at.replaces] = segment.replaces
  values[at.replaced_by] = segment.replacedBy
  values[at.merged_into] = segment.mergedInto
  values[at.created] = instantText(segment.created)
  values[at.updated] = instantText(segment.updated)
  return document
}

/** Goes through the merged fields, which are fewer than those that the document has. */
function setSubmittedFields({ values, slots: { submitted } }: Draft, { fields }: MergedSegment): void {
  for (const name of Object.keys(fields)) {
    const slot = submitted.get(name)
    const value = slot === undefined ? undefined : fields[name]
    if (slot !== undefined && value !== undefined) values[slot] = value
  }
}

function setTimes({ values, slots }: Draft, segment: SegmentState): void {
  const { type } = segment
  const { at } = slots
  const { start, end } = segmentTimes(segment)
  setTime(values, slots.start, start, type)
  if (slots.end !== null) setTime(values, slots.end, end, type)
  if (hasSharedZone(type)) {
    values[at.time_zone_id] = start?.zone ?? null
    values[at.time_zone] = start === null ? null : zoneAbbreviation(start.zone, start.instant)
  }
  values[at.duration_minutes] =
    start !== null && end !== null && !start.dateOnly && !end.dateOnly && areComparable(start, end)
      ? Math.round((end.instant - start.instant) / MINUTE)
      : null
}

/** Places as grouping resolved them, else as the statements give them. */
function setPlaces({ values, slots }: Draft, { placedLeg, merged }: SegmentState, language: Language): void {
  const from = placedLeg?.from?.spots[0] ?? merged?.statement.from?.spots[0] ?? null
  const to = placedLeg?.to?.spots[0] ?? merged?.statement.to?.spots[0] ?? null
  if (from !== null) setPlace(values, slots.from, from, language)
  if (slots.to !== null && to !== null) setPlace(values, slots.to, to, language)
  const isElsewhere = from !== null && to !== null && (from.lat !== to.lat || from.lon !== to.lon)
  values[slots.at.distance_km] = isElsewhere ? distanceKm(from, to).toFixed(1) : null
}

/** RULES N5: an airport that was given by its name is shown by its code, and the name next to it. */
function setAirports({ values, slots: { at } }: Draft, { placedLeg, merged }: SegmentState): void {
  for (const [field, name, end] of [
    [at.origin, at.origin_name, 'from'],
    [at.destination, at.destination_name, 'to'],
  ] as const) {
    const sent = values[field]
    if (typeof sent !== 'string' || THREE_LETTER_CODE.test(sent)) continue
    const spot = (placedLeg?.[end] ?? merged?.statement[end])?.spots[0]
    values[name] ??= sent
    values[field] = spot?.iata ?? spot?.metro ?? sent
  }
}

/** The zone of an arrival is known with its place, whether its time is or not. */
function setZoneOfArrival(
  { values, slots: { end } }: Draft,
  { type, placedLeg, merged }: SegmentState,
): void {
  if (end === null || !TRIP_TRAITS[type].mayEndElsewhere) return
  const to = placedLeg?.to ?? merged?.statement.to ?? null
  values[end.zone] ??= to?.spots[0]?.zone ?? null
}

/** A hotel shows its dates as submitted, and only the instant of each end. A date alone has no instant. */
function setTime(values: unknown[], slots: TimeSlots, moment: Moment | null, type: SegmentType): void {
  if (moment !== null && moment.zone !== null && !moment.dateOnly)
    values[slots.utc] = instantText(moment.instant)
  if (SEGMENT_KINDS[type].isByDays) return
  values[slots.local] = moment === null ? null : momentText(moment)
  values[slots.zone] = moment?.zone ?? null
  if (moment !== null) values[slots.abbreviation] = zoneAbbreviation(moment.zone, moment.instant)
}

/** Shows where an end is: what no source says of it comes from the place that was found (RULES 3.5). */
function setPlace(values: unknown[], slots: PlaceSlots, spot: Spot, language: Language): void {
  values[slots.city] ??= spot.city === null ? null : cityNameIn(language, spot.city, spot.country)
  values[slots.admin] ??= spot.admin
  values[slots.country] ??= spot.country
  values[slots.code] ??= spot.metro
  values[slots.lat] ??= spot.lat.toFixed(5)
  values[slots.lon] ??= spot.lon.toFixed(5)
}

function setVendor(
  { values, slots: { at } }: Draft,
  type: SegmentType,
  { vendor, number }: Statement,
  env: Env,
): void {
  const { by, leg } = TRIP_TRAITS[type]
  if (by === 'air') {
    if (number !== null) values[at.flight_num] = number
    values[at.airline] ??= vendor
    values[at.normalized_airline] = vendor
    values[at.airline_name] = vendor === null ? null : env.places.airlineName(vendor)
  } else if (leg === 'rental') values[at.normalized_vendor] = vendor
  else if (by === 'rail') values[at.rail_line] ??= railOperator(normaliseText(values[at.train_number]))
}

/** The form of answers (contract.md 1): numbers are text, local times have seconds, entries of lists every key. */
function setForms({ values, slots: { coordinates, localTimes, lists, at } }: Draft): void {
  for (const slot of coordinates) if (typeof values[slot] === 'number') values[slot] = String(values[slot])
  if (typeof values[at.price] === 'number') values[at.price] = String(values[at.price])
  for (const slot of localTimes) if (values[slot] !== null) values[slot] = localText(values[slot])
  for (const { slot, entries } of lists) values[slot] = shownList(values[slot], entries)
}

function setSources({ values, slots: { at } }: Draft, merged: MergedSegment, env: Env): void {
  values[at.source] = merged.source
  values[at.source_type] = env.source(merged.source)?.classification ?? null
  values[at.sources] = new WrittenValue(`[${merged.reports.map(reportText).join()}]`)
  values[at.bookings] = new WrittenValue(`[${merged.bookings.map(bookingText).join()}]`)
}

/** Written out like the document itself: JSON.stringify of these two lists took as long as all else of it. */
function reportText({ source, status, statement }: SourceReport): string {
  const { statedAt, raw } = statement
  const supplierUpdated = statedAt === raw.receivedAt ? 'null' : `"${instantText(statedAt)}"`
  return (
    `{"source":${jsonText(source)},"raw_id":"${raw.id}","confirmation_no":${jsonText(writtenLocator(statement))},` +
    `"status":"${status}","received":"${instantText(raw.receivedAt)}","supplier_updated":${supplierUpdated}}`
  )
}

function bookingText(booking: BookingEntry): string {
  return (
    `{"source":${jsonText(booking.source)},"confirmation_no":${jsonText(booking.confirmation_no)},` +
    `"traveler":${jsonText(booking.traveler)},"seat_assignment":${jsonText(booking.seat_assignment)},` +
    `"ticket_number":${jsonText(booking.ticket_number)},"number":${jsonText(booking.number)},` +
    `"status":"${booking.status}"}`
  )
}

/** The times before the last schedule change; null if there was none. */
function previousTimes(type: SegmentType, { previous }: MergedSegment): Fields | null {
  if (previous === null) return null
  const { start, end } = SEGMENT_KINDS[type]
  return {
    [start]: endText(previous.start),
    ...(end === null ? {} : { [end]: endText(previous.end) }),
    changed: instantText(previous.changed),
  }
}

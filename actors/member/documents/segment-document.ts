/**
 * The public segment (contract.md 3), ready to send. Every document of a type has the same fields in the same
 * order.
 */
import { jsonText } from '../../itinerary/lib/json-text.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { availableActions } from '../../../schemas/segment/shapes/open-action.js'
import { LIVE_FIELDS, TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { hasSharedZone } from '../../../schemas/segment/shapes/shown-names.js'
import type { ShownPlaceFields, ShownTimeFields } from '../../../schemas/segment/shapes/shown-names.js'
import { delayMinutes } from '../../itinerary/live/delay.js'
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
import { segmentEnds } from '../segments/segment-ends.js'
import type { SegmentEnds } from '../segments/segment-ends.js'
import { FIELDS_OF_DOCUMENT } from './document-fields.js'
import { FixedDocument, StoredEntries } from './fixed-document.js'
import { endText } from './shown-forms.js'
import { segmentWarnings } from './shown-warnings.js'

type Fields = Record<string, unknown>

/** The document of a segment; `updated` is the instant of its last change, not of this call. */
export function segmentDocument(state: MemberState, segment: SegmentState, env: Env): FixedDocument {
  const { merged, type } = segment
  const language = languageOf(state.profile.language)
  const document = new FixedDocument(FIELDS_OF_DOCUMENT[type].shape)
  document.set('id', segment.id)
  document.set('member_id', state.id)
  document.set('trip_id', segment.tripId)
  document.set('type', type)
  document.set('status', segment.status)
  if (merged !== null) {
    const ends = segmentEnds(segment)
    setSubmittedFields(document, merged)
    setTimes(document, type, ends)
    if (LIVE_FIELDS[type].length > 0)
      document.set('delay_minutes', delayMinutes(merged.fields, ends.start, ends.end))
    setPlaces(document, type, ends, language)
    if (TRIP_TRAITS[type].by === 'air') setAirports(document, ends, merged.statement, env)
    setVendor(document, type, merged.statement, env)
    setSources(document, merged, env)
    document.set('previous', previousTimes(type, merged))
    document.set('is_connection', segment.connection.isConnection)
    document.set('connection_minutes', segment.connection.minutes)
    document.set('warnings', segmentWarnings(segment, language, env))
  }
  document.set('action', merged?.action ?? null)
  document.set('available_actions', availableActions(merged?.action ?? null))
  document.set('possible_duplicate_of', segment.possibleDuplicates)
  document.set('replaces', segment.replaces)
  document.set('replaced_by', segment.replacedBy)
  document.set('merged_into', segment.mergedInto)
  document.set('created', instantText(segment.created))
  document.set('updated', instantText(segment.updated))
  return document
}

/** What was submitted has the same order in documents. */
function setSubmittedFields({ values }: FixedDocument, { type, fields }: MergedSegment): void {
  const { firstField, forms } = FIELDS_OF_DOCUMENT[type]
  forms.forEach((form, slot) => {
    const value = fields.values[slot]
    if (value !== undefined) values[firstField + slot] = form === null ? value : form(value)
  })
}

function setTimes(document: FixedDocument, type: SegmentType, { start, end }: SegmentEnds): void {
  const names = FIELDS_OF_DOCUMENT[type]
  setTime(document, names.start, start, type)
  if (names.end !== null) setTime(document, names.end, end, type)
  if (hasSharedZone(type)) {
    document.set('time_zone_id', start?.zone ?? null)
    document.set('time_zone', start === null ? null : zoneAbbreviation(start.zone, start.instant))
  }
  if (start !== null && end !== null && !start.dateOnly && !end.dateOnly && areComparable(start, end))
    document.set('duration_minutes', Math.round((end.instant - start.instant) / MINUTE))
}

/** A hotel shows its dates as submitted, and only the instant of each end. A date alone has no instant. */
function setTime(
  document: FixedDocument,
  names: ShownTimeFields,
  moment: Moment | null,
  type: SegmentType,
): void {
  if (moment !== null && moment.zone !== null && !moment.dateOnly)
    document.set(names.utc, instantText(moment.instant))
  if (SEGMENT_KINDS[type].isByDays) return
  document.set(names.local, moment === null ? null : momentText(moment))
  document.set(names.zone, moment?.zone ?? null)
  if (moment !== null) document.set(names.abbreviation, zoneAbbreviation(moment.zone, moment.instant))
}

function setPlaces(
  document: FixedDocument,
  type: SegmentType,
  { from, to }: SegmentEnds,
  language: Language,
): void {
  const names = FIELDS_OF_DOCUMENT[type]
  if (from !== null) setPlace(document, names.from, from, language)
  if (names.to !== null && to !== null) setPlace(document, names.to, to, language)
  if (from !== null && to !== null && (from.lat !== to.lat || from.lon !== to.lon))
    document.set('distance_km', distanceKm(from, to).toFixed(1))
  // The zone of an arrival is known with its place, whether its time is or not.
  if (names.end !== null && TRIP_TRAITS[type].mayEndElsewhere) document.fill(names.end.zone, to?.zone ?? null)
}

/** Shows where an end is: what no source says of it comes from the place that was found (RULES 3.5). */
function setPlace(document: FixedDocument, names: ShownPlaceFields, spot: Spot, language: Language): void {
  document.fill(names.city, spot.city === null ? null : cityNameIn(language, spot.city, spot.country))
  document.fill(names.admin, spot.admin)
  document.fill(names.country, spot.country)
  document.fill(names.code, spot.metro)
  document.fill(names.lat, spot.lat.toFixed(5))
  document.fill(names.lon, spot.lon.toFixed(5))
}

/**
 * RULES N5: an airport is shown by its IATA code: instead of a name, which is shown next to it, of an ICAO code, and of
 * a code that is another airport's.
 */
function setAirports(document: FixedDocument, { from, to }: SegmentEnds, merged: Statement, env: Env): void {
  for (const [field, spot, place] of [
    ['origin', from, merged.from],
    ['destination', to, merged.to],
  ] as const) {
    const sent = document.get(field)
    if (typeof sent !== 'string') continue
    const isCode = THREE_LETTER_CODE.test(sent)
    if (isCode && place?.contradicts === undefined) continue
    if (!isCode && !isIcaoCodeOf(sent, spot, env)) document.fill(`${field}_name`, sent)
    document.set(field, spot?.iata ?? spot?.metro ?? sent)
  }
}

function isIcaoCodeOf(text: string, spot: Spot | null, { places }: Env): boolean {
  const iata = text.length === 4 ? (places.code(text)?.spots[0]?.iata ?? null) : null
  return iata !== null && iata === spot?.iata
}

function setVendor(
  document: FixedDocument,
  type: SegmentType,
  { vendor, number }: Statement,
  env: Env,
): void {
  const { by, leg } = TRIP_TRAITS[type]
  if (by === 'air') {
    if (number !== null) document.set('flight_num', number)
    document.fill('airline', vendor)
    document.set('normalized_airline', vendor)
    document.set('airline_name', vendor === null ? null : env.places.airlineName(vendor))
  } else if (leg === 'rental') document.set('normalized_vendor', vendor)
  else if (by === 'rail')
    document.fill('rail_line', railOperator(normaliseText(document.get('train_number'))))
}

function setSources(document: FixedDocument, merged: MergedSegment, env: Env): void {
  document.set('source', merged.source)
  document.set('source_type', env.source(merged.source)?.classification ?? null)
  document.set('sources', StoredEntries.ofTexts('sources', merged.reports.map(reportText)))
  document.set('bookings', StoredEntries.ofTexts('bookings', merged.bookings.map(bookingText)))
}

/** Written out like the document itself: JSON.stringify of these two lists took as long as all else of it. */
function reportText({ source, status, statement }: SourceReport): string {
  const { statedAt, raw } = statement
  const supplierUpdated = statedAt === raw.receivedAt ? 'null' : `"${instantText(statedAt)}"`
  return (
    `[${jsonText(source)},"${raw.id}",${jsonText(writtenLocator(statement))},"${status}",` +
    `"${instantText(raw.receivedAt)}",${supplierUpdated}]`
  )
}

function bookingText(booking: BookingEntry): string {
  return (
    `[${jsonText(booking.source)},${jsonText(booking.confirmation_no)},${jsonText(booking.traveler)},` +
    `${jsonText(booking.seat_assignment)},${jsonText(booking.ticket_number)},${jsonText(booking.number)},` +
    `"${booking.status}"]`
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

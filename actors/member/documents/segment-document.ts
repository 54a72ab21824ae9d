/**
 * The public segment (contract.md 3), ready to send. Every document of a type has the same fields in the same
 * order.
 */
import { normaliseText } from '../../../schemas/base/text.js'
import { perType } from '../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import { hasSharedZone, showsDays } from '../../../schemas/segment/shapes/shown-names.js'
import type { ShownPlaceFields, ShownTimeFields } from '../../../schemas/segment/shapes/shown-names.js'
import { MINUTE, zoneAbbreviation } from '../../itinerary/lib/local-time.js'
import type { MergedSegment } from '../../itinerary/merge/merged-segment.js'
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
import { segmentWarnings } from './shown-warnings.js'
import type { DocumentFields } from './document-fields.js'

type Fields = Record<string, unknown>

const MAY_END_ELSEWHERE = perType(({ trip }) => trip.mayEndElsewhere)

/** The document of a segment; `updated` is the instant of its last change, not of this call. */
export function segmentDocument(state: MemberState, segment: SegmentState, env: Env): Fields {
  const names = FIELDS_OF_DOCUMENT[segment.type]
  const language = languageOf(state.profile.language)
  const document: Fields = { ...names.blank }
  document.id = segment.id
  document.member_id = state.id
  document.trip_id = segment.tripId
  document.type = segment.type
  document.status = segment.status
  if (segment.merged !== null) {
    setSubmittedFields(document, segment.merged, names)
    setTimes(document, segment, names)
    setPlaces(document, segment, names, language)
    setZoneOfArrival(document, segment, names)
    if (segment.type === 'Air') setAirports(document, segment)
    setVendor(document, segment.type, segment.merged.statement, env)
    setNumbersAsText(document, names)
    setSources(document, segment.merged, env)
    document.previous = previousTimes(segment.type, segment.merged)
    document.is_connection = segment.connection.isConnection
    document.connection_minutes = segment.connection.minutes
    document.warnings = segmentWarnings(segment, language, env)
  }
  document.possible_duplicate_of = segment.possibleDuplicates
  document.replaces = segment.replaces
  document.replaced_by = segment.replacedBy
  document.merged_into = segment.mergedInto
  document.created = instantText(segment.created)
  document.updated = instantText(segment.updated)
  return document
}

function setSubmittedFields(
  document: Fields,
  { fields }: MergedSegment,
  { submitted }: DocumentFields,
): void {
  for (const name of submitted) {
    const value = fields[name]
    if (value !== undefined) document[name] = value
  }
}

function setTimes(document: Fields, segment: SegmentState, names: DocumentFields): void {
  const { type } = segment
  const { start, end } = segmentTimes(segment)
  setTime(document, names.start, start, type)
  if (names.end !== null) setTime(document, names.end, end, type)
  if (hasSharedZone(type)) {
    document.time_zone_id = start?.zone ?? null
    document.time_zone = start === null ? null : zoneAbbreviation(start.zone, start.instant)
  }
  document.duration_minutes =
    start !== null && end !== null && !start.dateOnly && !end.dateOnly && areComparable(start, end)
      ? Math.round((end.instant - start.instant) / MINUTE)
      : null
}

/** Places as grouping resolved them, else as the statements give them. */
function setPlaces(
  document: Fields,
  { placedLeg, merged }: SegmentState,
  names: DocumentFields,
  language: Language,
): void {
  const from = placedLeg?.from?.spots[0] ?? merged?.statement.from?.spots[0] ?? null
  const to = placedLeg?.to?.spots[0] ?? merged?.statement.to?.spots[0] ?? null
  const cityOf = ({ city, country }: Spot): string | null =>
    city === null ? null : cityNameIn(language, city, country)
  if (from !== null) setPlace(document, names.from, { ...from, city: cityOf(from) })
  if (names.to !== null && to !== null) setPlace(document, names.to, { ...to, city: cityOf(to) })
  const isElsewhere = from !== null && to !== null && (from.lat !== to.lat || from.lon !== to.lon)
  document.distance_km = isElsewhere ? distanceKm(from, to).toFixed(1) : null
}

/** RULES N5: an airport that was given by its name is shown by its code, and the name next to it. */
function setAirports(document: Fields, { placedLeg, merged }: SegmentState): void {
  for (const [field, end] of [
    ['origin', 'from'],
    ['destination', 'to'],
  ] as const) {
    const sent = document[field]
    const spot = (placedLeg?.[end] ?? merged?.statement[end])?.spots[0]
    if (typeof sent !== 'string' || THREE_LETTER_CODE.test(sent)) continue
    document[`${field}_name`] ??= sent
    document[field] = spot?.iata ?? spot?.metro ?? sent
  }
}

/** The zone of an arrival is known with its place, whether its time is or not. */
function setZoneOfArrival(
  document: Fields,
  { type, placedLeg, merged }: SegmentState,
  names: DocumentFields,
): void {
  if (names.end === null || !MAY_END_ELSEWHERE[type]) return
  const to = placedLeg?.to ?? merged?.statement.to ?? null
  document[names.end.zone] ??= to?.spots[0]?.zone ?? null
}

/** A hotel shows its dates as submitted, and only the instant of each end. A date alone has no instant. */
function setTime(document: Fields, names: ShownTimeFields, moment: Moment | null, type: SegmentType): void {
  if (moment !== null && moment.zone !== null && !moment.dateOnly)
    document[names.utc] = instantText(moment.instant)
  if (showsDays(type)) return
  document[names.local] = moment === null ? null : momentText(moment)
  document[names.zone] = moment?.zone ?? null
  if (moment !== null) document[names.abbreviation] = zoneAbbreviation(moment.zone, moment.instant)
}

/** Shows where an end is: what no source says of it comes from the place that was found (RULES 3.5). */
function setPlace(document: Fields, names: ShownPlaceFields, spot: Spot): void {
  const set = (name: string, value: unknown): void => {
    if (value !== null && document[name] === null) document[name] = value
  }
  set(names.city, spot.city)
  set(names.admin, spot.admin)
  set(names.country, spot.country)
  set(names.code, spot.metro)
  set(names.lat, spot.lat.toFixed(5))
  set(names.lon, spot.lon.toFixed(5))
}

function setVendor(document: Fields, type: SegmentType, { vendor, number }: Statement, env: Env): void {
  if (type === 'Air') {
    document.flight_num = number ?? document.flight_num
    document.airline ??= vendor
    document.normalized_airline = vendor
    document.airline_name = vendor === null ? null : env.places.airlineName(vendor)
  } else if (type === 'Car') document.normalized_vendor = vendor
  else if (type === 'Rail') document.rail_line ??= railOperator(normaliseText(document.train_number))
}

/** Coordinates and prices are text, also where they were submitted as numbers. */
function setNumbersAsText(document: Fields, { coordinates }: DocumentFields): void {
  for (const name of coordinates)
    if (typeof document[name] === 'number') document[name] = String(document[name])
  if (typeof document.price === 'number') document.price = String(document.price)
}

function setSources(document: Fields, merged: MergedSegment, env: Env): void {
  document.source = merged.source
  document.source_type = env.source(merged.source)?.classification ?? null
  document.sources = merged.reports.map(({ source, status, statement }) => ({
    source,
    raw_id: statement.raw.id,
    confirmation_no: writtenLocator(statement),
    status,
    received: instantText(statement.raw.receivedAt),
    supplier_updated:
      statement.statedAt === statement.raw.receivedAt ? null : instantText(statement.statedAt),
  }))
  document.bookings = merged.bookings
}

/** The times before the last schedule change; null if there was none. */
function previousTimes(type: SegmentType, { previous }: MergedSegment): Fields | null {
  if (previous === null) return null
  const { start, end } = SEGMENT_KINDS[type]
  return {
    [start]: previous.start ?? null,
    ...(end === null ? {} : { [end]: previous.end ?? null }),
    changed: instantText(previous.changed),
  }
}

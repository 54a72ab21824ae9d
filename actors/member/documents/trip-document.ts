/** The public trip (contract.md 3), ready to send. The order of the fields is part of the document. */
import { inOrder } from '../../itinerary/lib/in-order.js'
import { normaliseText } from '../../../schemas/base/text.js'
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import { Trip } from '../../../schemas/itinerary/trip.js'
import { destinationOf, stopsOf } from '../../itinerary/grouping/destination.js'
import type { NamedTrip } from '../../itinerary/naming/display-name.js'
import type { ShownTime } from '../../itinerary/grouping/arrivals.js'
import type { DestinationStop } from '../../itinerary/grouping/destination.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames } from '../../../schemas/segment/segment-kinds.js'
import { instantText } from '../../../schemas/base/wall-time.js'
import type { MergedSegment } from '../../itinerary/merge/merged-segment.js'
import type { Place, Spot } from '../../itinerary/places/place.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import { wallAt, wallText } from '../../itinerary/lib/local-time.js'
import { displayName, nameWithMonth, stopName } from '../../itinerary/naming/display-name.js'
import { languageOf } from '../../itinerary/naming/language.js'
import type { Language } from '../../itinerary/naming/language.js'
import { placeText } from '../../itinerary/naming/place-text.js'
import { TRIP_WORDS } from '../../itinerary/naming/trip-words.js'
import type { Homes } from '../../itinerary/places/home.js'
import type { Moment } from '../../itinerary/statement/moment.js'
import type { Env } from '../env.js'
import type { MemberState, TripState } from '../model.js'
import type { SegmentState } from '../segments/segment-state.js'
import { DocumentShape, FixedDocument } from './fixed-document.js'
import { kilometresOf } from './trip-distance.js'
import { shownPlace, shownSettings, shownTime } from './shown-trip-values.js'
import { tripWarnings } from './shown-warnings.js'
import { durationInDays, tripSpan } from './trip-span.js'
import type { TripSpan } from './trip-span.js'

type Fields = Record<string, unknown>

/** The segments of a trip in order, the live ones among them, and the time that these span. */
export interface TripSegments {
  segments: readonly SegmentState[]
  live: readonly SegmentState[]
  span: TripSpan | null
}

/** A trip is `harvested` if any of it came from a supplier or seller, not from these classes of source. */
const NOT_HARVESTED = new Set(['manual', 'email', 'calendar'])

/**
 * The document of an Active or new trip, from its segments in order. `version` and `updated` are those of its last
 * write; `renderTrip` raises them if anything else has changed.
 */
export function tripDocument(
  state: MemberState,
  trip: TripState,
  { live, span }: TripSegments,
  homes: Homes,
  env: Env,
): Fields {
  const { overrides } = trip
  const parts = partsOf(state, live, homes)
  const { legs, language, stops } = parts
  const destination = destinationOf(stops, legs.find((leg) => leg.kind === 'movement')?.from ?? null)
  const place = shownPlace(destination?.spot ?? null)
  const settings = shownSettings(overrides)
  const name = travellerName(state, live, legs)
  const begin = shownTime(span?.begin ?? null)
  const end = shownTime(span?.end ?? null)
  return {
    id: trip.id,
    member_id: state.id,
    status: trip.status,
    first_name: name.first_name,
    last_name: name.last_name,
    destination: overrides.destination ?? (destination === null ? null : stopName(destination, language)),
    state: place.admin,
    admin_code: place.admin,
    postal_code: null,
    country: place.country,
    lat: place.lat,
    lon: place.lon,
    begin_datetime: begin.datetime,
    begin_time_zone: begin.zone,
    begin_time_zone_id: begin.zoneId,
    begin_datetime_utc: begin.utc,
    end_datetime: end.datetime,
    end_time_zone: end.zone,
    end_time_zone_id: end.zoneId,
    end_datetime_utc: end.utc,
    headline: overrides.headline ?? null,
    display_name: shownName(overrides, span, parts),
    privacy: settings.privacy,
    personal: settings.personal,
    business: settings.business,
    verified: live.length > 0 && live.every(isVerified),
    distance_km: kilometresOf(live).toFixed(1),
    duration_days: span === null ? 0 : durationInDays(span),
    destinations: stops.map((stop) => stopFields(stop, language)),
    segment_types: [...new Set(legs.map((leg) => leg.type))].sort(),
    segment_count: live.length,
    warnings: tripWarnings(
      live,
      trip,
      language,
      env,
      state.profile.plausibility_warnings === false ? null : homes,
    ),
    overlaps_trip_ids: trip.overlaps,
    merged_into: trip.mergedInto,
    split_from: trip.splitFrom,
    url: `${env.url}/v2/trips/${trip.id}`,
    harvested: live.some((segment) => isHarvested(segment, env)),
    version: trip.version,
    created: instantText(trip.created),
    updated: instantText(trip.updated),
    notes: overrides.notes ?? [],
  }
}

const { segments: _segments, ...TRIP } = Trip.properties
const SHAPE = new DocumentShape(Object.keys(TRIP))

/** The document with these fields; that of an inactive trip may have the fields of an earlier version of the program. */
export function tripDocumentOf(fields: Readonly<Fields>): FixedDocument {
  return FixedDocument.of(fields, SHAPE)
}

/**
 * The document of a trip that is not Active: as last shown, except for what the member has set on it in this
 * step (`edited`).
 */
export function inactiveTripDocument(
  state: MemberState,
  trip: TripState,
  segments: readonly SegmentState[],
  edited: TripFields,
  homes: Homes,
): Fields {
  const { overrides } = trip
  const document: Fields = {
    ...(JSON.parse(trip.doc) as Fields),
    status: trip.status,
    merged_into: trip.mergedInto,
  }
  const destination = (document.destinations as Fields[]).find(
    (stop) => stop.lat === document.lat && stop.lon === document.lon,
  )
  const settable: Fields = {
    headline: overrides.headline ?? null,
    destination: overrides.destination ?? destination?.city_name ?? null,
    notes: overrides.notes ?? [],
    ...shownSettings(overrides),
  }
  for (const name of Object.keys(edited)) if (Object.hasOwn(settable, name)) document[name] = settable[name]
  if (!('begin_datetime' in edited) && !('end_datetime' in edited)) return document
  const span = tripSpan(state, overrides, segments, homes)
  if (span === null) return document
  setEnd(document, 'begin', span.begin)
  setEnd(document, 'end', span.end)
  document.duration_days = durationInDays(span)
  return document
}

/** The first traveller that a live segment names; without any, the member. */
function travellerName(
  { profile }: MemberState,
  live: readonly SegmentState[],
  legs: readonly Leg[],
): { first_name: unknown; last_name: unknown } {
  if (!legs.some((leg) => leg.travellers.length > 0))
    return { first_name: profile.first_name ?? null, last_name: profile.last_name ?? null }
  const named = live.find((segment) => typeof segment.merged?.fields.get('last_name') === 'string')?.merged
    ?.fields
  return {
    first_name: normaliseText(named?.get('first_name')),
    last_name: normaliseText(named?.get('last_name')),
  }
}

function setEnd(document: Fields, name: 'begin' | 'end', moment: Moment): void {
  const time = shownTime(moment)
  document[`${name}_datetime`] = time.datetime
  document[`${name}_time_zone`] = time.zone
  document[`${name}_time_zone_id`] = time.zoneId
  document[`${name}_datetime_utc`] = time.utc
}

type TripParts = Pick<NamedTrip, 'stops' | 'legs' | 'homes' | 'language' | 'segmentOf'>

function partsOf(state: MemberState, live: readonly SegmentState[], homes: Homes): TripParts {
  const legs = inOrder(
    live.map((segment) => (segment.placedLeg ?? segment.leg) as Leg),
    compareLegs,
  )
  const segmentOf = segmentsByLeg(live)
  const stops = stopsOf(legs, homes, {
    texts: (leg) => placeTexts(leg, segmentOf(leg)),
    assumed: (leg) => assumedHours(leg, segmentOf(leg)),
  })
  return { stops, legs, homes, language: languageOf(state.profile.language), segmentOf }
}

/** What a trip is named from (RULES 6.5); null for one without live segments. */
export function namedTripOf(
  state: MemberState,
  trip: TripState,
  segments: readonly SegmentState[],
  homes: Homes,
): NamedTrip | null {
  const live = segments.filter((segment) => segment.leg !== null)
  const span = tripSpan(state, trip.overrides, live, homes)
  const parts = partsOf(state, live, homes)
  return span === null || parts.legs.length === 0 ? null : namedTrip(span, parts)
}

function namedTrip({ begin, end }: TripSpan, parts: TripParts): NamedTrip {
  const { stops, legs, homes, language, segmentOf } = parts
  return {
    stops,
    legs,
    homes,
    language,
    segmentOf,
    start: begin.instant,
    end: end.instant,
    startWall: begin.wall,
    endWall: end.wall,
    textsOf: (leg) => placeTexts(leg, segmentOf(leg)),
  }
}

/** RULES 6.5, and what an empty trip is called. */
function shownName(overrides: TripFields, span: TripSpan | null, parts: TripParts): string {
  const name = overrides.headline ?? overrides.destination ?? TRIP_WORDS[parts.language].empty
  if (span === null) return name
  if (parts.legs.length === 0) return nameWithMonth(name, span.begin.wall, parts.language)
  return displayName(namedTrip(span, parts))
}

/** Finds the merged segment of a leg. */
function segmentsByLeg(live: readonly SegmentState[]): NamedTrip['segmentOf'] {
  const byId = new Map(live.map((segment) => [segment.id, segment]))
  return ({ id }) => byId.get(id)?.merged ?? null
}

/** What documents call the ends of a leg whose cities are not known. */
function placeTexts({ from, to }: Leg, merged: MergedSegment | null): [string | null, string | null] {
  if (merged === null) return [null, null]
  const kind = SEGMENT_KINDS[merged.type]
  const textAt = (place: Place | null, names: PlaceFieldNames): string | null =>
    place === null || (place.spots[0] as Spot).city === null ? placeText(merged.fields, names) : null
  return [textAt(from, kind.from), textAt(to, kind.to ?? kind.from)]
}

/** RULES 4.9: Pending segments do not count as verified. Gatherings need no confirmation number. */
function isVerified({ status, merged, leg }: SegmentState): boolean {
  if (status !== 'Active') return false
  return (
    merged?.bookings.some((booking) => booking.confirmation_no !== null) === true || leg?.kind === 'point'
  )
}

function isHarvested({ merged }: SegmentState, env: Env): boolean {
  return merged !== null && !NOT_HARVESTED.has(env.source(merged.source)?.classification ?? 'manual')
}

/** Which hours of a leg no source gives: those of a stay (RULES N8), and the end of a movement (RULES 5.4). */
function assumedHours({ kind }: Leg, merged: MergedSegment | null): [boolean, boolean] {
  if (merged === null || kind === 'point' || kind === 'support') return [false, false]
  const { type, fields, statement } = merged
  if (SEGMENT_KINDS[type].isByDays)
    return [fields.get('checkin_time') === undefined, fields.get('checkout_time') === undefined]
  return [statement.start?.timed === false && !statement.start.dateOnly, statement.end === null]
}

function stopFields(stop: DestinationStop, language: Language): Fields {
  const { spot, shown, nights } = stop
  const [begin, end] = shown
  return {
    city_name: stopName(stop, language),
    admin_code: spot?.admin ?? null,
    state: spot?.admin ?? null,
    country: spot?.country ?? null,
    lat: spot?.lat.toFixed(5) ?? null,
    lon: spot?.lon.toFixed(5) ?? null,
    begin_datetime: spot === null ? null : stopTime(begin, spot.zone),
    begin_is_assumed: spot !== null && begin.isAssumed,
    end_datetime: spot === null ? null : stopTime(end, spot.zone),
    end_is_assumed: spot !== null && end.isAssumed,
    nights,
  }
}

/** An arrival or departure that is known by its date only is shown as such. */
function stopTime({ at, dateOnly }: ShownTime, zone: string | null): string {
  const text = wallText(wallAt(at, zone))
  return dateOnly ? text.slice(0, 10) : text
}

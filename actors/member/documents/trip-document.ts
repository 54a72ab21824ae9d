/** The public trip (contract.md 3), ready to send. */
import type { TripFields } from '../../../schemas/itinerary/edit.js'
import { distanceKm } from '../../itinerary/places/distance.js'
import { destinationOf, stopsOf } from '../../itinerary/grouping/destination.js'
import { displayName, nameWithMonth } from '../../itinerary/grouping/display-name.js'
import type { Homes } from '../../itinerary/places/home.js'
import { isGuestAtHome, homeBounds } from '../../itinerary/grouping/home-bounds.js'
import { compareLegs } from '../../itinerary/grouping/legs/compare-legs.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { Moment } from '../../itinerary/statement/moment.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import {
  zoneAbbreviation,
  DAY,
  MINUTE,
  utcText,
  wallAt,
  wallDay,
  wallMinutes,
  wallText,
} from '../../itinerary/lib/local-time.js'
import type { Env } from '../env.js'
import type { SegmentState } from '../segments/segment-state.js'
import { segmentTimes } from '../segments/segment-times.js'
import type { MemberState, TripState } from '../state.js'

/** Instants a trip spans; null when it has nothing live. */
export interface TripSpan {
  begin: Moment
  end: Moment
}

/** First start and latest end of the live segments; check-ins and parking do not count unless there is nothing else, nor does the hour of a hotel at which its guest is at home. */
function spanOf(items: readonly SegmentState[], homes: Homes): TripSpan | null {
  const bounds = homeBounds(
    items.flatMap(({ placedLeg: seen }) => seen ?? []),
    homes,
  )
  const counted = items.filter((item) => item.type !== 'Checkin' && item.type !== 'Parking')
  let begin: Moment | null = null
  let end: Moment | null = null
  for (const item of counted.length > 0 ? counted : items) {
    const { start: first, end: told } = segmentTimes(item)
    const last = told !== null && first !== null && told.instant >= first.instant ? told : first
    const idle = (moment: Moment): boolean =>
      item.placedLeg !== null && isGuestAtHome(item.placedLeg, moment.instant, bounds, homes)
    if (first !== null && !idle(first) && (begin === null || first.instant < begin.instant)) begin = first
    if (last !== null && !idle(last) && (end === null || last.instant > end.instant)) end = last
  }
  return begin === null || end === null ? null : { begin, end }
}

/** The span as it is shown: begin and end in the member's words, where there are such, in the zone of the place or of home. */
export function tripSpan(
  state: MemberState,
  words: TripFields,
  live: readonly SegmentState[],
  homes: Homes,
): TripSpan | null {
  const span = spanOf(live, homes)
  const told = (text: unknown, moment: Moment | null): Moment | null => {
    const wall = wallMinutes(text)
    if (wall === null) return moment
    const zone =
      moment?.zone ?? homes.homeOn(wallDay(wall))?.zone ?? normaliseText(state.profile.time_zone_id)
    const [at = wall * MINUTE] = zone === null ? [] : (instantsOf(wall * MINUTE, zone) ?? [])
    return { wall, instant: at, zone, timed: true }
  }
  const begin = told(words.begin_datetime, span?.begin ?? null)
  const end = told(words.end_datetime, span?.end ?? null)
  const [first, last] = [begin ?? end, end ?? begin]
  return first === null || last === null ? null : { begin: first, end: last }
}

function endFields(name: 'begin' | 'end', moment: Moment | null, out: Record<string, unknown>): void {
  out[`${name}_datetime`] = moment === null ? null : wallText(moment.wall)
  out[`${name}_time_zone`] = moment === null ? null : zoneAbbreviation(moment.zone, moment.instant)
  out[`${name}_time_zone_id`] = moment?.zone ?? null
  out[`${name}_datetime_utc`] = moment === null ? null : utcText(moment.instant)
}

function daysOf({ begin, end }: TripSpan): number {
  return Math.round(((end.instant - begin.instant) / DAY) * 10) / 10
}

/** The document of a trip that is not Active: as it was last shown, but for what the member says of it now. */
export function inactiveTripDocument(
  state: MemberState,
  trip: TripState,
  items: readonly SegmentState[],
  said: TripFields,
  homes: Homes,
): Record<string, unknown> {
  const { overrides: words } = trip
  const out = {
    ...(JSON.parse(trip.doc) as Record<string, unknown>),
    status: trip.status,
    merged_into: trip.mergedInto,
  } as Record<string, unknown>
  const best = (out.destinations as Array<Record<string, unknown>>).find(
    (stop) => stop.lat === out.lat && stop.lon === out.lon,
  )
  const now: Record<string, unknown> = {
    headline: words.headline ?? null,
    destination: words.destination ?? best?.city_name ?? null,
    privacy: words.privacy ?? 'Private',
    personal: words.personal ?? false,
    business: words.business ?? false,
    notes: words.notes ?? [],
  }
  for (const name of Object.keys(said)) if (Object.hasOwn(now, name)) out[name] = now[name]
  const span =
    'begin_datetime' in said || 'end_datetime' in said ? tripSpan(state, words, items, homes) : null
  if (span === null) return out
  endFields('begin', span.begin, out)
  endFields('end', span.end, out)
  out.duration = daysOf(span)
  return out
}

/** Builds the document of a trip from its live items. */
export function tripDocument(
  state: MemberState,
  trip: TripState,
  items: readonly SegmentState[],
  homes: Homes,
  env: Env,
  updated: number,
): Record<string, unknown> {
  const live = items.filter((item) => item.leg !== null)
  const legs = live.map((item) => (item.placedLeg ?? item.leg) as Leg).sort(compareLegs)
  const span = tripSpan(state, trip.overrides, live, homes)
  const stops = stopsOf(legs, homes)
  const origin = legs.find((leg) => leg.kind === 'movement')?.from ?? null
  const best = destinationOf(stops, origin)
  const words = trip.overrides
  const out: Record<string, unknown> = { id: trip.id, member_id: state.id, status: trip.status }
  const who = legs.find((leg) => leg.travellers.length > 0)?.travellers[0]
  const named = live.find((item) => typeof item.merged?.fields.last_name === 'string')?.merged?.fields
  out.first_name =
    who === undefined ? (state.profile.first_name ?? null) : (normaliseText(named?.first_name) ?? null)
  out.last_name =
    who === undefined ? (state.profile.last_name ?? null) : (normaliseText(named?.last_name) ?? null)
  out.destination = words.destination ?? best?.spot.city ?? null
  out.state = best?.spot.admin ?? null
  out.postal_code = null
  out.country = best?.spot.country ?? null
  out.lat = best === null ? null : best.spot.lat.toFixed(5)
  out.lon = best === null ? null : best.spot.lon.toFixed(5)
  endFields('begin', span?.begin ?? null, out)
  endFields('end', span?.end ?? null, out)
  out.headline = words.headline ?? null
  const told = words.headline ?? words.destination ?? 'Trip'
  out.display_name =
    span === null
      ? told
      : live.length === 0
        ? nameWithMonth(told, span.begin.wall)
        : displayName({
            stops,
            legs,
            start: span.begin.instant,
            end: span.end.instant,
            startWall: span.begin.wall,
          })
  out.privacy = words.privacy ?? 'Private'
  out.personal = words.personal ?? false
  out.business = words.business ?? false
  out.verified =
    live.length > 0 &&
    live.every(
      (item) =>
        item.status === 'Active' &&
        (item.merged?.bookings.some((b) => b.confirmation_no !== null) === true ||
          item.leg?.kind === 'point'),
    )
  let km = 0
  for (const leg of legs) {
    const from = leg.from?.spots[0]
    const to = leg.to?.spots[0]
    if (leg.kind === 'movement' && from !== undefined && to !== undefined) km += distanceKm(from, to)
  }
  out.distance = km.toFixed(1)
  out.duration = span === null ? 0 : daysOf(span)
  out.destinations = stops.map((stop) => ({
    city_name: stop.spot.city,
    admin_code: stop.spot.admin,
    country: stop.spot.country,
    lat: stop.spot.lat.toFixed(5),
    lon: stop.spot.lon.toFixed(5),
    begin_datetime: local(stop.start, stop.spot.zone),
    end_datetime: local(stop.end, stop.spot.zone),
    nights: stop.nights,
  }))
  out.segment_types = [...new Set(legs.map((leg) => leg.type))].sort()
  out.segment_count = live.length
  out.warnings = warningsOf(live, trip)
  out.overlaps_trip_ids = trip.overlaps
  out.merged_into = trip.mergedInto
  out.split_from = trip.splitFrom
  out.url = `${env.url}/v2/trips/${trip.id}`
  out.harvested = live.some(
    (item) =>
      item.merged !== null &&
      !['manual', 'email', 'calendar'].includes(env.source(item.merged.source)?.classification ?? 'manual'),
  )
  out.version = trip.version + 1
  out.created = utcText(trip.created)
  out.updated = utcText(updated)
  out.notes = words.notes ?? []
  return out
}

function local(instant: number, zone: string | null): string {
  return wallText(wallAt(instant, zone))
}

function warningsOf(
  items: readonly SegmentState[],
  trip: TripState,
): Array<{ code: string; description: string; segment_ids: string[] }> {
  const out: Array<{ code: string; description: string; segment_ids: string[] }> = []
  for (const item of items) {
    for (const warning of item.merged?.warnings ?? []) {
      const held = out.find(
        (other) => other.code === warning.code && other.description === warning.description,
      )
      if (held === undefined) out.push({ ...warning, segment_ids: [item.id] })
      else held.segment_ids.push(item.id)
    }
  }
  const clashes = items.filter((item) => item.groupingReason === 'other-booking')
  if (clashes.length > 0)
    out.push({
      code: 'possible_conflict',
      description: 'Two bookings cannot both be travelled.',
      segment_ids: clashes.map((item) => item.id),
    })
  if (trip.overlaps.length > 0)
    out.push({ code: 'overlap', description: 'Another trip runs at the same time.', segment_ids: [] })
  return out
}

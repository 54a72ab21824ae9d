/** A trip as its page shows it, from the stored documents (contract.md 3). */
import { daySpan } from '../../../segment-words/written-days.js'
import { timelineDays } from './timeline-days.js'
import type { TimelineDay } from './timeline-days.js'
import { tripMap } from './map/trip-map.js'
import type { TripMap } from './map/trip-map.js'
import { mapPlaces } from './map/map-places.js'
import { timelineItem } from './timeline-item.js'
import type { Disclosure, Names, TimelineItem } from './timeline-item.js'
import { listOf, textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { countryName } from '../../../segment-words/segment-place.js'
import { SEGMENT_WORDS } from '../../../segment-words/segment-words.js'
import { tripTiming } from './trip-timing.js'
import { tripWarnings } from './trip-warnings.js'
import type { OtherTrip, ShownWarning } from './trip-warnings.js'

/** A stored segment and, as JSON, where its fields are from. */
export interface TripSegment {
  doc: SegmentDoc
  provenance: string | null
}

export interface TripSummary {
  id: string
  name: string
  status: 'Active' | 'Cancelled'
  /** Whether it is under way. */
  isNow: boolean
  /** `25 December 2026 to 1 January 2027`; null if it has no dates. */
  span: string | null
  /** `Starts in 30 days`, `Ended yesterday`; null while it is under way. */
  timing: string | null
  /** `Auckland, New Zealand (4 nights)`. */
  places: string[]
  /** `2 flights, 1 stay`. */
  contents: string
  warningCount: number
}

export interface TripView extends TripSummary {
  days: TimelineDay[]
  /** Cancelled segments. */
  cancelled: TimelineItem[]
  /** Of the trip and of its segments. */
  warnings: ShownWarning[]
  /** Null if it has fewer than two known places. */
  map: TripMap | null
  notes: string[]
  /** `38,494 km`. */
  distance: string | null
}

/** `segments`: those that are counted as its contents. `now`: epoch milliseconds. */
export function tripSummary(
  trip: Readonly<Record<string, unknown>>,
  segments: readonly SegmentDoc[],
  now: number,
): TripSummary {
  const { isNow, text } = tripTiming(trip, now)
  const isCancelled = trip['status'] === 'Cancelled'
  return {
    id: textOf(trip, 'id') ?? '',
    name: nameOf(trip),
    status: isCancelled ? 'Cancelled' : 'Active',
    isNow: !isCancelled && isNow,
    span: spanOf(trip),
    timing: isCancelled ? null : text,
    places: listOf(trip, 'destinations').flatMap(placeAndNights),
    contents: contentsOf(segments),
    warningCount: listOf(trip, 'warnings').length,
  }
}

/** `segments`: active, pending and cancelled ones, in order of start. */
export function tripView(
  trip: Readonly<Record<string, unknown>>,
  segments: readonly TripSegment[],
  {
    names,
    show,
    now,
    others = [],
  }: { names: Names; show: Disclosure; now: number; others?: readonly OtherTrip[] },
): TripView {
  const live = segments.filter(isLive).map(({ doc }) => doc)
  const shown = timelineOf(segments, names, show)
  const warnings = show.reports ? tripWarnings(trip, live, others) : []
  markWarned(shown.items, warnings)
  return {
    ...tripSummary(trip, live, now),
    days: shown.days,
    cancelled: shown.cancelled,
    warnings,
    map: tripMap(mapPlaces(live)),
    notes: show.reports ? (listOf(trip, 'notes') as unknown[]).map(String) : [],
    distance: distanceOf(trip),
  }
}

export function isLive({ doc }: TripSegment): boolean {
  return doc.status !== 'Cancelled'
}

/** Segments by day, and those that are cancelled. */
export function timelineOf(
  segments: readonly TripSegment[],
  names: Names,
  show: Disclosure,
): Pick<TripView, 'days' | 'cancelled'> & { items: TimelineItem[] } {
  const items = segments.map(({ doc, provenance }) => timelineItem(doc, provenance, names, show))
  return {
    items,
    days: timelineDays(
      segments.filter(isLive).map(({ doc }) => doc),
      items.filter((_, at) => isLive(segments[at]!)),
    ),
    cancelled: items.filter((_, at) => !isLive(segments[at]!)),
  }
}

/** What the member calls it, else what it was named by its places. */
export function nameOf(trip: Readonly<Record<string, unknown>>): string {
  return textOf(trip, 'headline') ?? textOf(trip, 'display_name') ?? textOf(trip, 'destination') ?? 'Trip'
}

/** `25 December 2026 to 1 January 2027`; null without dates. */
export function spanOf(trip: Readonly<Record<string, unknown>>): string | null {
  return daySpan(dayOf(trip, 'begin'), dayOf(trip, 'end'))
}

function dayOf(trip: Readonly<Record<string, unknown>>, end: 'begin' | 'end'): string | null {
  return textOf(trip, `${end}_datetime`)?.slice(0, 10) ?? null
}

function placeAndNights(destination: Readonly<Record<string, unknown>>): string[] {
  const city = textOf(destination, 'city_name')
  if (city === null) return []
  const country = textOf(destination, 'country')
  const nights = Number(destination['nights'] ?? 0)
  const stay = nights > 0 ? ` (${nights === 1 ? '1 night' : `${nights} nights`})` : ''
  return [`${city}${country === null ? '' : `, ${countryName(country)}`}${stay}`]
}

function contentsOf(segments: readonly SegmentDoc[]): string {
  const counts = new Map<SegmentDoc['type'], number>()
  for (const { type } of segments) counts.set(type, (counts.get(type) ?? 0) + 1)
  return [...counts]
    .map(([type, count]) => {
      const { kind, kinds, one = kind.toLowerCase() } = SEGMENT_WORDS[type]
      return `${count} ${count === 1 ? one : kinds}`
    })
    .join(', ')
}

/** Items only refer to the warnings that are listed at the top of the page. */
function markWarned(items: readonly TimelineItem[], warnings: readonly ShownWarning[]): void {
  const listed = new Set(warnings.map(({ text }) => text))
  const about = new Set(warnings.flatMap(({ links }) => links.map(({ href }) => href)))
  for (const item of items) {
    item.warnings = item.warnings.filter((text) => !listed.has(text))
    item.isWarned = about.has(`#segment-${item.id}`)
  }
}

function distanceOf(trip: Readonly<Record<string, unknown>>): string | null {
  const kilometres = Math.round(Number(trip['distance_km'] ?? 0))
  return kilometres > 0 ? `${kilometres.toLocaleString('en-GB')} km` : null
}

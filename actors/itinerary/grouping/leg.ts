/** A live segment as grouping sees it (RULES 5.3). */
import type { Id } from '../../../schemas/base/ids.js'
import type { PortCall } from '../places/port-calls.js'
import { MAX_SPEED_KMH } from '../lib/max-speeds.js'
import type { SegmentType } from '../../../schemas/segment/segment-kinds.js'
import type { MergedSegment } from '../merge/merge.js'
import type { Person } from '../statement/person.js'
import { distanceKm } from '../places/distance.js'
import { isFartherThan, distanceBetween } from '../places/place.js'
import type { Place, Spot } from '../places/place.js'
import { instantsOf } from '../../../schemas/base/time-zone.js'
import { MINUTE } from '../lib/local-time.js'

export type LegKind = 'move' | 'stay' | 'point' | 'support'

export interface Leg {
  id: Id
  type: SegmentType
  kind: LegKind
  /** Epoch milliseconds of both ends. */
  start: number
  end: number
  /** Where it stands in the order of the journey: a hotel at the end of its first day, since its hour of arrival is not told. */
  orderAt: number
  startDay: number
  endDay: number
  from: Place | null
  to: Place | null
  /** Ports on the way; absent when none is known. */
  portCalls?: PortCall[]
  /** Wall minutes of both ends. */
  wallMinutes: [number, number]
  /** Whether its zones come from its place, and change with it. */
  hasPlaceZone: boolean
  /** Travellers named on it; empty when none is. */
  people: Person[]
  locators: string[]
  name: string
}

const MAX_TRANSFER_KM = 50
const MIN_CROSSING_KM = 5
const DAY_MINUTES = 1440

/** Whether a ferry goes from one country to another: the narrowest of such waters are no transfer within a town. */
function isBorderFerry({ fields, statement: { from, to } }: MergedSegment): boolean {
  const [here, there] = [from?.spots[0]?.country ?? null, to?.spots[0]?.country ?? null]
  return (
    fields.transport_type === 'Ferry' &&
    here !== null &&
    there !== null &&
    here !== there &&
    (distanceBetween(from, to) ?? 0) > MIN_CROSSING_KM
  )
}

function legKind(merged: MergedSegment): LegKind {
  const { from, to } = merged.statement
  switch (merged.type) {
    case 'Air':
    case 'Rail':
    case 'Cruise':
      return 'move'
    case 'Hotel':
      return 'stay'
    case 'Car':
      return from !== null && to !== null && isFartherThan(from, to, 100) ? 'move' : 'stay'
    case 'Transport':
      return (distanceBetween(from, to) ?? 0) > MAX_TRANSFER_KM || isBorderFerry(merged) ? 'move' : 'point'
    case 'Parking':
      return 'support'
    default:
      return 'point'
  }
}

const BOARDING_HOURS = 1

/** An end of a movement narrowed to one spot: the first that can be reached from the other end in the time. */
function reachableEnd(
  place: Place | null,
  other: Place | null,
  hours: number,
  type: SegmentType,
): Place | null {
  if (place === null || place.spots.length === 1) return place
  const from = other?.spots[0]
  const limit = (MAX_SPEED_KMH[type] ?? 1100) * (hours + BOARDING_HOURS)
  const spot =
    from === undefined
      ? undefined
      : place.spots.find((s) => distanceKm(s, from) <= limit && distanceKm(s, from) > 1)
  return { spots: [spot ?? (place.spots[0] as Spot)] }
}

/** The leg of a live segment; null without a start. */
export function legFromSegment(id: Id, merged: MergedSegment): Leg | null {
  const { start, end } = merged.statement
  if (start === null) return null
  const kind = legKind(merged)
  const last = end === null || end.instant < start.instant ? start : end
  let { from, to } = merged.statement
  if (kind === 'move') {
    const hours = (last.instant - start.instant) / 3_600_000
    const sure = from !== null && from.spots.length === 1
    if (sure) to = reachableEnd(to, from, hours, merged.type)
    else {
      if (to !== null && to.spots.length > 1) to = { spots: [to.spots[0] as Spot] }
      from = reachableEnd(from, to, hours, merged.type)
    }
  }
  const people: Person[] = []
  for (const who of merged.travellers)
    if (!people.some((p) => p.family === who.family && p.given === who.given)) people.push(who)
  const text = merged.fields
  const leg: Leg = {
    id,
    type: merged.type,
    kind,
    start: start.instant,
    end: last.instant,
    orderAt: start.instant,
    startDay: Math.floor(start.wall / DAY_MINUTES),
    endDay: Math.floor(last.wall / DAY_MINUTES),
    from,
    to: to ?? (kind === 'move' ? null : from),
    wallMinutes: [start.wall, last.wall],
    hasPlaceZone: start.zone === null || start.zone === merged.statement.from?.spots[0]?.zone,
    people,
    locators: merged.bookings.flatMap((b) => (b.confirmation_no === null ? [] : [b.confirmation_no])),
    name: String(
      text.hotel_name ??
        text.activity_name ??
        text.place_name ??
        text.restaurant_name ??
        text.flight_num ??
        text.train_number ??
        text.car_company ??
        merged.type,
    ),
  }
  if (merged.statement.portCalls !== null) leg.portCalls = merged.statement.portCalls
  if (kind === 'move' && !start.timed) placeAtNoon(leg, end !== null && end.timed)
  else if (kind === 'move' && end === null) leg.end += minimumDuration(leg)
  leg.orderAt = orderInstant(leg, start.timed)
  return leg
}

/** Kilometres an hour of a fast service between two places. */
const FAST_SERVICE_KMH: Partial<Record<SegmentType, number>> = { Rail: 200, Transport: 80 }

/** How long a movement whose arrival nobody told takes at the least: when it left is not when it came. */
function minimumDuration({ type, from, to }: Leg): number {
  const speed = FAST_SERVICE_KMH[type]
  return speed === undefined ? 0 : Math.round(((distanceBetween(from, to) ?? 0) / speed) * 60) * 60_000
}

/** A movement of which the day alone is told stands at noon: after what left that morning, before what comes back that evening. */
function placeAtNoon(leg: Leg, arrives: boolean): void {
  const noon = leg.start + (DAY_MINUTES / 2) * MINUTE
  if (!arrives) leg.end = Math.max(noon, leg.end)
  leg.start = Math.min(noon, leg.end)
}

/** A hotel is reached some time on its first day, a car without an hour as well: both stand at the end of that day. */
function orderInstant(leg: Leg, timed: boolean): number {
  if (leg.kind !== 'stay' || (leg.type !== 'Hotel' && timed)) return leg.start
  if (leg.startDay === leg.endDay)
    return leg.type === 'Hotel' ? leg.start : Math.max(leg.start, leg.end - 60_000)
  return leg.start + (leg.startDay * DAY_MINUTES + DAY_MINUTES - 1 - leg.wallMinutes[0]) * 60_000
}

/** The leg with its place settled: its hours are those of that place. */
export function withSpot(leg: Leg, spot: Spot): Leg {
  const place: Place = { spots: [spot] }
  const placed: Leg = { ...leg, from: place, to: place }
  if (!leg.hasPlaceZone || spot.zone === null) return placed
  const start = instantsOf(leg.wallMinutes[0] * MINUTE, spot.zone)?.[0]
  const end = instantsOf(leg.wallMinutes[1] * MINUTE, spot.zone)?.at(-1)
  if (start !== undefined && end !== undefined) {
    placed.orderAt += start - leg.start
    placed.start = start
    placed.end = Math.max(start, end)
  }
  return placed
}

/** What grouping looks at besides the order, as one text; two legs with the same are laid alike. */
function comparisonText({ start, wallMinutes: walls, from, to, people, locators }: Leg): string {
  const spots = [from, to].map((place) => place?.spots.map(({ lat, lon }) => [lat, lon]) ?? null)
  return JSON.stringify([spots, start, walls, people.map(({ family, given }) => [family, given]), locators])
}

/**
 * Order of the journey; ties by what is told, last by id. Ids are given in order of arrival, which must not show
 * (RULES 2.1): they part only legs that are told alike.
 */
export function compareLegs(a: Leg, b: Leg): number {
  const first =
    a.orderAt - b.orderAt ||
    a.end - b.end ||
    (a.type < b.type ? -1 : a.type > b.type ? 1 : 0) ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  if (first !== 0 || a.id === b.id) return first
  const [left, right] = [comparisonText(a), comparisonText(b)]
  return left < right ? -1 : left > right ? 1 : Number(a.id) - Number(b.id)
}

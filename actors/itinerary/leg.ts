/** A live segment as grouping sees it (itinerary.md 5, Kinds). */
import type { Id } from '../../schemas/ids.js'
import type { Call } from './calls.js'
import { FASTEST_KMH } from './fastest.js'
import type { SegmentType } from './kinds.js'
import type { Merged } from './merge.js'
import type { Person } from './person.js'
import { distanceKm } from './geo.js'
import { apart, apartKm } from './place.js'
import type { Place, Spot } from './place.js'
import { instantsOf } from '../../schemas/time-zone.js'
import { MINUTE } from './zones.js'

export type LegKind = 'move' | 'stay' | 'point' | 'support'

export interface Leg {
  id: Id
  type: SegmentType
  kind: LegKind
  /** Epoch milliseconds of both ends. */
  start: number
  end: number
  /** Where it stands in the order of the journey: a hotel at the end of its first day, since its hour of arrival is not told. */
  order: number
  startDay: number
  endDay: number
  from: Place | null
  to: Place | null
  /** Ports on the way; absent when none is known. */
  calls?: Call[]
  /** Wall minutes of both ends. */
  walls: [number, number]
  /** Whether its zones come from its place, and change with it. */
  zoned: boolean
  /** Travellers named on it; empty when none is. */
  people: Person[]
  locators: string[]
  name: string
}

const TRANSFER_KM = 50
const CROSSING_KM = 5
const DAY_MINUTES = 1440

/** Whether a ferry goes from one country to another: the narrowest of such waters are no transfer within a town. */
function crosses({ fields, view: { from, to } }: Merged): boolean {
  const [here, there] = [from?.spots[0]?.country ?? null, to?.spots[0]?.country ?? null]
  return (
    fields.transport_type === 'Ferry' &&
    here !== null &&
    there !== null &&
    here !== there &&
    (apartKm(from, to) ?? 0) > CROSSING_KM
  )
}

function kindOf(merged: Merged): LegKind {
  const { from, to } = merged.view
  switch (merged.type) {
    case 'Air':
    case 'Rail':
    case 'Cruise':
      return 'move'
    case 'Hotel':
      return 'stay'
    case 'Car':
      return from !== null && to !== null && apart(from, to, 100) ? 'move' : 'stay'
    case 'Transport':
      return (apartKm(from, to) ?? 0) > TRANSFER_KM || crosses(merged) ? 'move' : 'point'
    case 'Parking':
      return 'support'
    default:
      return 'point'
  }
}

const BOARDING_HOURS = 1

/** An end of a movement narrowed to one spot: the first that can be reached from the other end in the time. */
function reachable(place: Place | null, other: Place | null, hours: number, type: SegmentType): Place | null {
  if (place === null || place.spots.length === 1) return place
  const from = other?.spots[0]
  const limit = (FASTEST_KMH[type] ?? 1100) * (hours + BOARDING_HOURS)
  const spot =
    from === undefined
      ? undefined
      : place.spots.find((s) => distanceKm(s, from) <= limit && distanceKm(s, from) > 1)
  return { spots: [spot ?? (place.spots[0] as Spot)] }
}

/** The leg of a live segment; null without a start. */
export function legOf(id: Id, merged: Merged): Leg | null {
  const { start, end } = merged.view
  if (start === null) return null
  const kind = kindOf(merged)
  const last = end === null || end.at < start.at ? start : end
  let { from, to } = merged.view
  if (kind === 'move') {
    const hours = (last.at - start.at) / 3_600_000
    const sure = from !== null && from.spots.length === 1
    if (sure) to = reachable(to, from, hours, merged.type)
    else {
      if (to !== null && to.spots.length > 1) to = { spots: [to.spots[0] as Spot] }
      from = reachable(from, to, hours, merged.type)
    }
  }
  const people: Person[] = []
  for (const who of merged.people)
    if (!people.some((p) => p.family === who.family && p.given === who.given)) people.push(who)
  const text = merged.fields
  const leg: Leg = {
    id,
    type: merged.type,
    kind,
    start: start.at,
    end: last.at,
    order: start.at,
    startDay: Math.floor(start.wall / DAY_MINUTES),
    endDay: Math.floor(last.wall / DAY_MINUTES),
    from,
    to: to ?? (kind === 'move' ? null : from),
    walls: [start.wall, last.wall],
    zoned: start.zone === null || start.zone === merged.view.from?.spots[0]?.zone,
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
  if (merged.view.calls !== null) leg.calls = merged.view.calls
  if (kind === 'move' && !start.timed) atNoon(leg, end !== null && end.timed)
  else if (kind === 'move' && end === null) leg.end += soonest(leg)
  leg.order = orderOf(leg, start.timed)
  return leg
}

/** Kilometres an hour of a fast service between two places. */
const FAST_KMH: Partial<Record<SegmentType, number>> = { Rail: 200, Transport: 80 }

/** How long a movement whose arrival nobody told takes at the least: when it left is not when it came. */
function soonest({ type, from, to }: Leg): number {
  const speed = FAST_KMH[type]
  return speed === undefined ? 0 : Math.round(((apartKm(from, to) ?? 0) / speed) * 60) * 60_000
}

/** A movement of which the day alone is told stands at noon: after what left that morning, before what comes back that evening. */
function atNoon(leg: Leg, arrives: boolean): void {
  const noon = leg.start + (DAY_MINUTES / 2) * MINUTE
  if (!arrives) leg.end = Math.max(noon, leg.end)
  leg.start = Math.min(noon, leg.end)
}

/** A hotel is reached some time on its first day, a car without an hour as well: both stand at the end of that day. */
function orderOf(leg: Leg, timed: boolean): number {
  if (leg.kind !== 'stay' || (leg.type !== 'Hotel' && timed)) return leg.start
  if (leg.startDay === leg.endDay)
    return leg.type === 'Hotel' ? leg.start : Math.max(leg.start, leg.end - 60_000)
  return leg.start + (leg.startDay * DAY_MINUTES + DAY_MINUTES - 1 - leg.walls[0]) * 60_000
}

/** The leg with its place settled: its hours are those of that place. */
export function placedAt(leg: Leg, spot: Spot): Leg {
  const place: Place = { spots: [spot] }
  const placed: Leg = { ...leg, from: place, to: place }
  if (!leg.zoned || spot.zone === null) return placed
  const start = instantsOf(leg.walls[0] * MINUTE, spot.zone)?.[0]
  const end = instantsOf(leg.walls[1] * MINUTE, spot.zone)?.at(-1)
  if (start !== undefined && end !== undefined) {
    placed.order += start - leg.start
    placed.start = start
    placed.end = Math.max(start, end)
  }
  return placed
}

/** What grouping looks at besides the order, as one text; two legs with the same are laid alike. */
function content({ start, walls, from, to, people, locators }: Leg): string {
  const spots = [from, to].map((place) => place?.spots.map(({ lat, lon }) => [lat, lon]) ?? null)
  return JSON.stringify([spots, start, walls, people.map(({ family, given }) => [family, given]), locators])
}

/**
 * Order of the journey; ties by what is told, last by id. Ids are given in order of arrival, which must not show
 * (itinerary.md 2.1): they part only legs that are told alike.
 */
export function inJourneyOrder(a: Leg, b: Leg): number {
  const first =
    a.order - b.order ||
    a.end - b.end ||
    (a.type < b.type ? -1 : a.type > b.type ? 1 : 0) ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  if (first !== 0 || a.id === b.id) return first
  const [left, right] = [content(a), content(b)]
  return left < right ? -1 : left > right ? 1 : Number(a.id) - Number(b.id)
}

/** RULES 6.2: where the movements of a trip arrive, and how long the traveller is there. */
import { comparisonForm } from '../../../schemas/base/text.js'
import { DAY, wallAt } from '../lib/local-time.js'
import { isSameCity } from '../places/place.js'
import type { Place } from '../places/place.js'
import type { Leg } from './legs/leg.js'

/** Somewhere: a place, or what documents call one that is not known. */
export interface Somewhere {
  place: Place | null
  /** Null if the city of the place is known, or nothing names it. */
  text: string | null
}

/** A begin or end as it is shown: what is known, or else an hour that is assumed. */
export interface ShownTime {
  /** Epoch milliseconds. */
  at: number
  /** True if only the date is known. */
  dateOnly: boolean
  /** True if no source says it: the usual hour of a hotel, the least duration of a movement. */
  isAssumed: boolean
}

/** What legs alone do not say. */
export interface LegFacts {
  /** What documents call the ends of a leg, where their cities are not known. */
  texts: (leg: Leg) => readonly [from: string | null, to: string | null]
  /** Which of its hours no source gave. */
  assumed: (leg: Leg) => readonly [start: boolean, end: boolean]
}

/** An arrival, and when the traveller had left the place before. Days are local. */
export interface Arrival extends Somewhere {
  at: number
  day: number
  shown: ShownTime
  leftAt: number
  leftDay: number
  leftShown: ShownTime
}

/** A shorter stop without a hotel is a connection. */
export const MAX_STOPOVER = DAY
const DAY_MINUTES = 1440

export function isNamed({ place, text }: Somewhere): boolean {
  return place !== null || text !== null
}

/** True if both are in one city, or are called the same where no place is known. */
export function isSameStop(a: Somewhere, b: Somewhere): boolean {
  if (a.place !== null && b.place !== null) return isSameCity(a.place, b.place)
  return a.text !== null && b.text !== null && comparisonForm(a.text) === comparisonForm(b.text)
}

/** Begin and end of a leg as they are shown. */
export function shownTimes(leg: Leg, { assumed }: LegFacts): [ShownTime, ShownTime] {
  const [startIsAssumed, endIsAssumed] = assumed(leg)
  const [startIsDate, endIsDate] = leg.dateOnly ?? [false, false]
  return [
    { at: leg.start, dateOnly: startIsDate, isAssumed: startIsAssumed },
    { at: leg.end, dateOnly: endIsDate, isAssumed: endIsAssumed },
  ]
}

/** Arrivals of a movement: the port calls on the way, then its end. */
export function arrivalsByMovement(movement: Leg, facts: LegFacts): Arrival[] {
  const arrivals: Arrival[] = []
  const [startShown, endShown] = shownTimes(movement, facts)
  let [leftAt, leftDay, leftShown] = [movement.start, movement.startDay, startShown]
  let port: Place | null = null
  for (const { at, place, dateOnly = false } of movement.portCalls ?? []) {
    const day = Math.floor(wallAt(at, place.spots[0]?.zone ?? null) / DAY_MINUTES)
    const shown = { at, dateOnly, isAssumed: false }
    if (port === null || !isSameCity(place, port))
      arrivals.push({ place, text: null, at, day, shown, leftAt, leftDay, leftShown })
    port = place
    leftAt = at
    leftDay = day
    leftShown = shown
  }
  arrivals.push({
    place: movement.to,
    text: facts.texts(movement)[1],
    at: movement.end,
    day: movement.endDay,
    shown: endShown,
    leftAt,
    leftDay,
    leftShown,
  })
  return arrivals
}

/**
 * RULES 6.2: the local days between which the nights after an arrival are spent at that place; null if a hotel says
 * where they are. One elsewhere that the traveller has left behind counts to its end, and one that begins within a
 * day before the departure from its start.
 */
export function freeDays(
  { place, at, day }: Arrival,
  next: Arrival | undefined,
  hotels: readonly Leg[],
): [first: number, last: number] | null {
  const end = next?.leftAt ?? Infinity
  let [first, last] = [day, Math.max(day, next?.leftDay ?? day)]
  for (const hotel of hotels) {
    if (hotel.end <= at || hotel.start >= end) continue
    if (isSameCity(hotel.from, place)) return null
    if (next === undefined) continue
    if (hotel.start < at && hotel.end <= end - MAX_STOPOVER) first = Math.max(first, hotel.endDay)
    else if (hotel.start > end - MAX_STOPOVER && hotel.end >= end) last = Math.min(last, hotel.startDay)
    else return null
  }
  return [first, Math.max(first, last)]
}

/**
 * RULES 6.6: when the guest of a hotel is in its city: from the arrival before it to the departure after it, where
 * these are reported and no other city lies between; else the hours of the hotel.
 */
export function timesInCity(
  hotel: Leg,
  arrivals: readonly Arrival[],
  hotels: readonly Leg[],
  facts: LegFacts,
): [ShownTime, ShownTime] {
  const [checkin, checkout] = shownTimes(hotel, facts)
  const isElsewhere = (from: number, until: number): boolean =>
    hotels.some((other) => other.start < until && other.end > from && !isSameCity(other.from, hotel.from))
  let [begin, end]: [ShownTime | null, ShownTime | null] = [null, null]
  arrivals.forEach(({ place, day, shown }, i) => {
    const next = arrivals[i + 1]
    if (day > hotel.endDay || (next?.leftDay ?? Infinity) < hotel.startDay || !isSameCity(place, hotel.from))
      return
    if (begin === null && !isElsewhere(shown.at, hotel.start)) begin = shown
    if (next !== undefined && !isElsewhere(hotel.end, next.leftAt)) end = next.leftShown
    else if (next === undefined) end = null
  })
  return [begin ?? checkin, end ?? checkout]
}

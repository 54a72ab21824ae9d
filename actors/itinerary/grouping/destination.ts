/** Where a trip went and what it is called (RULES 6). */
import { distanceKm } from '../places/distance.js'
import type { Homes } from '../places/home.js'
import { isInHomeArea } from '../places/home.js'
import type { Leg } from './leg.js'
import { isSameCity } from '../places/place.js'
import type { Place, Spot } from '../places/place.js'
import { DAY, wallAt } from '../lib/local-time.js'

export interface DestinationStop {
  place: Place
  spot: Spot
  start: number
  end: number
  nights: number
}

const MAX_STOPOVER = DAY

/** Cities in order of arrival, with nights; connections (under 24 hours, no hotel) and home left out. */
export function stopsOf(legs: readonly Leg[], homes: Homes): DestinationStop[] {
  const moves = legs.filter((leg) => leg.kind === 'move')
  const stays = legs.filter((leg) => leg.type === 'Hotel' && leg.from !== null)
  const stops: DestinationStop[] = []
  interface Spell {
    place: Place
    begin: number
    end: number
    days: [number, number]
  }
  const spells: Spell[] = []
  /** Until which day nights are counted: a night in one city is one, in however many houses. */
  const counted: Array<{ place: Place; until: number }> = []
  const add = ({ place, begin, end, days: [first, until] }: Spell): void => {
    let city = counted.find((other) => isSameCity(other.place, place))
    if (city === undefined) {
      city = { place, until: first }
      counted.push(city)
    }
    const nights = Math.max(0, until - Math.max(first, city.until))
    city.until = Math.max(city.until, until)
    const last = stops.at(-1)
    if (last !== undefined && isSameCity(last.place, place)) {
      last.end = Math.max(last.end, end)
      last.nights += nights
      return
    }
    stops.push({ place, spot: place.spots[0] as Spot, start: begin, end, nights })
  }
  for (const leg of stays)
    spells.push({
      place: leg.from as Place,
      begin: leg.start,
      end: leg.end,
      days: [leg.startDay, leg.endDay],
    })
  const arrivals = moves.flatMap(arrivalsByMovement)
  arrivals.forEach((arrival, i) => {
    const next = arrivals[i + 1]
    const { place } = arrival
    if (place === null) return
    const end = next?.leftAt ?? arrival.at
    const housed = stays.filter((s) => s.start < end && s.end > arrival.at)
    if (housed.length > 0) return
    if (
      next !== undefined &&
      end - arrival.at < MAX_STOPOVER &&
      arrivals.length > 2 &&
      !isTurningPoint(arrivals, i)
    )
      return
    if (
      next === undefined &&
      (homes.isReturnPoint(place, arrival.day) || (i > 0 && isSameCity(place, moves[0]?.from ?? null)))
    )
      return
    if (homes.contains(place, arrival.day)) return
    spells.push({ place, begin: arrival.at, end, days: [arrival.day, next?.leftDay ?? arrival.day] })
  })
  if (moves.length === 0 && stays.length === 0)
    for (const leg of legs)
      if (leg.from !== null && (leg.type !== 'Checkin' || legs.length === 1))
        spells.push({ place: leg.from, begin: leg.start, end: leg.end, days: [leg.startDay, leg.startDay] })
  const staycation =
    spells.length > 0 &&
    spells.every((spell) => isInHomeArea(spell.place, homes.homeOn(Math.floor(spell.begin / DAY))))
  spells.sort((a, b) => a.begin - b.begin || a.end - b.end)
  for (const spell of spells)
    if (staycation || !isInHomeArea(spell.place, homes.homeOn(Math.floor(spell.begin / DAY)))) add(spell)
  return stops
}

/** Where one comes, when, and when one has left the place before. Days are those of the places. */
interface Arrival {
  place: Place | null
  at: number
  day: number
  leftAt: number
  leftDay: number
}

/** The end of a movement, after the ports that a ship calls at on the way. */
function arrivalsByMovement(leg: Leg): Arrival[] {
  const out: Arrival[] = []
  let [left, leftDay] = [leg.start, leg.startDay]
  let port: Place | null = null
  for (const { at, place } of leg.portCalls ?? []) {
    const day = Math.floor(wallAt(at, place.spots[0]?.zone ?? null) / 1440)
    if (port === null || !isSameCity(place, port)) out.push({ place, at, day, leftAt: left, leftDay })
    port = place
    ;[left, leftDay] = [at, day]
  }
  out.push({ place: leg.to, at: leg.end, day: leg.endDay, leftAt: left, leftDay })
  return out
}

/** A day trip's turning point: the next movement goes back to where the journey began. */
function isTurningPoint(arrivals: readonly Arrival[], i: number): boolean {
  const dwells = arrivals.slice(0, -1).map(({ at }, k) => (arrivals[k + 1] as Arrival).leftAt - at)
  return (dwells[i] ?? 0) === Math.max(...dwells) && !dwells.some((dwell) => dwell >= MAX_STOPOVER)
}

/** The destination among the stops: most nights, longest, farthest from the start, earliest, name. */
export function destinationOf(
  stops: readonly DestinationStop[],
  origin: Place | null,
): DestinationStop | null {
  const merged: DestinationStop[] = []
  for (const stop of stops) {
    const held = merged.find((other) => isSameCity(other.place, stop.place))
    if (held === undefined) merged.push({ ...stop })
    else {
      held.nights += stop.nights
      held.end += stop.end - stop.start
    }
  }
  const far = (stop: DestinationStop): number =>
    origin === null ? 0 : distanceKm(stop.spot, origin.spots[0] as Spot)
  return (
    merged.sort(
      (a, b) =>
        b.nights - a.nights ||
        b.end - b.start - (a.end - a.start) ||
        far(b) - far(a) ||
        a.start - b.start ||
        ((a.spot.city ?? '') < (b.spot.city ?? '') ? -1 : 1),
    )[0] ?? null
  )
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** What something is called, with the month it begins in: `Paris, May 2026`. `beginWall` in minutes of the local clock since 1970. */
export function nameWithMonth(name: string, beginWall: number): string {
  const date = new Date(beginWall * 60_000)
  return `${name}, ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** `Paris - Rome, May 2026`, or the name of an event that covers more than half of the trip. */
export function displayName(
  stops: readonly DestinationStop[],
  legs: readonly Leg[],
  begin: number,
  end: number,
  beginWall: number,
): string {
  const event = legs
    .filter((leg) => leg.type === 'Event' || leg.type === 'Meeting' || leg.type === 'Activity')
    .find((leg) => leg.end - leg.start > (end - begin) / 2)
  if (event !== undefined && event.name !== event.type) return nameWithMonth(event.name, beginWall)
  const names: string[] = []
  for (const stop of stops)
    if (stop.spot.city !== null && !names.includes(stop.spot.city)) names.push(stop.spot.city)
  return nameWithMonth(names.length === 0 ? 'Trip' : names.slice(0, 3).join(' - '), beginWall)
}

/** Where a trip went and what it is called (itinerary.md 6). */
import { distanceKm } from './geo.js'
import type { Homes } from './home.js'
import { inArea } from './home.js'
import type { Leg } from './leg.js'
import { sameCity } from './place.js'
import type { Place, Spot } from './place.js'
import { DAY, wallAt } from './zones.js'

export interface Stop {
  place: Place
  spot: Spot
  begin: number
  end: number
  nights: number
}

const CONNECTION = DAY

/** Cities in order of arrival, with nights; connections (under 24 hours, no hotel) and home left out. */
export function stopsOf(legs: readonly Leg[], homes: Homes): Stop[] {
  const moves = legs.filter((leg) => leg.kind === 'move')
  const stays = legs.filter((leg) => leg.type === 'Hotel' && leg.from !== null)
  const stops: Stop[] = []
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
    let city = counted.find((other) => sameCity(other.place, place))
    if (city === undefined) {
      city = { place, until: first }
      counted.push(city)
    }
    const nights = Math.max(0, until - Math.max(first, city.until))
    city.until = Math.max(city.until, until)
    const last = stops.at(-1)
    if (last !== undefined && sameCity(last.place, place)) {
      last.end = Math.max(last.end, end)
      last.nights += nights
      return
    }
    stops.push({ place, spot: place.spots[0] as Spot, begin, end, nights })
  }
  for (const leg of stays)
    spells.push({
      place: leg.from as Place,
      begin: leg.start,
      end: leg.end,
      days: [leg.startDay, leg.endDay],
    })
  const arrivals = moves.flatMap(arrivalsOf)
  arrivals.forEach((arrival, i) => {
    const next = arrivals[i + 1]
    const { place } = arrival
    if (place === null) return
    const end = next?.left ?? arrival.at
    const housed = stays.filter((s) => s.start < end && s.end > arrival.at)
    if (housed.length > 0) return
    if (next !== undefined && end - arrival.at < CONNECTION && arrivals.length > 2 && !isTurn(arrivals, i))
      return
    if (
      next === undefined &&
      (homes.reaches(place, arrival.day) || (i > 0 && sameCity(place, moves[0]?.from ?? null)))
    )
      return
    if (homes.has(place, arrival.day)) return
    spells.push({ place, begin: arrival.at, end, days: [arrival.day, next?.leftDay ?? arrival.day] })
  })
  if (moves.length === 0 && stays.length === 0)
    for (const leg of legs)
      if (leg.from !== null && (leg.type !== 'Checkin' || legs.length === 1))
        spells.push({ place: leg.from, begin: leg.start, end: leg.end, days: [leg.startDay, leg.startDay] })
  const staycation =
    spells.length > 0 && spells.every((spell) => inArea(spell.place, homes.on(Math.floor(spell.begin / DAY))))
  spells.sort((a, b) => a.begin - b.begin || a.end - b.end)
  for (const spell of spells)
    if (staycation || !inArea(spell.place, homes.on(Math.floor(spell.begin / DAY)))) add(spell)
  return stops
}

/** Where one comes, when, and when one has left the place before. Days are those of the places. */
interface Arrival {
  place: Place | null
  at: number
  day: number
  left: number
  leftDay: number
}

/** The end of a movement, after the ports that a ship calls at on the way. */
function arrivalsOf(leg: Leg): Arrival[] {
  const out: Arrival[] = []
  let [left, leftDay] = [leg.start, leg.startDay]
  let port: Place | null = null
  for (const { at, place } of leg.calls ?? []) {
    const day = Math.floor(wallAt(at, place.spots[0]?.zone ?? null) / 1440)
    if (port === null || !sameCity(place, port)) out.push({ place, at, day, left, leftDay })
    port = place
    ;[left, leftDay] = [at, day]
  }
  out.push({ place: leg.to, at: leg.end, day: leg.endDay, left, leftDay })
  return out
}

/** A day trip's turning point: the next movement goes back to where the journey began. */
function isTurn(arrivals: readonly Arrival[], i: number): boolean {
  const dwells = arrivals.slice(0, -1).map(({ at }, k) => (arrivals[k + 1] as Arrival).left - at)
  return (dwells[i] ?? 0) === Math.max(...dwells) && !dwells.some((dwell) => dwell >= CONNECTION)
}

/** The destination among the stops: most nights, longest, farthest from the start, earliest, name. */
export function destinationOf(stops: readonly Stop[], origin: Place | null): Stop | null {
  const merged: Stop[] = []
  for (const stop of stops) {
    const held = merged.find((other) => sameCity(other.place, stop.place))
    if (held === undefined) merged.push({ ...stop })
    else {
      held.nights += stop.nights
      held.end += stop.end - stop.begin
    }
  }
  const far = (stop: Stop): number => (origin === null ? 0 : distanceKm(stop.spot, origin.spots[0] as Spot))
  return (
    merged.sort(
      (a, b) =>
        b.nights - a.nights ||
        b.end - b.begin - (a.end - a.begin) ||
        far(b) - far(a) ||
        a.begin - b.begin ||
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
export function inMonth(name: string, beginWall: number): string {
  const date = new Date(beginWall * 60_000)
  return `${name}, ${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}`
}

/** `Paris - Rome, May 2026`, or the name of an event that covers more than half of the trip. */
export function displayName(
  stops: readonly Stop[],
  legs: readonly Leg[],
  begin: number,
  end: number,
  beginWall: number,
): string {
  const event = legs
    .filter((leg) => leg.type === 'Event' || leg.type === 'Meeting' || leg.type === 'Activity')
    .find((leg) => leg.end - leg.start > (end - begin) / 2)
  if (event !== undefined && event.name !== event.type) return inMonth(event.name, beginWall)
  const names: string[] = []
  for (const stop of stops)
    if (stop.spot.city !== null && !names.includes(stop.spot.city)) names.push(stop.spot.city)
  return inMonth(names.length === 0 ? 'Trip' : names.slice(0, 3).join(' - '), beginWall)
}

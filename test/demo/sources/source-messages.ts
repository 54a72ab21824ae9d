/**
 * What the sources report of a journey, and when: bookings, confirmations, schedule changes, cancellations,
 * rebookings.
 */
import type { BookedFlight, JourneyPart } from '../travel/journey-parts.js'
import type { Journey } from '../travel/journey.js'
import type { Person } from '../travel/people.js'
import type { Random } from '../travel/random.js'
import { flies, fly } from '../travel/timetable.js'
import { carSegment, flightSegment, hotelSegment, meetingSegment } from './raw-segments.js'
import type { RawSegment } from './raw-segments.js'
import type { SourceDirectory } from './source-directory.js'
import { newLocator, reportOn, sellersOf, soldBy, vendorsOf } from './sources.js'
import type { ReportingSource } from './sources.js'

/** One batch that a source submits. `at` is in epoch milliseconds, never after the day of the demo. */
export interface SourceMessage {
  at: number
  segments: RawSegment[]
}

/** `remaining`: the parts that take place, none if the journey was cancelled. */
export interface ReportedJourney {
  messages: SourceMessage[]
  remaining: JourneyPart[]
}

export interface ReportingContext {
  person: Person
  directory: SourceDirectory
  /** Nothing is reported after this, epoch milliseconds. */
  today: number
  random: Random
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Minutes by which a flight may be rescheduled. */
const SHIFTS = [-40, -25, -10, 15, 25, 45, 70] as const

/** A state of the bookings: a flight moved by minutes, a stay extended by days, or everything cancelled. */
interface Version {
  at: number
  shift: number
  longer: number
  cancelled: boolean
}

export function reportJourney(journey: Journey, context: ReportingContext): ReportedJourney {
  const { person, directory, today, random } = context
  const begin = journey.begin * MINUTE_MS
  const booked = Math.min(begin - random.int(5, 60) * DAY_MS, today - random.int(4, 40) * DAY_MS)
  const changed = booked + Math.round((0.3 + 0.6 * random.next()) * (Math.min(begin, today) - booked))
  const first: Version = { at: booked, shift: 0, longer: 0, cancelled: false }
  const reports = new JourneyReports(journey, person, directory, random)
  reports.everything(first)

  const outcome = random.weighted([
    ['unchanged', 74],
    ['rescheduled', 14],
    ['rebooked', 6],
    ['cancelled', 6],
  ] as const)
  if (outcome === 'cancelled') {
    reports.everything({ ...first, at: changed, cancelled: true })
    return { messages: reports.messages, remaining: [] }
  }
  const flights = journey.parts.filter((part) => part.is === 'flight')
  const [out, back] = [flights[0], flights.at(-1)]
  if (back === undefined) return { messages: reports.messages, remaining: journey.parts }
  if (outcome === 'rescheduled') reports.rescheduled(back, { ...first, at: changed })
  if (outcome === 'rebooked' && isReturn(flights))
    return { messages: reports.messages, remaining: reports.rebooked(back, changed) }
  if (out !== undefined && out !== back && begin - DAY_MS <= today) reports.seat(out, begin - DAY_MS)
  return { messages: reports.messages, remaining: journey.parts }
}

function isReturn(flights: BookedFlight[]): boolean {
  const [out, back] = flights
  return (
    flights.length === 2 &&
    out !== undefined &&
    back !== undefined &&
    out.flight.scheduled.origin.code === back.flight.scheduled.destination.code
  )
}

/** The messages of one journey. The order of the random draws decides the data, so keep it. */
class JourneyReports {
  readonly messages: SourceMessage[] = []
  readonly #journey: Journey
  readonly #person: Person
  readonly #random: Random
  readonly #sellers: ReportingSource[]
  readonly #vendors: ReturnType<typeof vendorsOf>
  readonly #calendar: string | null

  constructor(journey: Journey, person: Person, directory: SourceDirectory, random: Random) {
    this.#journey = journey
    this.#person = person
    this.#random = random
    const flights = journey.parts.filter((part) => part.is === 'flight')
    this.#sellers = sellersOf(flights, directory, random)
    this.#vendors = vendorsOf(journey.parts, directory, random)
    this.#calendar = directory.any('calendar', random)
  }

  /** All sources report all they know: sellers first, then vendors, then the calendar. */
  everything(version: Version): void {
    const { parts } = this.#journey
    for (const [i, seller] of this.#sellers.entries())
      this.#report(seller, soldBy(seller, parts), { ...version, at: version.at + i * 20 * MINUTE_MS })
    for (const { vendor, part } of this.#vendors)
      this.#report(vendor, [part], { ...version, at: version.at + 2 * HOUR_MS })
    this.#reportMeetings({ ...version, at: version.at + 3 * HOUR_MS })
  }

  /** The airline reports a new departure time, other sellers only sometimes. */
  rescheduled(flight: BookedFlight, version: Version): void {
    const shift = this.#random.pick(SHIFTS)
    for (const seller of this.#sellers)
      if (seller.style === 'supplier' || this.#random.chance(0.5))
        this.#report(seller, [flight], { ...version, shift })
  }

  /**
   * The return is a day later: the old flight is cancelled, a new one is booked under a new locator, and the
   * hotel stay is extended. Returns the parts that remain.
   */
  rebooked(old: BookedFlight, at: number): JourneyPart[] {
    const { parts } = this.#journey
    const day = old.flight.day + 1
    if (!flies(old.flight.scheduled, day)) return parts
    const replacement: BookedFlight = { ...old, flight: fly(old.flight.scheduled, day) }
    const version: Version = { at, shift: 0, longer: 0, cancelled: false }
    for (const seller of this.#sellers) {
      this.#report(seller, [old], { ...version, cancelled: true })
      const rebooking = { ...seller, locator: newLocator(this.#random) }
      this.#report(rebooking, [replacement], { ...version, at: at + HOUR_MS })
    }
    for (const { vendor, part } of this.#vendors) {
      if (part.is === 'stay' && part.to === old.flight.day)
        this.#report(vendor, [part], { ...version, at: at + 2 * HOUR_MS, longer: 1 })
    }
    return parts.map((part) => (part === old ? replacement : part))
  }

  /** After check-in the airline sometimes reports the seat. */
  seat(flight: BookedFlight, at: number): void {
    const airline = this.#sellers.find((seller) => seller.style === 'supplier')
    if (airline === undefined || !this.#random.chance(0.4)) return
    const seat = `${this.#random.int(4, 38)}${this.#random.pick(['A', 'C', 'D', 'F'])}`
    const report = reportOn(airline, flight, at, false)
    const segment = flightSegment(report, flight.flight, this.#person, { shift: 0, seat })
    this.messages.push({ at, segments: [segment] })
  }

  #report(source: ReportingSource, parts: JourneyPart[], version: Version): void {
    const segments = parts.flatMap((part) => this.#segment(source, part, version))
    const first = segments[0]
    if (first?.['type'] === 'Air' && source.style !== 'mail' && !version.cancelled) {
      const [whole, cents] = [this.#random.int(90, 2_400), this.#random.int(10, 99)]
      Object.assign(first, { price: `${whole}.${cents}`, currency: 'USD' })
    }
    if (segments.length > 0) this.messages.push({ at: version.at, segments })
  }

  #reportMeetings({ at, cancelled }: Version): void {
    const calendar = this.#calendar
    if (calendar === null) return
    const segments = this.#journey.parts
      .filter((part) => part.is === 'meeting')
      .map((meeting) => meetingSegment(calendar, meeting, cancelled))
    if (segments.length > 0) this.messages.push({ at, segments })
  }

  #segment(source: ReportingSource, part: JourneyPart, version: Version): RawSegment[] {
    const report = reportOn(source, part, version.at, version.cancelled)
    switch (part.is) {
      case 'flight':
        return [flightSegment(report, part.flight, this.#person, { shift: version.shift, seat: null })]
      case 'stay':
        return [hotelSegment(report, part, this.#person, version.longer)]
      case 'rental':
        return [carSegment(report, part, this.#person)]
      case 'meeting':
        return []
    }
  }
}

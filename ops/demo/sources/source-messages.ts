/** What the sources tell of a journey, and when: bookings, confirmations, retimed flights, cancellations, rebookings. */
import type { Random } from '../travel/random.js'
import type { BookedFlight, JourneyPart, Journey } from '../travel/journey.js'
import type { Person } from '../travel/people.js'
import type { SourceDirectory } from './source-directory.js'
import { newLocator, sellersOf, soldBy, vendorsOf, reportOn } from './sources.js'
import type { ReportingSource } from './sources.js'
import { flightSegment, meetingSegment, carSegment, hotelSegment } from './raw-segments.js'
import type { RawSegment } from './raw-segments.js'
import { flies, fly } from '../travel/timetable.js'

/** One batch as a source hands it in. `at`: epoch milliseconds, never after the day of the demo. */
export interface SourceMessage {
  at: number
  segments: RawSegment[]
}

/** `live`: the things that take place in the end, none when the journey was called off. */
export interface ReportedJourney {
  messages: SourceMessage[]
  remaining: JourneyPart[]
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const SHIFTS = [-40, -25, -10, 15, 25, 45, 70] as const

/** What happened to a booking after it was made: a flight moved by minutes, a stay by days, or all of it cancelled. */
interface Version {
  at: number
  shift: number
  longer: number
  cancelled: boolean
}

/** Tells a journey; `today` (epoch milliseconds) is the latest anything can have been said. */
export function reportJourney(
  journey: Journey,
  person: Person,
  book: SourceDirectory,
  today: number,
  chance: Random,
): ReportedJourney {
  const begin = journey.begin * MINUTE_MS
  const booked = Math.min(begin - chance.int(5, 60) * DAY_MS, today - chance.int(4, 40) * DAY_MS)
  const news = booked + Math.round((0.3 + 0.6 * chance.next()) * (Math.min(begin, today) - booked))
  const first: Version = { at: booked, shift: 0, longer: 0, cancelled: false }
  const story = new Story(person)
  const sellers = sellersOf(
    journey.parts.filter((item) => item.is === 'flight'),
    book,
    chance,
  )
  const vendors = vendorsOf(journey.parts, book, chance)
  const calendar = book.any('calendar', chance)
  const all = (version: Version): void => {
    for (const [turn, seller] of sellers.entries())
      story.says(
        seller,
        soldBy(seller, journey.parts),
        { ...version, at: version.at + turn * 20 * MINUTE_MS },
        chance,
      )
    for (const { speaker, item } of vendors)
      story.says(speaker, [item], { ...version, at: version.at + 2 * HOUR_MS }, chance)
    if (calendar !== null) story.notes(calendar, journey.parts, { ...version, at: version.at + 3 * HOUR_MS })
  }
  all(first)

  const fate = chance.weighted([
    ['kept', 74],
    ['retimed', 14],
    ['rebooked', 6],
    ['called off', 6],
  ] as const)
  if (fate === 'called off') {
    all({ ...first, at: news, cancelled: true })
    return { messages: story.messages, remaining: [] }
  }
  const flights = journey.parts.filter((item) => item.is === 'flight')
  const back = flights.at(-1)
  if (back === undefined) return { messages: story.messages, remaining: journey.parts }
  if (fate === 'retimed') {
    const shift = chance.pick(SHIFTS)
    for (const seller of sellers)
      if (seller.style === 'supplier' || chance.chance(0.5))
        story.says(seller, [back], { ...first, at: news, shift }, chance)
  }
  if (fate === 'rebooked' && isReturn(flights))
    return {
      messages: story.messages,
      remaining: rebook(journey, back, sellers, vendors, news, story, chance),
    }
  const airline = sellers.find((seller) => seller.style === 'supplier')
  const out = flights[0]
  if (
    airline !== undefined &&
    out !== undefined &&
    out !== back &&
    begin - DAY_MS <= today &&
    chance.chance(0.4)
  )
    story.seats(airline, out, begin - DAY_MS, chance)
  return { messages: story.messages, remaining: journey.parts }
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

/** The return is taken a day later: the old flight cancelled, a new one under a new locator, the hotel a night longer. */
function rebook(
  journey: Journey,
  old: BookedFlight,
  sellers: ReportingSource[],
  vendors: Array<{ speaker: ReportingSource; item: JourneyPart }>,
  at: number,
  story: Story,
  chance: Random,
): JourneyPart[] {
  const day = old.flight.day + 1
  if (!flies(old.flight.scheduled, day)) return journey.parts
  const taken: BookedFlight = { ...old, flight: fly(old.flight.scheduled, day) }
  const version: Version = { at, shift: 0, longer: 0, cancelled: false }
  for (const seller of sellers) {
    story.says(seller, [old], { ...version, cancelled: true }, chance)
    story.says({ ...seller, locator: newLocator(chance) }, [taken], { ...version, at: at + HOUR_MS }, chance)
  }
  for (const { speaker, item } of vendors) {
    if (item.is === 'stay' && item.to === old.flight.day)
      story.says(speaker, [item], { ...version, at: at + 2 * HOUR_MS, longer: 1 }, chance)
  }
  return journey.parts.map((item) => (item === old ? taken : item))
}

/** The batches of one journey as they come up. */
class Story {
  readonly messages: SourceMessage[] = []
  constructor(readonly person: Person) {}

  says(speaker: ReportingSource, items: JourneyPart[], version: Version, chance: Random): void {
    const segments = items.flatMap((item) => this.#segment(speaker, item, version))
    const first = segments[0]
    if (first?.['type'] === 'Air' && speaker.style !== 'mail' && !version.cancelled)
      Object.assign(first, { price: `${chance.int(90, 2_400)}.${chance.int(10, 99)}`, currency: 'USD' })
    if (segments.length > 0) this.messages.push({ at: version.at, segments })
  }

  notes(calendar: string, items: JourneyPart[], version: Version): void {
    const segments = items
      .filter((item) => item.is === 'meeting')
      .map((meeting) => meetingSegment(calendar, meeting, version.cancelled))
    if (segments.length > 0) this.messages.push({ at: version.at, segments })
  }

  /** A day before the journey the airline knows the seat. */
  seats(airline: ReportingSource, out: BookedFlight, at: number, chance: Random): void {
    const seat = `${chance.int(4, 38)}${chance.pick(['A', 'C', 'D', 'F'])}`
    this.messages.push({
      at,
      segments: [flightSegment(reportOn(airline, out, at, false), out.flight, this.person, 0, seat)],
    })
  }

  #segment(speaker: ReportingSource, item: JourneyPart, version: Version): RawSegment[] {
    const voice = reportOn(speaker, item, version.at, version.cancelled)
    switch (item.is) {
      case 'flight':
        return [flightSegment(voice, item.flight, this.person, version.shift, null)]
      case 'stay':
        return [hotelSegment(voice, item, this.person, version.longer)]
      case 'rental':
        return [carSegment(voice, item, this.person)]
      case 'meeting':
        return []
    }
  }
}

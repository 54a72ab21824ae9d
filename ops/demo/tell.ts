/** What the sources tell of a journey, and when: bookings, confirmations, retimed flights, cancellations, rebookings. */
import type { Dice } from './dice.js'
import type { Flown, Item, Journey } from './journey.js'
import type { Person } from './people.js'
import type { SourceBook } from './source-book.js'
import { newLocator, sellersOf, soldBy, vendorsOf, voiceOn } from './speakers.js'
import type { Speaker } from './speakers.js'
import { flightStatement, meetingStatement, rentalStatement, stayStatement } from './statement.js'
import type { RawSegment } from './statement.js'
import { flies, fly } from './timetable.js'

/** One batch as a source hands it in. `at`: epoch milliseconds, never after the day of the demo. */
export interface Message {
  at: number
  segments: RawSegment[]
}

/** `live`: the things that take place in the end, none when the journey was called off. */
export interface Told {
  messages: Message[]
  live: Item[]
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
export function tell(journey: Journey, person: Person, book: SourceBook, today: number, chance: Dice): Told {
  const begin = journey.begin * MINUTE_MS
  const booked = Math.min(begin - chance.int(5, 60) * DAY_MS, today - chance.int(4, 40) * DAY_MS)
  const news = booked + Math.round((0.3 + 0.6 * chance.next()) * (Math.min(begin, today) - booked))
  const first: Version = { at: booked, shift: 0, longer: 0, cancelled: false }
  const story = new Story(person)
  const sellers = sellersOf(
    journey.items.filter((item) => item.is === 'flight'),
    book,
    chance,
  )
  const vendors = vendorsOf(journey.items, book, chance)
  const calendar = book.any('calendar', chance)
  const all = (version: Version): void => {
    for (const [turn, seller] of sellers.entries())
      story.says(
        seller,
        soldBy(seller, journey.items),
        { ...version, at: version.at + turn * 20 * MINUTE_MS },
        chance,
      )
    for (const { speaker, item } of vendors)
      story.says(speaker, [item], { ...version, at: version.at + 2 * HOUR_MS }, chance)
    if (calendar !== null) story.notes(calendar, journey.items, { ...version, at: version.at + 3 * HOUR_MS })
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
    return { messages: story.messages, live: [] }
  }
  const flights = journey.items.filter((item) => item.is === 'flight')
  const back = flights.at(-1)
  if (back === undefined) return { messages: story.messages, live: journey.items }
  if (fate === 'retimed') {
    const shift = chance.pick(SHIFTS)
    for (const seller of sellers)
      if (seller.style === 'supplier' || chance.chance(0.5))
        story.says(seller, [back], { ...first, at: news, shift }, chance)
  }
  if (fate === 'rebooked' && isReturn(flights))
    return { messages: story.messages, live: rebook(journey, back, sellers, vendors, news, story, chance) }
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
  return { messages: story.messages, live: journey.items }
}

function isReturn(flights: Flown[]): boolean {
  const [out, back] = flights
  return (
    flights.length === 2 &&
    out !== undefined &&
    back !== undefined &&
    out.flight.leg.origin.code === back.flight.leg.destination.code
  )
}

/** The return is taken a day later: the old flight cancelled, a new one under a new locator, the hotel a night longer. */
function rebook(
  journey: Journey,
  old: Flown,
  sellers: Speaker[],
  vendors: Array<{ speaker: Speaker; item: Item }>,
  at: number,
  story: Story,
  chance: Dice,
): Item[] {
  const day = old.flight.day + 1
  if (!flies(old.flight.leg, day)) return journey.items
  const taken: Flown = { ...old, flight: fly(old.flight.leg, day) }
  const version: Version = { at, shift: 0, longer: 0, cancelled: false }
  for (const seller of sellers) {
    story.says(seller, [old], { ...version, cancelled: true }, chance)
    story.says({ ...seller, locator: newLocator(chance) }, [taken], { ...version, at: at + HOUR_MS }, chance)
  }
  for (const { speaker, item } of vendors) {
    if (item.is === 'stay' && item.to === old.flight.day)
      story.says(speaker, [item], { ...version, at: at + 2 * HOUR_MS, longer: 1 }, chance)
  }
  return journey.items.map((item) => (item === old ? taken : item))
}

/** The batches of one journey as they come up. */
class Story {
  readonly messages: Message[] = []
  constructor(readonly person: Person) {}

  says(speaker: Speaker, items: Item[], version: Version, chance: Dice): void {
    const segments = items.flatMap((item) => this.#segment(speaker, item, version))
    const first = segments[0]
    if (first?.['type'] === 'Air' && speaker.style !== 'mail' && !version.cancelled)
      Object.assign(first, { price: `${chance.int(90, 2_400)}.${chance.int(10, 99)}`, currency: 'USD' })
    if (segments.length > 0) this.messages.push({ at: version.at, segments })
  }

  notes(calendar: string, items: Item[], version: Version): void {
    const segments = items
      .filter((item) => item.is === 'meeting')
      .map((meeting) => meetingStatement(calendar, meeting, version.cancelled))
    if (segments.length > 0) this.messages.push({ at: version.at, segments })
  }

  /** A day before the journey the airline knows the seat. */
  seats(airline: Speaker, out: Flown, at: number, chance: Dice): void {
    const seat = `${chance.int(4, 38)}${chance.pick(['A', 'C', 'D', 'F'])}`
    this.messages.push({
      at,
      segments: [flightStatement(voiceOn(airline, out, at, false), out.flight, this.person, 0, seat)],
    })
  }

  #segment(speaker: Speaker, item: Item, version: Version): RawSegment[] {
    const voice = voiceOn(speaker, item, version.at, version.cancelled)
    switch (item.is) {
      case 'flight':
        return [flightStatement(voice, item.flight, this.person, version.shift, null)]
      case 'stay':
        return [stayStatement(voice, item, this.person, version.longer)]
      case 'rental':
        return [rentalStatement(voice, item, this.person)]
      case 'meeting':
        return []
    }
  }
}

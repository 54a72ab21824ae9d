/** What lines after the itinerary say of tickets, seats, loyalty numbers and locators of airlines. */
import { DAY } from './written-day.js'

export interface Fact {
  field: 'ticket_number' | 'seat_assignment' | 'loyalty_no'
  value: string
  isInfant: boolean
  /** Number of the name, with that of the person; null: not said by number. */
  item: number | null
  /** SURNAME/GIVEN, which may be cut; null: not said by name. */
  name: string | null
  /** Numbers of segments; null: of all that the carrier and the flight allow. */
  segments: readonly number[] | null
  carrier: string | null
  /** `0328 21APR LAXCAN`: number, day and route. */
  flight: { number: number; day: string; route: string } | null
}

const NOBODY = { isInfant: false, item: null, name: null, segments: null, carrier: null, flight: null }
const fact = (field: Fact['field'], value: string | undefined, about: Partial<Fact>): Fact => ({
  ...NOBODY,
  field,
  value: value!,
  ...about,
})

const AMADEUS_TICKET = / FA (PAX|INF) (\d{3}-\d{10}(?:-\d{1,3})?)\/ET([A-Z\d]{2})/
const TICKET = new RegExp(
  `SSR ?TKNE ?([A-Z\\d]{2}) ?HK ?\\d{1,2}[ /]{0,2}([A-Z]{6}) ?(\\d{1,4})([A-Z])? ?(${DAY})-\\d{0,2}` +
    "([A-Z][A-Z '.-]{0,40}/[A-Z .'-]{1,40})?\\.(INF)?(\\d{13})",
)
const LOYALTY = /SSR ?FQTV ?([A-Z\d]{2}) ?HK ?\d{0,2}[ /]{0,2}[A-Z\d]{2}([A-Z\d]{4,18})(.*)$/
const GALILEO_LOYALTY =
  /^P {1,2}(\d{1,2})\. [A-Z][A-Z '/|.-]{2,40} {1,12}([A-Z\d]{2}) {1,3}([A-Z\d]{5,18}) *$/
const AMADEUS_SEATS = /SSR (?:RQST|NSST|NSSA|SEAT) ([A-Z\d]{2}) HK ?\d{0,2} ([A-Z]{6})\/(.*)$/
const GALILEO_SEAT = /^ {3,8}(\d{1,2})\. [A-Z][A-Z '/|.-]{2,40} {1,12}HK {1,3}(\d{1,3}[A-Z])(?: |$)/
const SABRE_SEAT = new RegExp(
  `^ {0,3}\\d{1,2} ([A-Z\\d]{2}) ?(\\d{1,4})[A-Z] (${DAY}) ([A-Z]{6}) HK {1,3}(\\d{1,3}[A-Z])(?: .{0,20}?)? {1,12}(\\d{1,2})\\.\\d `,
)

/** @param seatsOf number of the segment whose seats a block lists; null: none */
export function factsOf(text: string, seatsOf: number | null): Fact[] {
  const segments = numbersOf(/\/S([\d,-]+)/.exec(text)?.[1])
  const item = numbersOf(/\/P(\d{1,2})(?![\d,-])/.exec(text)?.[1])?.[0] ?? null
  const amadeus = AMADEUS_TICKET.exec(text)
  if (amadeus !== null) {
    const [, who, value, carrier] = amadeus
    const of = { isInfant: who === 'INF', item, segments, carrier: segments === null ? carrier! : null }
    return [fact('ticket_number', value, of)]
  }
  const ticket = TICKET.exec(text)
  if (ticket !== null) {
    const [, carrier, route, number, , day, name = null, infant, value] = ticket
    const flight = { number: Number(number), day: day!, route: route! }
    const of = { isInfant: infant !== undefined, item, name, segments, carrier: carrier!, flight }
    return [fact('ticket_number', value, of)]
  }
  const loyalty = LOYALTY.exec(text)
  if (loyalty !== null) {
    const [, carrier, value, rest] = loyalty
    const name = /-\d{0,2}([A-Z][A-Z '.-]{0,40}\/[A-Z .'-]{1,40})/.exec(rest!)?.[1] ?? null
    return [fact('loyalty_no', value, { item, name, segments, carrier: carrier! })]
  }
  const galileo = GALILEO_LOYALTY.exec(text)
  if (galileo !== null)
    return [fact('loyalty_no', galileo[3], { item: Number(galileo[1]), carrier: galileo[2]! })]
  return seats(text, seatsOf, segments)
}

function seats(text: string, seatsOf: number | null, segments: readonly number[] | null): Fact[] {
  const amadeus = AMADEUS_SEATS.exec(text)
  if (amadeus !== null && segments !== null)
    return [...amadeus[3]!.matchAll(/(\d{1,3}[A-Z])[A-Z]?(?:,P(\d{1,2}))?/g)].map(([, value, person]) =>
      fact('seat_assignment', value, { item: person === undefined ? null : Number(person), segments }),
    )
  const galileo = seatsOf === null ? null : GALILEO_SEAT.exec(text)
  if (galileo !== null)
    return [fact('seat_assignment', galileo[2], { item: Number(galileo[1]), segments: [seatsOf!] })]
  const sabre = SABRE_SEAT.exec(text)
  if (sabre === null) return []
  const [, carrier, number, day, route, value, item] = sabre
  const flight = { number: Number(number), day: day!, route: route! }
  return [fact('seat_assignment', value, { item: Number(item), carrier: carrier!, flight })]
}

/** `2-3,6` as numbers; null: none. */
function numbersOf(text: string | undefined): number[] | null {
  if (text === undefined) return null
  return text.split(',').flatMap((range) => {
    const [from, to] = range.split('-').map(Number)
    return Array.from(
      { length: Math.min(Math.max((to ?? from!) - from! + 1, 0), 999) },
      (_, at) => from! + at,
    )
  })
}

const LOCATOR = [
  new RegExp(`^(?:VLOC-| {1,4}\\d{1,2}\\. ?)([A-Z\\d]{2})\\*([A-Z\\d]{5,8})/${DAY}`),
  new RegExp(`^(?:ACKN-| {1,4}\\d{1,2} )([A-Z\\d]{2}) ([A-Z\\d]{5,8}) +${DAY} \\d{3,4}`),
]

/** The locator that an airline gave the booking, as Galileo and Apollo list them; null: none. */
export function airlineLocator(text: string): { carrier: string; locator: string } | null {
  const found = LOCATOR.map((pattern) => pattern.exec(text)).find((one) => one !== null)
  return found == null ? null : { carrier: found[1]!, locator: found[2]! }
}

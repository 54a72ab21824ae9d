/** What kind of travel an event is: by its tag, its type in our own calendar, or the words of its summary. */
import WORDS from '../../../schemas/data/calendar-words.json' with { type: 'json' }
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { CalendarEvent } from './calendar-event.js'
import { textOf } from './content-lines.js'
import { isDay, wallOf } from './event-times.js'
import { trainLegs } from './train-legs.js'
import { afterPhrase, codePair, flightNumber, hasWord, placeOf, routeOf, trainNumber } from './travel-text.js'

/** Half a stay or rental, of which the other half is another event; `Trip`: only a heading over others. */
export type TravelKind = SegmentType | 'CheckIn' | 'CheckOut' | 'PickUp' | 'DropOff' | 'Trip' | null

export interface Travel {
  kind: TravelKind
  /** The summary without the words that name the kind. */
  rest: string
}

/** An event with its kind; `half`: the other event of the same stay or rental. */
export interface TravelEvent extends Travel {
  event: CalendarEvent
  half: CalendarEvent | null
  /** What is said of the occurrences that are none of the events. */
  leftOut?: string | null
}

const { kinds } = WORDS
const HALVES = [
  ['CheckIn', kinds.checkin],
  ['CheckOut', kinds.checkout],
  ['PickUp', kinds.pickup],
  ['DropOff', kinds.dropoff],
] as const
const BY_PHRASE: ReadonlyArray<readonly [SegmentType, string]> = [
  ['Hotel', kinds.stay],
  ['Car', kinds.rental],
  ['Restaurant', kinds.restaurant],
  ['Parking', kinds.parking],
  ['Cruise', kinds.cruise],
]
const RIDES = [kinds.bus, kinds.taxi, kinds.rideshare, kinds.shuttle, kinds.limo].join('|')
const DAY_MS = 86_400_000

export function travelOf(event: CalendarEvent): Travel {
  const { summary, ownType, isTripIt } = event
  const half = halfOf(event)
  if (ownType !== null) {
    const type = SEGMENT_TYPES.find((known) => known === ownType) ?? null
    return half ?? { kind: type, rest: summary }
  }
  if (isTripIt) {
    const tag = event.lines
      .map((line) => /^\[([A-Za-z ]{3,24})\]/.exec(line)?.[1]?.toLowerCase())
      .find((name) => name !== undefined)
    const type = (WORDS.tags as Record<string, SegmentType>)[tag ?? '']
    if (type !== undefined) return half ?? { kind: type, rest: summary }
    if (event.times.start !== null && isDay(event.times.start)) return { kind: 'Trip', rest: summary }
  }
  if (half !== null) return half
  return movementOf(event) ?? placeStayOf(event) ?? { kind: null, rest: summary }
}

/** Not of an online check-in or a reminder. */
function halfOf({ summary }: CalendarEvent): Travel | null {
  for (const [kind, phrases] of HALVES) {
    const rest = afterPhrase(summary, phrases)
    if (
      rest !== null &&
      rest !== '' &&
      !speaksOfFlight(rest) &&
      !/^(?:for|opens?|online|closes?)\b/i.test(rest)
    )
      return { kind, rest: rest.replace(/^(?:at|in|im|of)\s/i, '') }
  }
  return null
}

const speaksOfFlight = (text: string): boolean => flightNumber(text) !== null || hasWord(text, kinds.flight)

function movementOf(event: CalendarEvent): Travel | null {
  const { summary } = event
  if (afterPhrase(summary, kinds.flight) === null && hasWord(summary, WORDS.reminders)) return null
  return trainOf(event) ?? flightOf(event) ?? rideOf(summary)
}

function trainOf(event: CalendarEvent): Travel | null {
  const { summary, sign, labels } = event
  const rest = afterPhrase(summary, kinds.train)
  const hasNumber = trainNumber(summary) !== null
  const isNamed = rest !== null && (hasNumber || hasRoute(rest) || labels.has('number') || labels.has('to'))
  const isTrain =
    isNamed ||
    /[🚄🚅🚆🚂🚈🚞]/u.test(sign) ||
    (hasNumber && routeOf(summary) !== null) ||
    trainLegs(event).length > 0
  return isTrain ? { kind: 'Rail', rest: rest ?? summary } : null
}

/** Words alone are no flight, nor is a number that stands with no airports. */
function flightOf({ summary, sign, labels }: CalendarEvent): Travel | null {
  const rest = afterPhrase(summary, kinds.flight)
  const hasNumber = flightNumber(summary) !== null
  const isRoute = codePair(summary) !== null || areCodes(summary)
  const isNamed = rest !== null || /[✈🛫🛬]/u.test(sign)
  const isFlight = isNamed
    ? hasNumber || labels.has('number') || routeOf(summary) !== null
    : hasNumber && (isRoute || hasWord(summary, kinds.flight))
  return isFlight ? { kind: 'Air', rest: rest ?? summary } : null
}

function rideOf(summary: string): Travel | null {
  const ferry = afterPhrase(summary, kinds.ferry) ?? (hasWord(summary, kinds.ferry) ? summary : null)
  if (ferry !== null && hasRoute(ferry)) return { kind: 'Ferry', rest: ferry }
  const ride = afterPhrase(summary, RIDES)
  return ride !== null && hasRoute(ride) ? { kind: 'Transport', rest: ride } : null
}

const hasRoute = (text: string): boolean => (routeOf(text)?.from ?? '') !== ''

function areCodes(summary: string): boolean {
  const route = routeOf(summary)
  return route !== null && [route.from, route.to].every((end) => placeOf(end).code !== null)
}

function placeStayOf({ summary, sign, lines, labels, times, component }: CalendarEvent): Travel | null {
  for (const [kind, phrases] of BY_PHRASE) {
    const rest = afterPhrase(summary, phrases)
    if (rest !== null && rest !== '') return { kind, rest }
  }
  if (/[🏨🛏🏩]/u.test(sign)) return { kind: 'Hotel', rest: summary }
  const { start, end } = times
  const isLong = start !== null && end !== null && isDay(start) && wallOf(end) - wallOf(start) >= DAY_MS
  if (isLong && hasWord(summary, WORDS.lodgingNames)) return { kind: 'Hotel', rest: summary }
  const meal = afterPhrase(summary, kinds.meal)
  const isBooked =
    labels.has('confirmation_no') ||
    hasWord(
      [...lines, ...['organizer', 'url'].map((name) => textOf(component, name))].join(' '),
      WORDS.bookedWith,
    )
  return meal !== null && meal !== '' && isBooked ? { kind: 'Restaurant', rest: meal } : null
}

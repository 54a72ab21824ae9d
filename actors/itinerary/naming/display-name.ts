/** RULES 6.5: what a trip is called. */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { normaliseText } from '../../../schemas/base/text.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { MINUTE } from '../lib/local-time.js'
import type { MergedSegment } from '../merge/merged-segment.js'
import { segmentName } from '../merge/segment-phrase.js'
import type { Homes } from '../places/home.js'
import type { Place } from '../places/place.js'
import type { LegFacts } from '../grouping/arrivals.js'
import type { DestinationStop } from '../grouping/destination.js'
import type { Leg } from '../grouping/legs/leg.js'
import { cityNameIn } from './city-exonyms.js'
import { monthAndYear } from './language.js'
import type { Language } from './language.js'
import { isDayTrip, isStaycation, mainCruise, moveDestination } from './trip-kind.js'
import { TRIP_WORDS } from './trip-words.js'

const MAX_CITIES = 3

/** What the name is made from. Instants in epoch milliseconds, wall times in minutes. */
export interface NamedTrip {
  stops: readonly DestinationStop[]
  legs: readonly Leg[]
  start: number
  end: number
  startWall: number
  endWall: number
  homes: Homes
  language: Language
  textsOf: LegFacts['texts']
  segmentOf: (leg: Leg) => MergedSegment | null
}

/** What a trip is named by. */
export type NamingRule =
  'main-gathering' | 'cruise' | 'move' | 'staycation' | 'cities' | 'first-gathering' | 'first-segment'

/** The rules in their order; the first that finds a name gives it. */
const NAMES: ReadonlyArray<[rule: NamingRule, nameOf: (trip: NamedTrip) => string | null]> = [
  ['main-gathering', mainGathering],
  ['cruise', cruiseName],
  ['move', moveName],
  ['staycation', staycationName],
  ['cities', cityNames],
  ['first-gathering', firstGathering],
  ['first-segment', firstSegment],
]

/** `Paris - Rome, May 2026`, or what else the trip is called by. */
export function displayName(trip: NamedTrip): string {
  const { startWall, language } = trip
  for (const [, nameOf] of NAMES) {
    const name = nameOf(trip)
    if (name !== null) return nameWithMonth(name, startWall, language)
  }
  return nameWithMonth(TRIP_WORDS[language].empty, startWall, language)
}

/** The rule that gives a trip its name; null for a trip without segments. */
export function namingRuleOf(trip: NamedTrip): NamingRule | null {
  return NAMES.find(([, nameOf]) => nameOf(trip) !== null)?.[0] ?? null
}

/** `Paris, May 2026`. `startWall` is local wall time in minutes since 1970. */
export function nameWithMonth(name: string, startWall: number, language: Language): string {
  return `${name}, ${monthAndYear(startWall * MINUTE, language)}`
}

/** The city of a stop in a language, else what documents call it; null if nothing names it. */
export function stopName({ spot, text }: DestinationStop, language: Language): string | null {
  return cityOf(spot === null ? null : { spots: [spot] }, language) ?? text
}

function cityOf(place: Place | null, language: Language): string | null {
  const spot = place?.spots[0]
  return spot === undefined || spot.city === null ? null : cityNameIn(language, spot.city, spot.country)
}

function gatheringName(leg: Leg | undefined): string | null {
  return leg === undefined || leg.name === leg.type ? null : leg.name
}

/** A gathering that covers more than half of the trip. */
function mainGathering({ legs, start, end }: NamedTrip): string | null {
  return gatheringName(
    legs.find((leg) => TRIP_TRAITS[leg.type].isGathering && leg.end - leg.start > (end - start) / 2),
  )
}

function firstGathering({ legs }: NamedTrip): string | null {
  return gatheringName(legs.find((leg) => TRIP_TRAITS[leg.type].isGathering && leg.name !== leg.type))
}

/** A one-way cruise by its ends, a round one by its first ports; both with the ship. */
function cruiseName({ legs, start, end, language, textsOf, segmentOf }: NamedTrip): string | null {
  const cruise = mainCruise(legs, start, end)
  if (cruise === null) return null
  const [fromText, toText] = textsOf(cruise)
  const ship = normaliseText(segmentOf(cruise)?.fields.get(SEGMENT_KINDS.Cruise.name))
  const from = cityOf(cruise.from, language) ?? fromText
  const to = cityOf(cruise.to, language) ?? toText
  const calls = (cruise.portCalls ?? []).map(({ place }) => cityOf(place, language))
  const isRound = from === to
  const ports = distinct(isRound || from === null || to === null ? [from, ...calls, to] : [from, to])
  const [first] = ports
  if (first === undefined) return ship
  const words = TRIP_WORDS[language]
  return ports.length === 1 ? words.cruiseFrom(first, ship) : words.cruise(joined(ports), ship)
}

function moveName({ legs, homes, language }: NamedTrip): string | null {
  const city = cityOf(moveDestination(legs, homes), language)
  return city === null ? null : TRIP_WORDS[language].move(city)
}

function staycationName({ legs, homes, stops, language }: NamedTrip): string | null {
  if (!isStaycation(legs, homes)) return null
  const [city] = namesOf(stops, language)
  return city === undefined ? null : TRIP_WORDS[language].staycation(city)
}

/** The cities in order of arrival, of a day trip with that word. */
function cityNames({ legs, homes, stops, startWall, endWall, language }: NamedTrip): string | null {
  const cities = namesOf(stops, language)
  if (cities.length === 0) return null
  const name = joined(cities)
  return isDayTrip(legs, homes, [startWall, endWall]) ? TRIP_WORDS[language].dayTrip(name) : name
}

/** Where no place has a name: the first segment that moves the traveller, else the first one. */
function firstSegment({ legs, segmentOf }: NamedTrip): string | null {
  const leg = legs.find(({ kind }) => kind === 'movement') ?? legs[0]
  const segment = leg === undefined ? null : segmentOf(leg)
  return segment === null ? null : segmentName(segment)
}

function namesOf(stops: readonly DestinationStop[], language: Language): string[] {
  return distinct(stops.map((stop) => stopName(stop, language)))
}

function distinct(names: ReadonlyArray<string | null>): string[] {
  return [...new Set(names.filter((name) => name !== null))]
}

function joined(names: readonly string[]): string {
  return names.slice(0, MAX_CITIES).join(' - ')
}

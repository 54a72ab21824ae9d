/** Flights, trains, ferries and rides of an event. */
import { ignoredPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import type { CalendarEvent } from './calendar-event.js'
import { addTimes, draftOf, partOf, wallTimes } from './event-fields.js'
import type { Draft } from './event-fields.js'
import { trainLegs } from './train-legs.js'
import {
  afterPhrase,
  afterWord,
  codePair,
  flightNumber,
  hasWord,
  placeOf,
  routeOf,
  stationOf,
  trainNumber,
} from './travel-text.js'
import type { NamedPlace } from './travel-text.js'
import WORDS from '../../../schemas/data/calendar-words.json' with { type: 'json' }

const NOWHERE: NamedPlace = { name: null, code: null }

/** Both ends of a journey: of its codes, of the words between, of labels, of the location. */
function endsOf(event: CalendarEvent, rest: string, place = placeOf): readonly [NamedPlace, NamedPlace] {
  const { labels, location, summary } = event
  const route = routeOf(rest)
  const pair = codePair(summary) ?? [
    place(route?.from ?? ''),
    place(route?.to ?? afterPhrase(rest, 'to|nach|à|a|para|naar') ?? ''),
  ]
  const [from, to] = [place(labels.get('from') ?? ''), place(labels.get('to') ?? '')]
  return [filled(pair[0], from, place(location ?? '')), filled(pair[1], to, NOWHERE)]
}

/** The first code with a name of that place, else the name that says most. */
function filled(...places: readonly [NamedPlace, NamedPlace, NamedPlace]): NamedPlace {
  const code = places.find((place) => place.code !== null)?.code ?? null
  const names = places.slice(0, 2).filter(({ name }) => name !== null)
  const [first, second] = [names[0]?.name ?? null, names[1]?.name ?? null]
  const name = code === null && first !== null && second?.startsWith(first) === true ? second : first
  const beside = places.find((place) => place.code === code && place.name !== null)
  return { code, name: code === null ? (name ?? places[2].name) : (beside?.name ?? name) }
}

export function flightParts(event: CalendarEvent, rest: string): FoundPart[] {
  const draft = draftOf('Air', event)
  const { fields } = draft
  const tagged = event.lines.find((line) => line.startsWith('[')) ?? ''
  const number =
    flightNumber(event.summary) ?? flightNumber(event.labels.get('number') ?? '') ?? flightNumber(tagged)
  const plain = without(number?.text, afterWord(rest, WORDS.kinds.flight))
  const [from, to] = endsOf(event, plain)
  fields['airline'] = number?.carrier
  fields['flight_num'] = number?.number
  fields['origin'] = from.code ?? from.name
  fields['destination'] = to.code ?? to.name
  if (from.code !== null) fields['origin_name'] = from.name
  if (to.code !== null) fields['destination_name'] = to.name
  fields['seat_assignment'] = seatOf(event)
  fields['cabin'] = event.labels.get('class')
  fields['ticket_number'] = event.labels.get('ticket')
  fields['departure_terminal'] = /^(?:T\s?)?[\dA-Z]{1,3}\b/.exec(event.labels.get('terminal') ?? '')?.[0]
  fields['departure_gate'] = /^[\dA-Z]{1,6}\b/.exec(event.labels.get('gate') ?? '')?.[0]
  fields['operating_airline'] = event.labels.get('operator')
  addTimes(draft, event)
  return [partOf(draft, event)]
}

/** A text without a number, and the signs around it. */
const without = (number: string | undefined, text: string): string =>
  (number === undefined ? text : text.replace(number, ' '))
    .replace(/\(\s{0,3}\)/, ' ')
    .replace(/^[\s:•·|,–-]+/, '')
    .trim()

const seatOf = ({ labels }: CalendarEvent): string | undefined =>
  /^(?:\d{1,3}\s?[A-Z]{0,2}|[A-Z]\s?\d{1,3})(?=$|[\s,;/(])/i.exec(labels.get('seat') ?? '')?.[0]

export function trainParts(event: CalendarEvent, rest: string): FoundPart[] {
  const legs = trainLegs(event)
  if (legs.length === 0) return [trainPart(event, rest)]
  return legs.map((leg, at) => {
    const name = legs.length === 1 ? '' : `, leg ${at + 1}`
    if (leg.mode !== null)
      return ignoredPart(
        `line ${event.line}${name}`,
        `${leg.mode} is not a train, so ${leg.from.name ?? ''} to ${leg.to.name ?? ''} was left out.`,
      )
    const draft = draftOf('Rail', { ...event, geo: null })
    Object.assign(draft.fields, {
      rail_line: leg.line,
      train_number: leg.train,
      origin: leg.from.name,
      origin_code: leg.from.code,
      destination: leg.to.name,
      destination_code: leg.to.code,
      departure_platform: leg.fromPlatform,
      arrival_platform: leg.toPlatform,
    })
    if (legs.length === 1) addSeat(draft, event)
    addTimes(
      draft,
      { ...event, lines: [], labels: new Map() },
      wallTimes(leg.start, leg.end, event.times.start!),
    )
    return partOf(draft, event, name)
  })
}

function addSeat({ fields }: Draft, event: CalendarEvent): void {
  fields['coach'] = /^[\p{L}\d]{1,6}\b/u.exec(event.labels.get('coach') ?? '')?.[0]
  fields['seat_assignment'] = seatOf(event)
  fields['class_of_service'] = event.labels.get('class')
  fields['ticket_number'] = event.labels.get('ticket')
}

function trainPart(event: CalendarEvent, rest: string): FoundPart {
  const draft = draftOf('Rail', event)
  const { line, number, from, to } = journeyOf(event, rest)
  Object.assign(draft.fields, {
    rail_line: event.labels.get('carrier') ?? line,
    train_number: number ?? event.labels.get('number'),
    origin: from.name ?? from.code,
    destination: to.name ?? to.code,
    departure_platform: /^[\dA-Z]{1,6}\b/.exec(event.labels.get('platform') ?? '')?.[0],
  })
  addSeat(draft, event)
  addTimes(draft, event)
  return partOf(draft, event)
}

interface Journey {
  line: string | null
  number: string | null
  ship?: string | null
  from: NamedPlace
  to: NamedPlace
}

function journeyOf(event: CalendarEvent, rest: string): Journey {
  const own = ownJourney(event)
  if (own !== null) return own
  const number = trainNumber(event.summary) ?? trainNumber(event.labels.get('number') ?? '')
  const plain = without(number?.text, rest)
  const [from, to] = endsOf(event, plain, stationOf)
  const named = number === null ? null : `${number.carrier} ${number.number}`
  return { line: routeOf(plain)?.before ?? null, number: named, from, to }
}

/** `SBB 709 Zürich HB – Bern` of our own calendar, in which the location begins with the place of the start. */
function ownJourney({ ownType, summary, location }: CalendarEvent): Journey | null {
  const at = summary.lastIndexOf(' – ')
  if (ownType === null || at === -1) return null
  const start = location?.split(', ')[0]?.replace(/ \([A-Z]{3}\)$/, '') ?? ''
  const left = summary.slice(0, at)
  const isNamed = start !== '' && left.endsWith(start)
  const before = isNamed ? left.slice(0, -start.length).trim() : ''
  const [, line = null, number = null, ship = null] =
    /^(?:(.+?)\s)?((?:[A-Z]{1,4}\s)?\d{1,5})(?:\s(.+))?$/u.exec(before) ??
    (ownType === 'Ferry' ? [] : [before, before])
  const place = (name: string): NamedPlace => ({ name, code: null })
  return { line, number, ship, from: place(isNamed ? start : left), to: place(summary.slice(at + 3)) }
}

const RIDE_TYPES = [
  ['Bus', WORDS.kinds.bus],
  ['Rideshare', WORDS.kinds.rideshare],
  ['Taxi', WORDS.kinds.taxi],
  ['Shuttle', WORDS.kinds.shuttle],
  ['Limo', WORDS.kinds.limo],
] as const

/** A ferry, or a ride by road. */
export function rideParts(event: CalendarEvent, type: 'Ferry' | 'Transport', rest: string): FoundPart[] {
  const draft = draftOf(type, event)
  const { line, number, ship, from, to } = journeyOf(event, rest)
  const kind = RIDE_TYPES.find(([, words]) => hasWord(event.summary, words))?.[0]
  const company = event.labels.get('carrier') ?? (line || ownCompany(event, kind))
  Object.assign(
    draft.fields,
    type === 'Ferry'
      ? { ferry_line: company, ferry_number: number, ship_name: ship }
      : { transport_company: company, transport_type: kind },
    { start_name: from.name, start_code: from.code, end_name: to.name, end_code: to.code },
    { start_location: event.location === from.name ? null : event.location, seat_assignment: seatOf(event) },
  )
  addTimes(draft, event)
  return [partOf(draft, event)]
}

/** `Example Shuttle Shuttle` of our own calendar. */
const ownCompany = ({ ownType, summary }: CalendarEvent, kind: string | undefined): string | null =>
  ownType !== 'Transport' ? null : summary.replace(new RegExp(`\\s?${kind ?? '$'}$`), '')

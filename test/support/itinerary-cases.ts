/**
 * Cases of the rules as text: what sources say, and what becomes of it. The files lie beside the tests of the same
 * rules (`test/actors/<folder>/<rule>.txt`); a case:
 *
 *     case: a codeshare under one locator
 *     source <what a public document says>   of a case that is not our own
 *     home none                          airport codes or home records; JFK where it is left out
 *     1a flight KL6027 JFK-LHR 2026-03-01T18:00 2026-03-02T06:00 {"source":"ota"}
 *     1a flight DL47 JFK-LHR 2026-03-01T18:00 2026-03-02T06:00
 *     -b hotel "Plaza Rome" Rome 2026-04-01 2026-04-04
 *     cx {"type":"Rail", ...}
 *     shows 1a {"flight_num":"47"}       fields of the document of a segment
 *     trip 1 {"display_name":"London"}   fields of the document of a trip
 *
 * A statement begins with what it becomes: the number of the trip (by its start; - for none) and a letter for the
 * segment (by first mention). `ax`: segment a is cancelled; `.`: it is in no segment.
 */
import { readFileSync } from 'node:fs'
import { findRawSegment } from '../../actors/member/segments/find-raw-segment.js'
import { documentOf, flight, hotel, meeting, train, traveller } from './traveller.js'
import type { Doc, Segment, Traveller } from './traveller.js'

export interface ItineraryCase {
  name: string
  /** The public document that the facts are from, and what it says; every text is our own. */
  source?: string
  homes: Array<string | Record<string, unknown>>
  statements: Segment[]
  /** The lines about the outcome: a label for each statement, then `shows` and `trip`. */
  labels: string[]
  shown: Array<[label: string, fields: Record<string, unknown>]>
}

const HOUR = 3_600_000
const BEGIN = Date.UTC(2026, 0, 1)
const FIRST_RAW_ID = 500_000
const FORMS = { flight, hotel, meeting, train } as const

/** The cases of a file. */
export function readCases(file: URL): ItineraryCase[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split(/\n\n+/)
    .map((block) => {
      const [title = '', ...lines] = block.split('\n')
      const made: ItineraryCase = {
        name: title.replace(/^case: /, ''),
        homes: ['JFK'],
        statements: [],
        labels: [],
        shown: [],
      }
      for (const line of lines) readLine(made, line)
      return made
    })
}

function readLine(made: ItineraryCase, line: string): void {
  const [, word = '', rest = ''] = /^(home|shows \S+|trip \S+|\S+)\s+(.*)$/.exec(line) ?? []
  if (word === '') throw new Error(`${made.name}: ${line}`)
  if (word === 'source') made.source = rest
  else if (word === 'home') made.homes = homesOf(rest)
  else if (/^(shows|trip) /.test(word)) made.shown.push([word, JSON.parse(rest) as Record<string, unknown>])
  else {
    made.labels.push(word)
    made.statements.push(statementOf(rest))
  }
}

function homesOf(rest: string): ItineraryCase['homes'] {
  if (rest === 'none') return []
  if (rest.startsWith('{')) return [JSON.parse(rest) as Segment]
  return rest.startsWith('[') ? JSON.parse(rest) : rest.split(' ')
}

/** `flight DL1 JFK-LHR 2026-03-01T18:00 2026-03-02T06:00 {"source":"ota"}`, or all fields as JSON. */
function statementOf(text: string): Segment {
  if (text.startsWith('{')) return JSON.parse(text) as Segment
  const [form = '', ...words] = (text.match(/"[^"]*"|\{.*\}$|\S+/g) ?? []).map((word) =>
    word.replaceAll(/^"|"$/g, ''),
  )
  const more = words.at(-1)?.startsWith('{') === true ? (JSON.parse(words.pop() as string) as Segment) : {}
  const make = FORMS[form as keyof typeof FORMS]
  if (make === undefined || words.length !== 4) throw new Error(text)
  return make(...(words as [string, string, string, string]), more)
}

/** Makes the member of a case: with the places of the tests, or of all installations. */
type NewMember = (homes: ItineraryCase['homes']) => Traveller

/** A member to whom the statements were reported in the given order of arrival, each at its own time. */
function reportTo({ homes, statements }: ItineraryCase, order: number[], newMember: NewMember): Traveller {
  const member = newMember(homes)
  for (const i of order)
    member.send(
      'segments',
      { segments: [statements[i]] },
      { first: String(FIRST_RAW_ID + i), count: 1, received: BEGIN + (i + 1) * HOUR },
    )
  return member
}

/** What becomes of the statements, reported in order or the last one first: labels, and the fields the case names. */
export function outcomeOf(
  one: ItineraryCase,
  order: 'reported' | 'reversed',
  newMember: NewMember = traveller,
): Pick<ItineraryCase, 'labels' | 'shown'> {
  const positions = one.statements.map((_, i) => i)
  const member = reportTo(one, order === 'reported' ? positions : positions.toReversed(), newMember)
  const holders = positions.map((i) => holderOf(member, String(FIRST_RAW_ID + i)))
  const firstOf = (trip: Doc): number => holders.findIndex((holder) => holder?.trip_id === trip.id)
  const begin = (trip: Doc): string => String(trip.begin_datetime_utc ?? trip.begin_datetime)
  const trips = tripsOf(member).sort((a, b) => begin(a).localeCompare(begin(b)) || firstOf(a) - firstOf(b))
  const segments = [...new Set(holders.filter((holder) => holder !== null).map(({ id }) => id))]
  const documents = new Map<string, Doc>()
  const labels = holders.map((holder) => {
    if (holder === null) return '.'
    const trip = trips.findIndex(({ id }) => id === holder.trip_id)
    const letter = String.fromCharCode('a'.charCodeAt(0) + segments.indexOf(holder.id))
    const filed = trip < 0 ? '-' : String(trip + 1)
    const label = holder.status === 'Cancelled' ? `${letter}x` : `${filed}${letter}`
    documents.set(`shows ${label}`, holder)
    return label
  })
  trips.forEach((trip, i) => documents.set(`trip ${i + 1}`, trip))
  const shown = one.shown.map(([label, fields]): [string, Record<string, unknown>] => [
    label,
    Object.fromEntries(Object.keys(fields).map((name) => [name, shownField(documents.get(label), name)])),
  ])
  return { labels, shown }
}

/** The documents of the trips in order, with `past_from`: when a list counts each as past. */
export function tripsOf(member: Traveller): Doc[] {
  const rows = member.folds.flatMap(({ trips }) => trips)
  return member.trips().map((trip) => {
    const until = rows.findLast(({ id }) => id === trip.id)?.endAt ?? null
    return { ...trip, past_from: until === null ? null : new Date(until).toISOString() }
  })
}

/** The document of the segment that a statement, or the one that it repeats, is in; null for none. */
function holderOf(member: Traveller, rawId: string): Doc | null {
  const kept = findRawSegment(member.state, rawId)
  const holder = [...member.state.segments.values()].find(
    ({ status, rawSegments }) =>
      status !== 'Merged' &&
      status !== 'Deleted' &&
      rawSegments.some((raw) => raw === kept && raw.replaced?.includes(rawId) !== true),
  )
  return holder === undefined ? null : documentOf(holder.doc)
}

/** A field of a document as a case writes it: without ids, bookings and warnings in a few words. */
export function shownField(document: Doc | undefined, name: string): unknown {
  if (document === undefined) return 'no such document'
  if (name === 'bookings')
    return document.bookings.map(({ source, confirmation_no: locator, traveler, status }) =>
      [source, locator, traveler, status].join(' '),
    )
  if (name === 'seats')
    return document.bookings.map(({ traveler, seat_assignment: seat, status }) =>
      [traveler, String(seat), status].join(' '),
    )
  if (name === 'warnings') return document.warnings.map(({ description }) => description)
  if (name === 'destinations')
    return document.destinations.map(({ city_name: city, nights }) => `${city} ${nights}`)
  if (name === 'destination_times') return document.destinations.map(destinationTimes)
  return document[name] ?? null
}

/** `Rome 2027-05-03T11:30:00 to 2027-05-09`; an assumed hour in brackets. */
function destinationTimes(stop: Doc['destinations'][number]): string {
  const shown = (time: string | null, isAssumed: boolean): string => (isAssumed ? `(${time})` : String(time))
  const begin = shown(stop.begin_datetime, stop.begin_is_assumed)
  return `${stop.city_name} ${begin} to ${shown(stop.end_datetime, stop.end_is_assumed)}`
}

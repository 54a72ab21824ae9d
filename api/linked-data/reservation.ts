/** A segment as a reservation of schema.org: what `actors/readers/schema-org` reads, by the same table. */
import { parseInstant, parseWall } from '../../schemas/base/wall-time.js'
import {
  PROPERTY_TYPES,
  RESERVATION_KINDS,
  RESERVATION_STATUSES,
  fitsProperty,
} from '../../schemas/documents/schema-org.js'
import type { MappedField, PathStep, ReservationKind } from '../../schemas/documents/schema-org.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import { shownEnds } from '../../schemas/segment/shapes/shown-names.js'

type Fields = Readonly<Record<string, unknown>>
type Node = Record<string, unknown>

/** Null: schema.org has no such reservation, for example for a check-in at a place. */
export function reservationOf(segment: Fields): Node | null {
  const kind = RESERVATION_KINDS.filter(({ type }) => type === segment['type']).find(({ fixed }) =>
    Object.entries(fixed).every(([name, value]) => segment[name] === value),
  )
  const status = RESERVATION_STATUSES.find((one) => one.status === (segment['status'] ?? 'Active'))
  if (kind === undefined || status === undefined) return null
  const item: Node = { '@type': kind.item }
  if (kind.additionalType !== null) item['additionalType'] = kind.additionalType
  const node: Node = {
    '@type': kind.reservation,
    reservationStatus: `https://schema.org/${status.names[0]!}`,
    reservationFor: item,
  }
  if (typeof segment['updated'] === 'string') node['modifiedTime'] = segment['updated']
  for (const field of kind.fields) write(node, field, writtenValue(segment, field, kind.type))
  addTravellers(node, segment, kind)
  return node
}

/** The value, with the UTC offset if it is known; null: there is no value. */
function writtenValue(
  segment: Fields,
  { field, kind }: MappedField,
  type: SegmentType,
): string | number | null {
  const value = segment[field]
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value === '') return null
  return kind === 'datetime' ? value + offsetAt(segment, field, value, type) : value
}

function offsetAt(segment: Fields, field: string, local: string, type: SegmentType): string {
  const { start, end } = SEGMENT_KINDS[type]
  const shown = shownEnds(type)
  const utc = new Map([
    [start, shown.start.utc],
    [end, shown.end?.utc],
  ]).get(field)
  const instant = parseInstant(String(segment[utc ?? '']))
  const minutes = (parseWall(local) - instant) / 60_000
  if (!Number.isInteger(minutes)) return ''
  const two = (part: number): string => String(Math.trunc(part)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(size / 60)}:${two(size % 60)}`
}

/** Sets the value at the first path that may hold it. A time of day is appended to its day. */
function write(node: Node, { kind, paths }: MappedField, value: string | number | null): void {
  const path = paths
    .map((joined) => joined.at(-1)!)
    .find((one) => fitsProperty(one.at(-1)!.property, String(value)))
  if (value === null || path === undefined) return
  const { object, property } = objectAt(node, path)
  if (kind === 'time' && object[property] !== undefined)
    object[property] = `${String(object[property])}T${value}`
  else object[property] ??= value
}

/** The object that holds the last property of a path, created if missing. */
function objectAt(node: Node, path: readonly PathStep[]): { object: Node; property: string } {
  let object = node
  for (const { property } of path.slice(0, -1)) {
    const type = PROPERTY_TYPES[property]
    object[property] ??= type === undefined ? {} : { '@type': type }
    object = object[property] as Node
  }
  return { object, property: path.at(-1)!.property }
}

/** Each traveller with their own ticket; other ticket fields are on the first. */
function addTravellers(node: Node, segment: Fields, { seat }: ReservationKind): void {
  const listed = Array.isArray(segment['travelers']) ? (segment['travelers'] as Fields[]) : []
  const people = listed.length > 0 ? listed : [segment]
  const persons = people.map(personOf)
  const tickets = people.map((one, at) => ticketOf(one, persons[at]!, seat.at(-1)))
  const shared = node['reservedTicket'] as Node | undefined
  if (shared !== undefined) tickets[0] = { ...tickets[0], ...merged(shared, tickets[0]) }
  const said = tickets.filter((ticket) => ticket !== null)
  const named = persons.filter((person) => person !== null)
  if (named.length > 0) node['underName'] = named.length === 1 ? named[0] : named
  if (said.length > 0) node['reservedTicket'] = said.length === 1 ? said[0] : said
}

const merged = (shared: Node, own: Node | null | undefined): Node => ({
  ...shared,
  ...(shared['ticketedSeat'] !== undefined && {
    ticketedSeat: { ...(shared['ticketedSeat'] as Node), ...(own?.['ticketedSeat'] as Node | undefined) },
  }),
})

const given = (values: Node): Node =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

function personOf({ first_name, last_name, name, loyalty_no: loyalty }: Fields): Node | null {
  const names = given({ givenName: first_name, familyName: last_name, name })
  if (Object.keys(names).length === 0) return null
  const membership = given({ membershipNumber: loyalty })
  const memberOf = Object.keys(membership).length > 0 && { '@type': 'ProgramMembership', ...membership }
  return { '@type': 'Person', ...names, ...(memberOf && { memberOf }) }
}

/** Null: unknown. */
function ticketOf(
  { ticket_number: ticketNumber, seat_assignment: seat }: Fields,
  person: Node | null,
  property: string | undefined,
): Node | null {
  const seats = property === undefined ? {} : given({ [property]: seat })
  const said = given({
    ticketNumber,
    ticketedSeat: Object.keys(seats).length > 0 ? { '@type': 'Seat', ...seats } : null,
  })
  if (Object.keys(said).length === 0) return null
  return {
    '@type': 'Ticket',
    ...said,
    ...(person !== null && { underName: given({ ...person, memberOf: null }) }),
  }
}

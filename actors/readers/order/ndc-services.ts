/** Which traveller is on which flight of an NDC order, in which state and on which seat. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import { FORMER, words } from './ndc-lists.js'
import type { NdcLists } from './ndc-lists.js'
import { isAirimpCode, stateOf } from './order-status.js'
import { inside, textAt } from './xml-tree.js'
import type { Element } from './xml-tree.js'

/** What makes a service one of a flight that is booked already. */
const ANCILLARY = [
  'ServiceDefinitionRef',
  'ServiceDefinitionRefID',
  'SelectedSeat',
  'SeatAssignment',
  'SeatOnLeg',
]
/** An order of more services is read up to here, and of more travellers each. */
const MOST_SERVICES = 2_000
const MOST_PEOPLE = 99
const SEATS = ['Seat', 'SelectedSeat', 'SeatAssignment']
const STATUS = ['StatusCode', 'Status/StatusCode', 'Status/Code', 'ItemStatus', 'OrderStatus', 'Status']
const PEOPLE = ['PaxRefID', 'PassengerRef', 'PassengerRefs', 'PassengerReference', 'PassengerReferences']

/** A service as far as one flight is concerned. */
interface Booked {
  people: string[]
  /** Word or code; undefined: none. */
  status: string | undefined
}

export interface NdcServices {
  /** Of each flight. */
  booked: Map<string, Booked[]>
  /** By flight and traveller, `SEG1 PAX1`. */
  seats: Map<string, string>
  /** Flights that a service names and the message does not have. */
  unknown: Array<{ service: Element; id: string }>
}

export function ndcServices(order: Element, { refersTo }: NdcLists): NdcServices {
  const found: NdcServices = { booked: new Map(), seats: new Map(), unknown: [] }
  const named = new Set<string>()
  const statuses = new Map<Element | undefined, string | undefined>([[undefined, undefined]])
  const statusOf = (element: Element | undefined): string | undefined => {
    if (!statuses.has(element)) statuses.set(element, textAt(element, ...STATUS))
    return statuses.get(element)
  }
  for (const service of inside(order, ['Service'], FORMER).slice(0, MOST_SERVICES)) {
    const { flights, unknown } = refersTo(service)
    const people = peopleOf(service)
    const status = textAt(service, ...STATUS) ?? statusOf(itemOf(service)) ?? statusOf(order)
    if (inside(service, ANCILLARY).length === 0) {
      for (const flight of flights) {
        const booked = found.booked.get(flight)
        if (booked === undefined) found.booked.set(flight, [{ people, status }])
        else booked.push({ people, status })
      }
      for (const id of unknown)
        if (!named.has(id)) {
          named.add(id)
          found.unknown.push({ service, id })
        }
      continue
    }
    const seat = seatOf(service)
    if (seat === undefined || stateOf(status ?? '') === 'Cancelled') continue
    for (const flight of flights) for (const person of people) found.seats.set(`${flight} ${person}`, seat)
  }
  return found
}

function peopleOf(service: Element): string[] {
  return inside(service, PEOPLE)
    .flatMap(({ text }) => words(text))
    .slice(0, MOST_PEOPLE)
}

function itemOf(service: Element): Element | undefined {
  for (let up = service.parent; up !== null; up = up.parent) if (up.name === 'OrderItem') return up
  return undefined
}

function seatOf(service: Element): string | undefined {
  for (const seat of inside(service, SEATS)) {
    const row = textAt(seat, 'RowNumber', 'Row/Number', 'Row', 'SeatRowNumber')
    const column = textAt(seat, 'ColumnID', 'Column', 'ColumnName')
    if (row !== undefined && column !== undefined) return row + column
  }
  return undefined
}

interface FlightState {
  status: 'Pending' | 'Cancelled' | undefined
  gdsStatus: string | undefined
  /** Who is still on it. */
  people: string[]
  problems: DocumentProblem[]
}

/** A flight is cancelled if it is for everybody, and waits if nobody is confirmed. */
export function stateOfFlight(booked: readonly Booked[], orderStatus: string | undefined): FlightState {
  const isOrderGone = stateOf(orderStatus ?? '') === 'Cancelled'
  const members = booked.map(({ people, status = '' }) => ({
    people,
    status,
    state: isOrderGone ? ('Cancelled' as const) : stateOf(status),
  }))
  const live = members.filter(({ state }) => state !== 'Cancelled')
  const isGone = live.length === 0 && (members.length > 0 || isOrderGone)
  const isWaiting = live.length > 0 && live.every(({ state }) => state === 'Pending')
  const waiting = isWaiting ? 'Pending' : undefined
  const codes = new Set(live.map(({ status }) => (isAirimpCode(status) ? status.toUpperCase() : '')))
  const [code = ''] = codes
  const unclear = [...new Set(live.map(({ status }) => status))].filter(
    (status) => status !== '' && stateOf(status) === undefined && (!isAirimpCode(status) || codes.size > 1),
  )
  return {
    status: isGone ? 'Cancelled' : waiting,
    gdsStatus: codes.size === 1 && code !== '' ? code : undefined,
    people: [...new Set((isGone ? members : live).flatMap(({ people }) => people))],
    problems: unclear.map((status) => ({
      field: 'status',
      description: `The service status "${status.slice(0, 40)}" does not say whether the flight is booked for all travellers. Send "status".`,
    })),
  }
}

/** Duffel's orders, as their API answers, lists and webhooks have them (duffel.com/docs/api/orders/schema). */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { at, listAt, parseJson, present, textAt } from '../json-fields.js'
import { refusedPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import { latestInstant, localTime } from './local-time.js'
import { orderSource } from './order-source.js'
import { withoutCurrent } from './replaced-flights.js'

const MOST_ORDERS = 1_000
const MOST_FLIGHTS = 500
const MOST_PEOPLE = 99
const MOST_CHANGES = 50

/** Whether a text has what an order of Duffel has, or a webhook of one. */
export const isDuffel = (text: string): boolean =>
  /^\s*[[{]/.test(text) &&
  ((text.includes('"booking_reference"') && text.includes('"slices"')) ||
    /"type"\s*:\s*"(?:air\.)?order[._]/.test(text))

export function readDuffel(text: string, context: CheckContext): FoundPart[] {
  const document = parseJson(text)
  if (document === undefined)
    return [
      refusedPart('document', 'This is not complete JSON; the order was cut off or changed. Send it again.'),
    ]
  return ordersIn(document)
    .slice(0, MOST_ORDERS)
    .flatMap(({ order, path, event }) => orderParts(order, path, event, context))
}

interface FoundOrder {
  order: unknown
  path: string
  /** The webhook around it. */
  event: unknown
}

/** An order, the `data` of an answer, a list of them, or the `object` of a webhook. */
function ordersIn(document: unknown): FoundOrder[] {
  for (const path of ['object', 'data.object.order', 'data.object', 'data', '']) {
    const found = path === '' ? document : at(document, path)
    const list = Array.isArray(found) ? found : [found]
    if (!list.some((one) => at(one, 'slices') !== undefined)) continue
    return list.map((order, position) => ({
      order,
      path: path + (Array.isArray(found) ? `[${position}]` : ''),
      event: path.includes('object') ? document : undefined,
    }))
  }
  return [{ order: at(document, 'data.object') ?? document, path: '', event: document }]
}

function orderParts(order: unknown, path: string, event: unknown, context: CheckContext): FoundPart[] {
  const prefix = path === '' ? '' : `${path}.`
  const common = commonOf(order, event)
  const booked = bookedIn(order)
  const segmentsIn = (holder: unknown, under: string): FoundPart[] =>
    listAt(holder, under)
      .flatMap((slice, sliceAt) =>
        listAt(slice, 'segments').map((segment, segmentAt) => ({
          segment,
          at: `${under}[${sliceAt}].segments[${segmentAt}]`,
        })),
      )
      .slice(0, MOST_FLIGHTS)
      .map(({ segment, at: place }) => ({
        at: prefix + place,
        ...flightOf(segment, { order, common, booked, context }),
      }))
  const parts = segmentsIn(order, 'slices')
  if (parts.length === 0)
    return [
      refusedPart(
        path || 'document',
        'The message names an order but not its flights. Send the order itself.',
      ),
    ]
  const changes = listAt(order, 'airline_initiated_changes')
    .slice(0, MOST_CHANGES)
    .flatMap((change, position) => {
      const place = `airline_initiated_changes[${position}]`
      if (textAt(change, 'action_taken') === undefined)
        return [
          refusedPart(
            prefix + place,
            'The airline has proposed a change that has not been answered, so the previous flights were read. Send the order again once it has been answered.',
          ),
        ]
      return segmentsIn(change, 'removed').map((part) => ({
        ...part,
        at: `${prefix}${place}.${part.at.slice(prefix.length)}`,
        raw: { ...part.raw, status: 'Cancelled' },
      }))
    })
  return [...parts, ...withoutCurrent(changes, parts)]
}

function commonOf(order: unknown, event: unknown): RawFields {
  const cancelled = textAt(order, 'cancelled_at')
  const held = at(order, 'payment_status.awaiting_payment') === true ? 'Pending' : undefined
  return present({
    status: cancelled === undefined ? held : 'Cancelled',
    booking_confirmation_no: textAt(order, 'id'),
    price: textAt(order, 'total_amount'),
    currency: textAt(order, 'total_currency'),
    // An order keeps its `created_at`: versions that all have one stamp would not be in order.
    supplier_updated: latestInstant(cancelled, textAt(order, 'synced_at'), textAt(event, 'created_at')),
  })
}

interface OrderOf {
  order: unknown
  common: RawFields
  booked: Booked
  context: CheckContext
}

function flightOf(
  segment: unknown,
  { order, common, booked, context }: OrderOf,
): { raw: RawFields; problems: DocumentProblem[] } {
  const airline = textAt(segment, 'marketing_carrier.iata_code')
  const operator = textAt(segment, 'operating_carrier.iata_code', 'operating_carrier.name')
  const isShared = operator !== undefined && operator !== airline
  const ends = [
    endOf(segment, 'origin', 'departure', 'departing_at'),
    endOf(segment, 'destination', 'arrival', 'arriving_at'),
  ]
  const travelers = listAt(order, 'passengers')
    .slice(0, MOST_PEOPLE)
    .map((person) => travelerOf(person, segment, booked))
    .filter((person) => Object.keys(person).length > 0)
  const cabins = new Set(
    listAt(segment, 'passengers').map((person) =>
      textAt(person, 'cabin_class_marketing_name', 'cabin_class', 'cabin.name'),
    ),
  )
  const stops = at(segment, 'stops')
  return {
    raw: present({
      type: 'Air',
      ...common,
      source: orderSource([textAt(order, 'owner.iata_code'), airline], context),
      airline: airline ?? textAt(segment, 'marketing_carrier.name'),
      flight_num: textAt(segment, 'marketing_carrier_flight_number'),
      ...ends[0]!.fields,
      ...ends[1]!.fields,
      ...(isShared && {
        operating_airline: operator,
        operating_flight_num: textAt(segment, 'operating_carrier_flight_number'),
      }),
      equipment_code: textAt(segment, 'aircraft.iata_code'),
      stops: Array.isArray(stops) ? stops.length : undefined,
      cabin: cabins.size === 1 ? [...cabins][0] : undefined,
      confirmation_no: referenceOf(order, airline),
      travelers,
      number_of_pax: travelers.length || undefined,
    }),
    problems: ends.flatMap(({ problems }) => problems),
  }
}

/** The locator of the carrier of a flight, where the order has one for each. */
function referenceOf(order: unknown, airline: string | undefined): string | undefined {
  const own = listAt(order, 'booking_references').find((one) => textAt(one, 'carrier.iata_code') === airline)
  return textAt(own, 'booking_reference') ?? textAt(order, 'booking_reference')
}

function endOf(
  segment: unknown,
  place: 'origin' | 'destination',
  field: 'departure' | 'arrival',
  time: string,
): { fields: RawFields; problems: DocumentProblem[] } {
  const zone = textAt(segment, `${place}.time_zone`)
  const code = textAt(segment, `${place}.iata_code`)
  const read = localTime(textAt(segment, time), undefined, zone)
  return {
    fields: {
      [place]: code ?? textAt(segment, `${place}.name`),
      [`${field}_datetime`]: read.at,
      [`${field}_time_zone_id`]: zone,
      [`${field}_terminal`]: textAt(segment, `${place}_terminal`),
    },
    problems: 'wrong' in read ? [{ field: `${field}_datetime`, description: read.wrong }] : [],
  }
}

/** Tickets by traveller, and seats by flight and traveller, as `seg_1 pas_1`. */
interface Booked {
  tickets: Map<string, Set<string>>
  seats: Map<string, string>
}

function bookedIn(order: unknown): Booked {
  const booked: Booked = { tickets: new Map(), seats: new Map() }
  const idsAt = (one: unknown, name: string): string[] => listAt(one, name).slice(0, MOST_PEOPLE).map(String)
  for (const document of listAt(order, 'documents')) {
    const number = textAt(document, 'unique_identifier')
    if (number === undefined || textAt(document, 'type') !== 'electronic_ticket') continue
    for (const id of idsAt(document, 'passenger_ids'))
      booked.tickets.set(id, (booked.tickets.get(id) ?? new Set()).add(number))
  }
  for (const service of listAt(order, 'services')) {
    const seat = textAt(service, 'metadata.designator')
    if (seat === undefined || textAt(service, 'type') !== 'seat') continue
    for (const flight of idsAt(service, 'segment_ids'))
      for (const id of idsAt(service, 'passenger_ids')) booked.seats.set(`${flight} ${id}`, seat)
  }
  return booked
}

function travelerOf(person: unknown, segment: unknown, { tickets, seats }: Booked): Record<string, unknown> {
  const id = textAt(person, 'id') ?? ''
  const here = listAt(segment, 'passengers')
    .slice(0, MOST_PEOPLE)
    .find((one) => textAt(one, 'passenger_id') === id)
  const own = tickets.get(id) ?? new Set()
  return present({
    first_name: textAt(person, 'given_name'),
    last_name: textAt(person, 'family_name'),
    ticket_number: own.size === 1 ? [...own][0] : undefined,
    seat_assignment: textAt(here, 'seat.designator') ?? seats.get(`${textAt(segment, 'id')} ${id}`),
    loyalty_no: textAt(person, 'loyalty_programme_accounts.account_number'),
  })
}

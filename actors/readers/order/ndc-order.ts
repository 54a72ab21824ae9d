/** IATA NDC: `OrderViewRS` and `OrderChangeNotifRQ`, 17.2 to 21.3 (IATA Enhanced and Simplified Distribution). */
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { present } from '../json-fields.js'
import { refusedPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import { latestInstant } from './local-time.js'
import { ndcFlight } from './ndc-flight.js'
import { FORMER, ndcLists } from './ndc-lists.js'
import type { NdcLists } from './ndc-lists.js'
import { ndcPeople } from './ndc-people.js'
import type { NdcPeople } from './ndc-people.js'
import { ndcServices, stateOfFlight } from './ndc-services.js'
import type { NdcServices } from './ndc-services.js'
import { orderSource } from './order-source.js'
import { stateOf } from './order-status.js'
import { withoutCurrent } from './replaced-flights.js'
import { inside, pathOf, textAt, xmlTree } from './xml-tree.js'
import type { Element } from './xml-tree.js'

const MESSAGES = [
  'OrderViewRS',
  'OrderChangeNotifRQ',
  'OrderChangeNotif',
  'OrderRetrieveRS',
  'OrderCreateRS',
].flatMap((name) => [name, `IATA_${name}`, `AMA_Travel${name}`])
const FIRST_LOOK = 200_000
/** A message of more is read up to here. */
const MOST_ORDERS = 200
const MOST_FARES = 2_000

/** Whether a text has one of the messages. */
export function isNdc(text: string): boolean {
  const start = text.slice(0, FIRST_LOOK)
  return (
    /^\s*</.test(start) && MESSAGES.some((name) => start.includes(`<${name}`) || start.includes(`:${name}`))
  )
}

export function readNdc(text: string, context: CheckContext): FoundPart[] {
  const { root, isWhole } = xmlTree(text)
  const parts = isWhole ? inside(root, MESSAGES).flatMap((message) => messageParts(message, context)) : []
  if (parts.length > 0) return parts
  const description = isWhole
    ? 'The message has no order. Send an OrderViewRS with the order and its data lists.'
    : 'This is not complete XML: it was cut off, or is nested too deeply. Send the message as it was received.'
  return [refusedPart('document', description)]
}

/** One order, and what of the message belongs to it. */
interface NdcOrder {
  order: Element
  lists: NdcLists
  people: NdcPeople
  services: NdcServices
  common: RawFields
  status: string | undefined
  references: BookingReference[]
  context: CheckContext
}

function messageParts(message: Element, context: CheckContext): FoundPart[] {
  const lists = ndcLists(message)
  const people = ndcPeople(message, (element) => lists.refersTo(element).flights)
  const orders = inside(message, ['Order'], FORMER).filter(({ children }) => children.length > 0)
  if (orders.length === 0)
    return inside(message, ['Error']).map((error) => {
      const said =
        textAt(error, 'DescText', 'Description', '@ShortText', '') ?? textAt(error, 'Code', '@Code') ?? ''
      const description = `The message has an error instead of an order ("${said.slice(0, 200)}"). Send the order once it is available.`
      return refusedPart(pathOf(error), description)
    })
  const flights = [...lists.flights]
  const found = orders.slice(0, MOST_ORDERS).map((order): NdcOrder => {
    const references = bookingReferences(orders.length === 1 ? message : order)
    const status =
      textAt(order, 'StatusCode', 'OrderStatus', 'Status/StatusCode', 'Status') ?? actionOf(message)
    const services = ndcServices(order, lists)
    return { order, lists, people, services, common: commonOf(message, order), status, references, context }
  })
  const parts = found.flatMap((one) => orderParts(one, flights, found.length === 1))
  const former = inside(message, FORMER).flatMap((element) => formerParts(element, found[0]!))
  return [...parts, ...withoutCurrent(former, parts)]
}

/** An amendment that cancels the order as a whole. */
function actionOf(message: Element): string | undefined {
  const actions = inside(message, ['ActionType', 'ActionTypeCode'], FORMER).map(({ text }) => text.trim())
  return actions.length === 1 && stateOf(actions[0]!) === 'Cancelled' ? actions[0] : undefined
}

function commonOf(message: Element, order: Element): RawFields {
  const total = [
    'TotalPrice/TotalAmount',
    'TotalOrderPrice/SimpleCurrencyPrice',
    'TotalOrderPrice/DetailCurrencyPrice/Total',
  ]
  const path = total.find((one) => textAt(order, one) !== undefined)
  return present({
    price: path === undefined ? undefined : textAt(order, path),
    currency: path === undefined ? undefined : textAt(order, `${path}/@CurCode`, `${path}/@Code`),
    supplier_updated: latestInstant(textAt(message, 'PayloadAttributes/Timestamp', '@TimeStamp')),
  })
}

function orderParts(one: NdcOrder, flights: ReadonlyArray<[string, Element]>, isOnly: boolean): FoundPart[] {
  const { order, services } = one
  const hasServices = services.booked.size > 0
  const parts = services.unknown.map(({ service, id }) =>
    refusedPart(
      pathOf(service),
      'The service refers to a flight that is not in the message. Send the message with its data lists.',
      id.slice(0, 100),
    ),
  )
  if (flights.length === 0 && parts.length === 0) return [withoutFlights(one)]
  const fares = faresOf(one)
  const own = flights.flatMap(([id, element]): FoundPart[] => {
    if (hasServices ? services.booked.has(id) : isOnly) return [flightPart(id, element, one, fares)]
    const description = 'No service of the order refers to this flight. Send the order with its services.'
    return isOnly ? [refusedPart(pathOf(element), description)] : []
  })
  if (own.length === 0 && parts.length === 0)
    return [
      refusedPart(
        pathOf(order),
        'It is unclear which flights belong to this order. Send one order per message, or include its services.',
      ),
    ]
  return [...own, ...parts]
}

/** A cancellation needs no flights (RULES 4.3); anything else says nothing without them. */
function withoutFlights(one: NdcOrder): FoundPart {
  const at = pathOf(one.order)
  if (stateOf(one.status ?? '') === 'Cancelled') {
    return { at, raw: cancelled({ type: 'Air' }, one), problems: [] }
  }
  return refusedPart(
    at,
    'The message has no flights for this order. Send an OrderViewRS with its data lists.',
  )
}

function flightPart(id: string, element: Element, one: NdcOrder, fares: Map<string, Fares>): FoundPart {
  const { lists, people, services, common, status, context } = one
  const { raw, problems } = ndcFlight(element, lists, context.zoneOf)
  const state = stateOfFlight(
    services.booked.get(id) ?? [{ people: [...people.names.keys()], status }],
    status,
  )
  const { cabins, classes } = fares.get(id) ?? { cabins: new Set(), classes: new Set() }
  const only = (values: Set<string>): string | undefined => (values.size === 1 ? [...values][0] : undefined)
  const travelers = state.people
    .filter((person) => people.names.has(person))
    .map((person) => travelerOf(person, id, people, services))
  return {
    at: pathOf(element),
    raw: {
      ...raw,
      ...present({
        status: state.status,
        gds_status: state.gdsStatus,
        class_of_service: raw['class_of_service'] ?? only(classes),
        cabin:
          only(cabins) ??
          textAt(
            element,
            'CabinTypeAssociationChoice/SegmentCabinType/CabinTypeName',
            'CabinType/CabinTypeName',
          ),
        travelers: travelers.map(({ fields }) => fields),
        number_of_pax: travelers.length || undefined,
      }),
      ...common,
      ...locators(one, raw['airline']),
    },
    problems: [
      ...problems,
      ...state.problems,
      ...travelers.flatMap(({ isUnclear }, position) =>
        isUnclear
          ? [
              {
                field: `travelers[${position}].ticket_number`,
                description:
                  'There are several tickets, and none says which flight it is for. Send the coupons.',
              },
            ]
          : [],
      ),
    ],
  }
}

function travelerOf(
  person: string,
  flight: string,
  { names, tickets }: NdcPeople,
  { seats }: NdcServices,
): { fields: Record<string, unknown>; isUnclear: boolean } {
  const all = tickets.get(person) ?? []
  const own = all.filter(({ flights }) => flights.includes(flight))
  const numbers = new Set(
    (own.length > 0 ? own : all.filter(({ flights }) => flights.length === 0)).map(({ number }) => number),
  )
  const ticket = numbers.size === 1 ? [...numbers][0] : undefined
  return {
    fields: present({
      ...names.get(person),
      ticket_number: ticket,
      seat_assignment: seats.get(`${flight} ${person}`),
    }),
    isUnclear: numbers.size > 1,
  }
}

interface Fares {
  cabins: Set<string>
  classes: Set<string>
}

/** Cabins and booking classes that the fares of an order name for each flight. */
function faresOf({ order, lists }: NdcOrder): Map<string, Fares> {
  const found = new Map<string, Fares>()
  for (const fare of inside(order, ['FareComponent'], FORMER).slice(0, MOST_FARES)) {
    const cabin = textAt(fare, 'CabinType/CabinTypeName', 'FareBasis/CabinType/CabinTypeName')
    const code = textAt(fare, 'RBD/RBD_Code', 'FareBasis/RBD', 'RBD')
    for (const flight of lists.refersTo(fare).flights) {
      const fares = found.get(flight) ?? { cabins: new Set(), classes: new Set() }
      if (cabin !== undefined) fares.cabins.add(cabin)
      if (code !== undefined) fares.classes.add(code)
      found.set(flight, fares)
    }
  }
  return found
}

interface BookingReference {
  id: string
  airline: string | undefined
}

function bookingReferences(element: Element): BookingReference[] {
  return inside(element, ['BookingRef', 'BookingReference'], FORMER).flatMap((reference) => {
    const id = textAt(reference, 'BookingID', 'ID')
    const airline = textAt(
      reference,
      'BookingEntity/Carrier/AirlineDesigCode',
      'AirlineID',
      'Carrier/AirlineDesigCode',
    )
    return id === undefined ? [] : [{ id, airline }]
  })
}

/** The locator of the carrier, that of the seller, and who says so. */
function locators({ order, references, context }: NdcOrder, airline: unknown): RawFields {
  const orderId = textAt(order, 'OrderID', '@OrderID')
  const ofAirline =
    references.find((one) => one.airline !== undefined && one.airline === airline) ??
    references.find((one) => one.airline !== undefined)
  const other = references.find((one) => one.airline === undefined)
  const confirmation = ofAirline?.id ?? other?.id ?? orderId
  const sold = ofAirline === undefined ? orderId : (other?.id ?? orderId)
  const owner = textAt(order, 'OwnerCode', '@Owner', 'OrderID/@Owner')
  return present({
    source: orderSource(
      [owner, ofAirline?.airline, typeof airline === 'string' ? airline : undefined],
      context,
    ),
    confirmation_no: confirmation,
    booking_confirmation_no: sold === confirmation ? undefined : sold,
  })
}

/** Without the price, which is that of what is left. */
function cancelled(raw: RawFields, one: NdcOrder): RawFields {
  const { price: _price, currency: _currency, ...common } = one.common
  return { ...raw, status: 'Cancelled', ...common, ...locators(one, raw['airline']) }
}

/** What an order had before a change, as cancelled. */
function formerParts(former: Element, one: NdcOrder): FoundPart[] {
  const lists = ndcLists(former, [])
  return [...lists.flights.values()].map((element) => {
    const { raw, problems } = ndcFlight(element, lists, one.context.zoneOf)
    return { at: pathOf(element), raw: cancelled(raw, one), problems }
  })
}

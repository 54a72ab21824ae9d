/** The segments of an Apple Wallet pass. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import type { FoundPart } from '../reader.js'
import { BAR_CODE } from './bar-code.js'
import { barCodeParts } from './bar-code-parts.js'
import { coordinates, objectOf, passTime, textOf } from './wallet-pass.js'
import type { WalletPass } from './wallet-pass.js'

const LONGEST_BAR_CODE = 4_000
const LONGEST_TEXT = 200

/** Semantic tags and the fields that they fill, of each kind of pass. */
const TAGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Air: {
    airline: 'airlineCode',
    flight_num: 'flightNumber',
    origin: 'departureAirportCode',
    origin_name: 'departureAirportName',
    destination: 'destinationAirportCode',
    destination_name: 'destinationAirportName',
    departure_terminal: 'departureTerminal',
    departure_gate: 'departureGate',
    arrival_terminal: 'destinationTerminal',
    arrival_gate: 'destinationGate',
    cabin: 'ticketFareClass',
    boarding_group: 'boardingGroup',
    boarding_sequence: 'boardingSequenceNumber',
  },
  Rail: {
    rail_line: 'transitProvider',
    train_number: 'vehicleNumber',
    origin: 'departureStationName',
    destination: 'destinationStationName',
    departure_platform: 'departurePlatform',
    arrival_platform: 'destinationPlatform',
    coach: 'carNumber',
    class_of_service: 'ticketFareClass',
  },
  Ferry: {
    ferry_line: 'transitProvider',
    ferry_number: 'vehicleNumber',
    ship_name: 'vehicleName',
    start_name: 'departureLocationDescription',
    end_name: 'destinationLocationDescription',
  },
  Transport: {
    transport_company: 'transitProvider',
    start_name: 'departureStationName',
    end_name: 'destinationStationName',
    coach: 'carNumber',
    boarding_group: 'boardingGroup',
  },
  Event: { activity_name: 'eventName', venue: 'venueName' },
}

/** What passes call their fields when they have no tags. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  confirmation_no: [
    'confirmation',
    'confirmationnumber',
    'booking reference',
    'booking',
    'pnr',
    'reservation',
    'buchungscode',
    'record locator',
  ],
  departure_gate: ['gate', 'departuregate', 'flugsteig'],
  departure_terminal: ['terminal', 'departureterminal'],
  seat_assignment: ['seat', 'seatnumber', 'sitz', 'sitzplatz', 'siège', 'asiento'],
  boarding_group: ['group', 'zone', 'boardinggroup', 'boarding group', 'gruppe'],
  coach: ['coach', 'car', 'wagen', 'voiture', 'coche'],
  train_number: ['train', 'zug', 'trainnumber'],
  flight: ['flight', 'flightnumber', 'flight number', 'flightno', 'flug', 'vol', 'vuelo'],
  name: ['passenger', 'passengername', 'name', 'passagier', 'fahrgast', 'passager', 'pasajero', 'voyageur'],
}

const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  Air: ['departure_gate', 'departure_terminal', 'seat_assignment', 'boarding_group'],
  Rail: ['coach', 'seat_assignment', 'train_number'],
  Ferry: ['seat_assignment'],
  Transport: ['coach', 'seat_assignment'],
  Event: ['seat_assignment'],
}

const TRANSITS: Readonly<Record<string, string>> = {
  PKTransitTypeAir: 'Air',
  PKTransitTypeTrain: 'Rail',
  PKTransitTypeBoat: 'Ferry',
  PKTransitTypeBus: 'Transport',
  PKTransitTypeGeneric: 'Transport',
}

/** @param received epoch milliseconds, for a bar code of a pass that does not say when it is of use */
export function walletParts(pass: WalletPass, at: string, received: number): FoundPart[] {
  const ignored = (description: string): FoundPart[] => [
    { at, raw: null, ignored: true, problems: [{ field: null, description }] },
  ]
  if (pass.isVoid) return ignored('The pass is void: another one may stand for the same journey.')
  const barCode = pass.barCodes.find((message) => BAR_CODE.test(message))
  const type = pass.kind === 'eventTicket' ? 'Event' : TRANSITS[pass.transit]
  if (type === undefined && barCode === undefined)
    return ignored('The pass is neither a boarding pass nor a ticket.')
  const named = (part: FoundPart, index: number): FoundPart =>
    pass.key === undefined ? part : { ...part, key: index === 0 ? pass.key : `${pass.key}/${index + 1}` }
  if (barCode === undefined || (type !== undefined && type !== 'Air'))
    return [named(tagged(pass, type!, at), 0)]
  const relevant = Date.parse(pass.relevant ?? textOf(pass.tags['originalDepartureDate']))
  const parts = barCodeParts(barCode, at, Number.isNaN(relevant) ? received : relevant)
  return parts.map((part, index) => named(withTags(part, pass, parts.length), index))
}

/** The tags are those of the leg that the pass shows: of several, the one between the same airports. */
function withTags(part: FoundPart, pass: WalletPass, legs: number): FoundPart {
  const { raw } = part
  if (raw === null) return part
  const fields = tagFields(pass, 'Air')
  const isSame = ['origin', 'destination'].every(
    (end) => fields[end] === undefined || fields[end] === raw[end],
  )
  if (!isSame || (legs > 1 && fields['origin'] === undefined)) return part
  const { departure_datetime: departure, ...others } = fields
  const isOnDay = typeof departure === 'string' && departure.startsWith(raw['departure_datetime'] as string)
  const {
    arrival_datetime: arrival,
    boarding_datetime: boarding,
    departure_time_zone_id: zone,
    arrival_time_zone_id: endZone,
    ...plain
  } = others
  const times = {
    departure_datetime: departure,
    arrival_datetime: arrival,
    boarding_datetime: boarding,
    departure_time_zone_id: zone,
    arrival_time_zone_id: endZone,
  }
  // A time in UTC may be of another day than that of the place.
  return { ...part, raw: { ...definedOf(plain), ...raw, ...(isOnDay && definedOf(times)) } }
}

function tagged(pass: WalletPass, type: string, at: string): FoundPart {
  const fields = tagFields(pass, type)
  const problems: DocumentProblem[] = []
  const [start, end] =
    type === 'Air' || type === 'Rail' ? ['origin', 'destination'] : ['start_name', 'end_name']
  if (type !== 'Event') {
    const [from, to] = pass.primary
    fields[start!] ??= placeText(from, type)
    fields[end!] ??= placeText(to, type)
  } else fields['activity_name'] ??= pass.primary[0]?.value ?? pass.description
  const startField = type === 'Air' || type === 'Rail' ? 'departure_datetime' : 'start_datetime'
  if (fields[startField] === undefined) {
    const relevant = passTime(pass.relevant, null)
    fields[startField] = relevant?.text.slice(0, 10)
    problems.push({
      field: startField,
      description:
        relevant === null
          ? `The pass does not state ${startField}: it has no tag of it and no relevantDate.`
          : 'The pass states when it is of use, not the time itself: only the day was read.',
    })
  }
  const seatless = pass.barCodes[0]
  if (seatless !== undefined && seatless.length <= LONGEST_BAR_CODE && type !== 'Air')
    fields['ticket_barcode'] = seatless
  return { at, raw: { type, ...definedOf(fields) }, problems }
}

/** Apple's passes show the code of an airport large, the town above it. */
const placeText = (text: { value: string } | undefined, type: string): string | undefined =>
  type === 'Air' && !/^[A-Z]{3}$/.test(text?.value ?? '') ? undefined : text?.value

function tagFields(pass: WalletPass, type: string): RawFields {
  const { tags } = pass
  const fields: RawFields = Object.fromEntries(
    Object.entries(TAGS[type] ?? {}).map(([field, tag]) => [field, short(textOf(tags[tag]))]),
  )
  for (const field of FIELDS_OF[type] ?? []) fields[field] ??= namedText(pass, field)
  fields['confirmation_no'] = short(textOf(tags['confirmationNumber'])) ?? namedText(pass, 'confirmation_no')
  if (type === 'Air') addFlight(fields, pass)
  if (type === 'Transport' && pass.transit === 'PKTransitTypeBus') fields['transport_type'] = 'Bus'
  addTimes(fields, pass, type)
  const traveler = travelerOf(pass)
  if (traveler !== null) fields['travelers'] = [traveler]
  const seats = Array.isArray(tags['seats']) ? tags['seats'].map(seatText).filter((seat) => seat !== '') : []
  if (seats.length > 0) fields['seat_assignment'] = short(seats.join(', '), 64)
  if (type === 'Event')
    Object.assign(fields, prefixed('start_', coordinates(objectOf(tags['venueLocation'])) ?? pass.location))
  return fields
}

function addFlight(fields: RawFields, pass: WalletPass): void {
  const code = textOf(pass.tags['flightCode']) || (namedText(pass, 'flight') ?? '')
  const [, airline, number] = /^([A-Z\d]{2}|[A-Z]{3})\s?(\d{1,4}[A-Z]?)$/.exec(code) ?? []
  fields['airline'] ??= airline
  fields['flight_num'] ??= number
}

const prefixed = (prefix: string, place: { lat: string; lon: string } | null): RawFields =>
  place === null ? {} : { [`${prefix}lat`]: place.lat, [`${prefix}lon`]: place.lon }

function addTimes(fields: RawFields, { tags }: WalletPass, type: string): void {
  const isMovement = type === 'Air' || type === 'Rail'
  const [start, end] = isMovement ? ['departure', 'arrival'] : ['start', 'end']
  const zone = (end: string): unknown =>
    tags[`${end}AirportTimeZone`] ?? tags[`${end}StationTimeZone`] ?? tags['venueTimeZone']
  const times = [
    [
      start,
      tags['originalDepartureDate'] ?? tags['currentDepartureDate'] ?? tags['eventStartDate'],
      zone('departure'),
    ],
    [
      end,
      tags['originalArrivalDate'] ?? tags['currentArrivalDate'] ?? tags['eventEndDate'],
      zone('destination'),
    ],
  ] as const
  for (const [name, value, timeZone] of times) {
    const time = passTime(value, timeZone)
    if (time === null) continue
    fields[`${name}_datetime`] = time.text
    fields[`${name}_time_zone_id`] = time.zone
  }
  const boarding = passTime(tags['originalBoardingDate'] ?? tags['currentBoardingDate'], zone('departure'))
  if (type !== 'Event' && boarding !== null && boarding.zone === undefined)
    fields['boarding_datetime'] = boarding.text
}

function travelerOf(pass: WalletPass): RawFields | null {
  const name = objectOf(pass.tags['passengerName'])
  const [first, last] = [short(textOf(name['givenName']), 100), short(textOf(name['familyName']), 100)]
  if (last !== undefined)
    return definedOf({
      first_name: first,
      last_name: last,
      loyalty_no: short(textOf(pass.tags['membershipProgramNumber']), 64),
    })
  const shown = short(textOf(pass.tags['attendeeName']), LONGEST_TEXT) ?? namedText(pass, 'name')
  return shown === undefined ? null : { name: shown }
}

const seatText = (seat: unknown): string => {
  const { seatIdentifier: whole, seatSection: section, seatRow: row, seatNumber: number } = objectOf(seat)
  const [part, line, place] = [textOf(section), textOf(row), textOf(number)]
  if (textOf(whole) !== '') return textOf(whole)
  if (/^[A-Z]$/.test(place)) return [part, `${line}${place}`].join(' ').trim()
  return [part, place.startsWith(line) ? '' : line, place].filter((text) => text !== '').join(' ')
}

const namedText = ({ texts }: WalletPass, field: string): string | undefined =>
  (TEXTS[field] ?? [])
    .map((name) => short(texts.get(name) ?? '', field === 'name' ? 200 : 32))
    .find((text) => text !== undefined)

/** Undefined: empty, or too long for what it should be. */
const short = (text: string, limit = 100): string | undefined =>
  text === '' || text.length > limit ? undefined : text

const definedOf = (fields: RawFields): RawFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

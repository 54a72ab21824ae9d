/** The segments of an Apple Wallet pass. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { at as valueAt, listAt, present, textAt } from '../json-fields.js'
import { ignoredPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import { BAR_CODE } from './bar-code.js'
import { barCodeParts } from './bar-code-parts.js'
import { passTime } from './wallet-pass.js'
import type { WalletPass } from './wallet-pass.js'

type PassType = 'Air' | 'Rail' | 'Ferry' | 'Transport' | 'Event'

/** Semantic tags and the fields that they fill, of each kind of pass. */
const TAGS: Readonly<Record<PassType, Readonly<Record<string, string>>>> = {
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

const FIELDS_OF: Readonly<Record<PassType, readonly string[]>> = {
  Air: ['departure_gate', 'departure_terminal', 'seat_assignment', 'boarding_group'],
  Rail: ['coach', 'seat_assignment', 'train_number'],
  Ferry: ['seat_assignment'],
  Transport: ['coach', 'seat_assignment'],
  Event: ['seat_assignment'],
}

const TRANSITS: Readonly<Record<string, PassType>> = {
  PKTransitTypeAir: 'Air',
  PKTransitTypeTrain: 'Rail',
  PKTransitTypeBoat: 'Ferry',
  PKTransitTypeBus: 'Transport',
  PKTransitTypeGeneric: 'Transport',
}

/** @param received epoch milliseconds, for a bar code of a pass that does not say when it is of use */
export function walletParts(pass: WalletPass, at: string, received: number): FoundPart[] {
  if (pass.isVoid) return [ignoredPart(at, 'This pass is void. Another pass may have replaced it.')]
  const barCode = pass.barCodes.find((message) => BAR_CODE.test(message))
  const type = pass.kind === 'eventTicket' ? 'Event' : TRANSITS[pass.transit ?? '']
  if (type === undefined && barCode === undefined)
    return [ignoredPart(at, 'This pass is not a boarding pass or a ticket.')]
  const named = (part: FoundPart): FoundPart =>
    part.raw === null || pass.key === undefined ? part : { ...part, raw: { ...part.raw, entry_id: pass.key } }
  if (barCode === undefined || (type !== undefined && type !== 'Air')) return [named(tagged(pass, type!, at))]
  const relevant = Date.parse(pass.relevant ?? textAt(pass.tags, 'originalDepartureDate') ?? '')
  const parts = barCodeParts(barCode, at, Number.isNaN(relevant) ? received : relevant)
  return parts.map((part) => named(withTags(part, pass, parts.length)))
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
  // A time in UTC may be of another day than that of the place.
  if (typeof departure === 'string' && departure.startsWith(raw['departure_datetime'] as string))
    return { ...part, raw: { ...others, ...raw, departure_datetime: departure } }
  const timeless = Object.entries(others).filter(([name]) => !/_(?:datetime|time_zone_id)$/.test(name))
  return { ...part, raw: { ...Object.fromEntries(timeless), ...raw } }
}

function tagged(pass: WalletPass, type: PassType, at: string): FoundPart {
  const fields = tagFields(pass, type)
  const problems: DocumentProblem[] = []
  const { start, from, to, route } = SEGMENT_KINDS[type]
  if (type === 'Event') fields['activity_name'] ??= pass.primary[0] ?? pass.description
  else
    for (const [index, end] of [route?.from ?? from.name, route?.to ?? to?.name].entries()) {
      const place = pass.primary[index]
      // Apple's passes show the code of an airport large, the town above it.
      if (type !== 'Air' || /^[A-Z]{3}$/.test(place ?? '')) fields[end!] ??= place
    }
  if (fields[start] === undefined) {
    const relevant = passTime(pass.relevant)
    fields[start] = relevant?.text.slice(0, 10)
    problems.push({
      field: start,
      description:
        relevant === null
          ? `The pass does not state ${start}: it has neither the semantic tag nor a relevantDate.`
          : 'The pass states only when to show it on the lock screen, so only the day was read.',
    })
  }
  if (type !== 'Air') fields['ticket_barcode'] = pass.barCodes[0]
  return { at, raw: present({ type, ...fields }), problems }
}

function tagFields(pass: WalletPass, type: PassType): RawFields {
  const { tags } = pass
  const fields: RawFields = Object.fromEntries(
    Object.entries(TAGS[type]).map(([field, tag]) => [field, textAt(tags, tag)]),
  )
  for (const field of FIELDS_OF[type]) fields[field] ??= namedText(pass, field)
  fields['confirmation_no'] = textAt(tags, 'confirmationNumber') ?? namedText(pass, 'confirmation_no')
  if (type === 'Air') addFlight(fields, pass)
  if (pass.transit === 'PKTransitTypeBus') fields['transport_type'] = 'Bus'
  addTimes(fields, pass, type)
  const traveler = travelerOf(pass)
  fields['travelers'] = Object.keys(traveler).length === 0 ? [] : [traveler]
  fields['seat_assignment'] =
    listAt(tags, 'seats').map(seatText).filter(Boolean).join(', ') || fields['seat_assignment']
  if (type === 'Event') {
    const place = valueAt(tags, 'venueLocation') ?? pass.location
    fields['start_lat'] = textAt(place, 'latitude')
    fields['start_lon'] = textAt(place, 'longitude')
  }
  return present(fields)
}

function addFlight(fields: RawFields, pass: WalletPass): void {
  const code = textAt(pass.tags, 'flightCode') ?? namedText(pass, 'flight') ?? ''
  const [, airline, number] = /^([A-Z\d]{2}|[A-Z]{3})\s?(\d{1,4}[A-Z]?)$/.exec(code) ?? []
  fields['airline'] ??= airline
  fields['flight_num'] ??= number
}

function addTimes(fields: RawFields, { tags }: WalletPass, type: PassType): void {
  const { start, end, startZone, endZone } = SEGMENT_KINDS[type]
  const zone = (end: string): string | undefined =>
    textAt(tags, `${end}AirportTimeZone`, `${end}StationTimeZone`, 'venueTimeZone')
  const timeOf = (what: string, end: string, event: string) =>
    passTime(textAt(tags, `original${what}Date`, `current${what}Date`, event), zone(end))
  const times = [
    [start, startZone, timeOf('Departure', 'departure', 'eventStartDate')],
    [end!, endZone, timeOf('Arrival', 'destination', 'eventEndDate')],
  ] as const
  for (const [field, zoneField, time] of times) {
    fields[field] = time?.text
    fields[zoneField] ??= time?.zone
  }
  const boarding = timeOf('Boarding', 'departure', '')
  if (type !== 'Event' && boarding?.zone === undefined) fields['boarding_datetime'] = boarding?.text
}

const travelerOf = (pass: WalletPass): RawFields => {
  const { tags } = pass
  const last = textAt(tags, 'passengerName.familyName')
  return present(
    last === undefined
      ? { name: textAt(tags, 'attendeeName') ?? namedText(pass, 'name') }
      : {
          first_name: textAt(tags, 'passengerName.givenName'),
          last_name: last,
          loyalty_no: textAt(tags, 'membershipProgramNumber'),
        },
  )
}

function seatText(seat: unknown): string {
  const [part = '', line = '', place = ''] = ['seatSection', 'seatRow', 'seatNumber'].map((name) =>
    textAt(seat, name),
  )
  const whole = textAt(seat, 'seatIdentifier')
  if (whole !== undefined) return whole
  if (/^[A-Z]$/.test(place)) return `${part} ${line}${place}`.trim()
  return [part, place.startsWith(line) ? '' : line, place].filter(Boolean).join(' ')
}

/** What stands under a label; a sentence is no value. */
const namedText = ({ texts }: WalletPass, field: string): string | undefined =>
  TEXTS[field]!.map((name) => texts.get(name) ?? '').find(
    (text) => text !== '' && text.length <= (field === 'name' ? 200 : 32),
  )

/** One flight of an NDC message: what its lists say of it. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { ZoneLookup, RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { present } from '../json-fields.js'
import { localTime } from './local-time.js'
import type { NdcLists } from './ndc-lists.js'
import { inside, textAt } from './xml-tree.js'
import type { Element } from './xml-tree.js'

const CODE = ['IATA_LocationCode', 'AirportCode', 'IATALocationCode', 'Location/IATA_LocationCode']
const ENDS = [
  {
    element: 'Dep|Departure',
    place: 'origin',
    field: 'departure',
    gate: ['BoardingGateID', 'Terminal/Gate'],
  },
  { element: 'Arrival', place: 'destination', field: 'arrival', gate: ['ArrivalGateID', 'Terminal/Gate'] },
] as const
const TERMINAL = ['TerminalName', 'Terminal/Name', 'Terminal/TerminalName', 'StationName']

export interface NdcFlight {
  raw: RawFields
  problems: DocumentProblem[]
}

/** Fields of the flight itself: number, places, times, carriers, equipment. */
export function ndcFlight(flight: Element, { dated }: NdcLists, zoneOf: ZoneLookup): NdcFlight {
  const reference = (element: Element | undefined, name: string): Element | undefined => {
    const id = textAt(element, `${name}RefId|${name}RefID`)
    return id === undefined ? undefined : dated.get(id)
  }
  const marketing = reference(flight, 'DatedMarketingSegment') ?? flight
  const operating = reference(marketing, 'DatedOperatingSegment')
  const leg = reference(operating, 'DatedOperatingLeg') ?? inside(flight, ['DatedOperatingLeg'])[0]
  const ends = ENDS.map((end) => endOf(marketing, end, zoneOf))
  const airline = textAt(
    marketing,
    'MarketingCarrierInfo|MarketingCarrier/CarrierDesigCode|AirlineID|AirlineDesigCode',
    'CarrierDesigCode',
  )
  const operator = operatorOf(marketing, operating)
  const number = textAt(
    marketing,
    'MarketingCarrierInfo/MarketingCarrierFlightNumberText|FlightNumber',
    'MarketingCarrier/FlightNumber|MarketingCarrierFlightNumberText',
    'MarketingCarrierFlightNumberText',
  )
  const suffix = textAt(
    marketing,
    'MarketingCarrierInfo|MarketingCarrier/OperationalSuffixText|OperationalSuffix',
    'OperationalSuffixText',
  )
  const isShared = operator.airline !== undefined && operator.airline !== airline
  return {
    raw: present({
      type: 'Air',
      airline,
      flight_num: number === undefined ? undefined : number + (suffix ?? ''),
      ...ends[0]!.fields,
      ...ends[1]!.fields,
      class_of_service: textAt(flight, 'MarketingCarrierRBD_Code', 'ClassOfService/Code', 'RBD/RBD_Code'),
      equipment_code: equipmentOf(flight) ?? equipmentOf(leg),
      ...(isShared && { operating_airline: operator.airline, operating_flight_num: operator.number }),
    }),
    problems: ends.flatMap(({ problems }) => problems),
  }
}

function operatorOf(
  marketing: Element,
  operating: Element | undefined,
): { airline: string | undefined; number: string | undefined } {
  const inline = 'OperatingCarrierInfo|OperatingCarrier'
  return {
    airline:
      textAt(operating, 'CarrierDesigCode', 'CarrierName', 'DisclosureText') ??
      textAt(marketing, `${inline}/CarrierDesigCode|AirlineID`, `${inline}/CarrierName|Name`),
    number:
      textAt(operating, 'OperatingCarrierFlightNumberText') ??
      textAt(marketing, `${inline}/OperatingCarrierFlightNumberText|FlightNumber`),
  }
}

const equipmentOf = (element: Element | undefined): string | undefined =>
  textAt(
    element,
    'IATA_AircraftType/IATA_AircraftTypeCode',
    'CarrierAircraftType/CarrierAircraftTypeCode|IATA_AircraftTypeCode',
    'Equipment/AircraftCode',
    'DatedOperatingLeg/IATA_AircraftType|CarrierAircraftType/IATA_AircraftTypeCode|CarrierAircraftTypeCode',
  )

function endOf(
  marketing: Element,
  { element, place, field, gate }: (typeof ENDS)[number],
  zoneOf: ZoneLookup,
): { fields: RawFields; problems: DocumentProblem[] } {
  const under = (names: readonly string[]): string | undefined =>
    textAt(marketing, ...names.map((name) => `${element}/${name}`))
  const code = under(CODE)?.toUpperCase()
  const scheduled = under([
    'AircraftScheduledDateTime',
    'ScheduledDateTime',
    'AircraftScheduledDateTime/@DateTime',
  ])
  const zone = code === undefined ? undefined : zoneOf(code)
  const time = localTime(
    scheduled ?? under(['Date', 'ScheduledDate']),
    under(['Time', 'ScheduledTime']),
    zone,
  )
  return {
    fields: {
      [place]: code,
      [`${field}_datetime`]: time.at,
      [`${field}_terminal`]: under(TERMINAL),
      [`${field}_gate`]: under(gate),
    },
    problems: 'wrong' in time ? [{ field: `${field}_datetime`, description: time.wrong }] : [],
  }
}

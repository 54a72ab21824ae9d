/** Per type: its schema, and what its fields must be to each other. */
import type { TObject } from 'typebox'
import { AirSegment } from './air.js'
import { CarSegment } from './car.js'
import { CheckinSegment } from './checkin.js'
import type { SegmentType } from './fields/common.js'
import { CruiseSegment } from './cruise.js'
import { ActivitySegment, EventSegment, MeetingSegment } from './gathering.js'
import { HotelSegment } from './hotel.js'
import { ParkingSegment } from './parking.js'
import { RailSegment } from './rail.js'
import { RestaurantSegment } from './restaurant.js'
import { TransportSegment } from './transport.js'

/** One end of a segment: where its zone may be read. */
export interface SegmentEnd {
  at: string
  /** Field with an explicit zone. */
  zone: string
  /** Fields that may hold the IATA code of an airport. */
  codes: string[]
  /** Fields that, when any is given, set this end apart from the other. */
  place: string[]
}

export interface SegmentRule {
  schema: TObject
  /** Start and end; `touch`: both may be the same instant. Absent for a type with one time only. */
  span?: { start: SegmentEnd; end: SegmentEnd; touch: boolean }
  /** Start and end days, the end not before the start; on one day, neither are the times. */
  days?: { start: string; end: string; startTime: string; endTime: string }
  /** One of these sets of fields must be there. */
  place?: string[][]
}

const end = (
  at: string,
  prefix: string,
  codes: string[] = [`${prefix}location`, `${prefix}city_code`],
): SegmentEnd => ({
  at,
  zone: `${prefix}time_zone_id`,
  codes,
  place: [
    'name',
    'location',
    'address1',
    'city_name',
    'city_code',
    'country',
    'lat',
    'lon',
    'time_zone_id',
  ].map((name) => prefix + name),
})
const journey = (at: string, prefix: string, place: string, codes: string[]): SegmentEnd => ({
  at,
  zone: `${prefix}_time_zone_id`,
  codes,
  place: [place],
})
const somewhere = (prefix: string): string[][] => [
  ...['location', 'name', 'address1', 'city_name', 'city_code'].map((name) => [prefix + name]),
  [`${prefix}lat`, `${prefix}lon`],
]
const here = [['location'], ['address1'], ['city_name'], ['city_code'], ['lat', 'lon']]
const gathering = (schema: TObject): SegmentRule => ({
  schema,
  span: { start: end('start_datetime', 'start_'), end: end('end_datetime', 'end_'), touch: true },
})
const visit = (schema: TObject): SegmentRule => ({
  schema,
  place: here,
  span: { start: end('start_datetime', ''), end: { ...end('end_datetime', ''), place: [] }, touch: true },
})

export const SEGMENT_RULES: Record<SegmentType, SegmentRule> = {
  Air: {
    schema: AirSegment,
    span: {
      start: journey('departure_datetime', 'departure', 'origin', ['origin']),
      end: journey('arrival_datetime', 'arrival', 'destination', ['destination']),
      touch: false,
    },
  },
  Hotel: {
    schema: HotelSegment,
    days: {
      start: 'checkin_date',
      end: 'checkout_date',
      startTime: 'checkin_time',
      endTime: 'checkout_time',
    },
  },
  Car: {
    schema: CarSegment,
    span: {
      start: end('pickup_datetime', 'pickup_'),
      end: end('dropoff_datetime', 'dropoff_'),
      touch: false,
    },
  },
  Rail: {
    schema: RailSegment,
    span: {
      start: journey('departure_datetime', 'departure', 'origin', []),
      end: journey('arrival_datetime', 'arrival', 'destination', []),
      touch: false,
    },
  },
  Cruise: {
    schema: CruiseSegment,
    span: {
      start: end('embark_datetime', 'embark_'),
      end: end('disembark_datetime', 'disembark_'),
      touch: false,
    },
  },
  Transport: {
    schema: TransportSegment,
    place: somewhere('start_'),
    span: { start: end('start_datetime', 'start_'), end: end('end_datetime', 'end_'), touch: true },
  },
  Parking: visit(ParkingSegment),
  Restaurant: visit(RestaurantSegment),
  Activity: gathering(ActivitySegment),
  Meeting: gathering(MeetingSegment),
  Event: gathering(EventSegment),
  Checkin: {
    schema: CheckinSegment,
    place: [
      ['lat', 'lon'],
      ['city_name', 'country'],
    ],
  },
}

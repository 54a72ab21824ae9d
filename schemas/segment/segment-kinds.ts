/** The twelve segment types and where each keeps its name, ends and places (RULES 1). */

export const SEGMENT_TYPES = [
  'Air',
  'Hotel',
  'Car',
  'Rail',
  'Cruise',
  'Transport',
  'Parking',
  'Restaurant',
  'Activity',
  'Meeting',
  'Event',
  'Checkin',
] as const
export type SegmentType = (typeof SEGMENT_TYPES)[number]

/** How a place is told: a code or station text in one field, or fields with a prefix (`start_city_name`, `lat`). */
export interface PlaceFieldNames {
  text: string | null
  format: 'code' | 'station' | 'free' | null
  prefix: string
}

export interface SegmentKind {
  /** Vendor: airline, hotel chain, car company, line. */
  vendor: string | null
  number: string | null
  name: string | null
  start: string
  end: string | null
  from: PlaceFieldNames
  to: PlaceFieldNames | null
  startZone: string
  endZone: string
}

const at = (
  prefix: string,
  text: string | null = null,
  reads: PlaceFieldNames['format'] = null,
): PlaceFieldNames => ({
  text,
  format: reads,
  prefix,
})
const gathering: SegmentKind = {
  vendor: null,
  number: null,
  name: 'activity_name',
  start: 'start_datetime',
  end: 'end_datetime',
  from: at('start_'),
  to: at('end_'),
  startZone: 'start_time_zone_id',
  endZone: 'end_time_zone_id',
}

export const SEGMENT_KINDS: Record<SegmentType, SegmentKind> = {
  Air: {
    vendor: 'airline',
    number: 'flight_num',
    name: null,
    start: 'departure_datetime',
    end: 'arrival_datetime',
    from: at('', 'origin', 'code'),
    to: at('', 'destination', 'code'),
    startZone: 'departure_time_zone_id',
    endZone: 'arrival_time_zone_id',
  },
  Hotel: {
    vendor: 'hotel_chain',
    number: null,
    name: 'hotel_name',
    start: 'checkin_date',
    end: 'checkout_date',
    from: at(''),
    to: null,
    startZone: 'time_zone_id',
    endZone: 'time_zone_id',
  },
  Car: {
    vendor: 'car_company',
    number: null,
    name: null,
    start: 'pickup_datetime',
    end: 'dropoff_datetime',
    from: at('pickup_', 'pickup_location', 'free'),
    to: at('dropoff_', 'dropoff_location', 'free'),
    startZone: 'pickup_time_zone_id',
    endZone: 'dropoff_time_zone_id',
  },
  Rail: {
    vendor: 'rail_line',
    number: 'train_number',
    name: null,
    start: 'departure_datetime',
    end: 'arrival_datetime',
    from: at('', 'origin', 'station'),
    to: at('', 'destination', 'station'),
    startZone: 'departure_time_zone_id',
    endZone: 'arrival_time_zone_id',
  },
  Cruise: {
    vendor: 'cruise_line',
    number: null,
    name: 'ship_name',
    start: 'embark_datetime',
    end: 'disembark_datetime',
    from: at('embark_'),
    to: at('disembark_'),
    startZone: 'embark_time_zone_id',
    endZone: 'disembark_time_zone_id',
  },
  Transport: {
    vendor: 'transport_company',
    number: null,
    name: null,
    start: 'start_datetime',
    end: 'end_datetime',
    from: at('start_', 'start_location', 'free'),
    to: at('end_', 'end_location', 'free'),
    startZone: 'start_time_zone_id',
    endZone: 'end_time_zone_id',
  },
  Parking: {
    ...gathering,
    name: 'parking_name',
    from: at(''),
    to: null,
    startZone: 'time_zone_id',
    endZone: 'time_zone_id',
  },
  Restaurant: {
    ...gathering,
    name: 'restaurant_name',
    from: at(''),
    to: null,
    startZone: 'time_zone_id',
    endZone: 'time_zone_id',
  },
  Activity: gathering,
  Meeting: gathering,
  Event: gathering,
  Checkin: {
    vendor: null,
    number: null,
    name: 'place_name',
    start: 'checkin_datetime',
    end: null,
    from: at(''),
    to: null,
    startZone: 'time_zone_id',
    endZone: 'time_zone_id',
  },
}

/** Whether the text is one of the twelve types, in exact case. */
export function isSegmentType(text: unknown): text is SegmentType {
  return typeof text === 'string' && (SEGMENT_TYPES as readonly string[]).includes(text)
}

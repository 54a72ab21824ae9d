/** Documents as an integrator sends them: raw segments with nothing but what the document says. */

export type RawSegment = Record<string, unknown>

/** A station, airport, port or stop as a document describes it. */
export interface Stop {
  name?: string
  /** An airport's IATA code, or the code of a station in any system. */
  code?: string
  lat?: number
  lon?: number
  city?: string
  country?: string
}

/** Where and when one end of a journey is; the time may be missing, or a day. */
export type End = readonly [at: Stop, when?: string]

const SOURCE = 'email_parser'

/** The fields of a stop under one prefix; what the document does not say is not sent. */
function stopFields(prefix: string, { name, code, lat, lon, city, country }: Stop): RawSegment {
  const fields = {
    [`${prefix}name`]: name,
    [`${prefix}code`]: code,
    [`${prefix}lat`]: lat,
    [`${prefix}lon`]: lon,
    [`${prefix}city_name`]: city,
    [`${prefix}country`]: country,
  }
  return withoutUndefined(fields)
}

function withoutUndefined(fields: RawSegment): RawSegment {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** An airport: its code, or else its name, goes into the field of the end itself. */
function airport(end: 'origin' | 'destination', { code, name, ...rest }: Stop): RawSegment {
  const stop = code === undefined ? rest : { name, ...rest }
  return { ...withoutUndefined({ [end]: code ?? name }), ...stopFields(`${end}_`, stop) }
}

/** A flight; `number` is `UA 110`, or `1234` where the document names no airline. */
export function flight(number: string, from: End, to: End, more: RawSegment = {}): RawSegment {
  const [airline, flightNumber] = number.includes(' ') ? number.split(' ') : [undefined, number]
  return withoutUndefined({
    type: 'Air',
    source: SOURCE,
    airline,
    flight_num: flightNumber,
    ...airport('origin', from[0]),
    departure_datetime: from[1],
    ...airport('destination', to[0]),
    arrival_datetime: to[1],
    ...more,
  })
}

/** A train; its stations are named by what the document calls them. */
export function train(number: string | null, from: End, to: End, more: RawSegment = {}): RawSegment {
  return withoutUndefined({
    type: 'Rail',
    source: SOURCE,
    train_number: number ?? undefined,
    origin: from[0].name ?? from[0].code,
    ...stopFields('origin_', from[0]),
    departure_datetime: from[1],
    destination: to[0].name ?? to[0].code,
    ...stopFields('destination_', to[0]),
    arrival_datetime: to[1],
    ...more,
  })
}

/** A bus or taxi ride. */
export function ride(kind: 'Bus' | 'Taxi', from: End, to: End | null, more: RawSegment = {}): RawSegment {
  return withoutUndefined({
    type: 'Transport',
    source: SOURCE,
    transport_type: kind,
    ...stopFields('start_', from[0]),
    start_datetime: from[1],
    ...(to === null ? {} : { ...stopFields('end_', to[0]), end_datetime: to[1] }),
    ...more,
  })
}

/** A hotel; its ends are days, or date-times. */
export function stay(name: string, from: string, to: string, more: RawSegment = {}): RawSegment {
  const [checkinDate, checkinTime] = from.split('T')
  const [checkoutDate, checkoutTime] = to.split('T')
  return withoutUndefined({
    type: 'Hotel',
    source: SOURCE,
    hotel_name: name,
    checkin_date: checkinDate,
    checkin_time: checkinTime,
    checkout_date: checkoutDate,
    checkout_time: checkoutTime,
    ...more,
  })
}

/** An event or activity; its end may be missing. */
export function gathering(
  name: string,
  start: string,
  end: string | null,
  more: RawSegment = {},
  type: 'Event' | 'Activity' = 'Event',
): RawSegment {
  return withoutUndefined({
    type,
    source: SOURCE,
    activity_name: name,
    start_datetime: start,
    end_datetime: end ?? undefined,
    ...more,
  })
}

/** Anything else, with the fields as they are. */
export function segment(type: string, fields: RawSegment): RawSegment {
  return { type, source: SOURCE, ...fields }
}

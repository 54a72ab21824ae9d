/** Reservations of one member, and the trips that they are by the documents. */
import type { PublicDocument } from './documents.js'
import { flight, train } from './segments.js'
import type { RawSegment } from './segments.js'

export interface Journey {
  what: string
  document: PublicDocument
  /** The home that the member has given; without one it is inferred. */
  home?: RawSegment
  segments: RawSegment[]
  /** For each trip the positions of its segments, in order of time. */
  trips: number[][]
  /** For each trip a part of its name; null where the documents name no place. */
  names: Array<string | null>
}

/** Berlin, with its airports of the time. */
export const BERLIN_HOME: RawSegment = {
  from: null,
  city: 'Berlin',
  admin_code: 'BE',
  country: 'DE',
  lat: '52.52',
  lon: '13.405',
  time_zone_id: 'Europe/Berlin',
  airports: ['TXL', 'SXF', 'BER'],
}

/** A flight between two codes: `air('LX 963', 'TXL-ZRH', '2017-09-10T06:45', '2017-09-10T08:15')`. */
export function air(
  number: string,
  route: string,
  departs: string,
  arrives?: string,
  more: RawSegment = {},
): RawSegment {
  const [from, to] = route.split('-')
  return flight(
    number,
    [{ code: from as string }, departs],
    arrives === undefined ? [{ code: to as string }] : [{ code: to as string }, arrives],
    more,
  )
}

/** A train between two station names on one day: `rail('ICE 371', ['A', '2024-05-30T09:26'], ['B', '15:57'])`. */
export function rail(
  number: string | null,
  from: [name: string, when: string],
  to: [name: string, time?: string],
  more: RawSegment = {},
): RawSegment {
  const [name, time] = to
  const arrives = time !== undefined && time.length === 5 ? `${from[1].slice(0, 10)}T${time}` : time
  return train(
    number,
    [{ name: from[0] }, from[1]],
    arrives === undefined ? [{ name }] : [{ name }, arrives],
    more,
  )
}

/** The places on the map of a trip, and the journeys between them. */
import { TRIP_TRAITS } from '../../../../../schemas/segment/catalog.js'
import { SEGMENT_KINDS } from '../../../../../schemas/segment/segment-kinds.js'
import { textOf } from '../../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../../segment-words/segment-doc.js'

export interface MapPlace {
  /** Empty if it has none. */
  name: string
  /** Degrees. */
  lat: number
  lon: number
}

export interface MapPlaces {
  /** In the order in which they are reached. */
  places: MapPlace[]
  journeys: Array<readonly [from: MapPlace, to: MapPlace]>
}

/** `live`: the segments that take place, in order of start. */
export function mapPlaces(live: readonly SegmentDoc[]): MapPlaces {
  const ends = live
    .filter(({ type }) => TRIP_TRAITS[type].leg !== 'support')
    .map((doc) => {
      const { from, to } = SEGMENT_KINDS[doc.type]
      return { doc, from: placeAt(doc, from.prefix), to: to === null ? null : placeAt(doc, to.prefix) }
    })
  return {
    places: ends.flatMap(({ from, to }) => [from, to].filter((one) => one !== null)),
    journeys: ends.flatMap(({ doc, from, to }) =>
      from === null || to === null || TRIP_TRAITS[doc.type].leg !== 'movement' ? [] : [[from, to] as const],
    ),
  }
}

function placeAt(doc: SegmentDoc, prefix: string): MapPlace | null {
  const [lat, lon] = [textOf(doc, `${prefix}lat`), textOf(doc, `${prefix}lon`)].map((text) =>
    Number(text ?? NaN),
  )
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90) || !(Math.abs(lon) <= 180)) return null
  return { name: textOf(doc, `${prefix}city_name`) ?? '', lat, lon }
}

/** The route of a segment in short: `ARN \u2013 FRA`, `Hamburg Hbf \u2013 K\u00f8benhavn H`, `Calais \u2013 Dover`. */
import { SEGMENT_KINDS } from '../../schemas/segment/segment-kinds.js'
import type { PlaceFieldNames } from '../../schemas/segment/segment-kinds.js'
import { TRIP_TRAITS } from '../../schemas/segment/catalog.js'
import { textOf } from './segment-doc.js'
import type { SegmentDoc } from './segment-doc.js'

/** Null for a segment without a route, and if an end is not known. */
export function routeOf(doc: SegmentDoc): string | null {
  const { from, to } = SEGMENT_KINDS[doc.type]
  const { leg } = TRIP_TRAITS[doc.type]
  if (to === null || (leg !== 'movement' && leg !== 'ride')) return null
  const [start, end] = [shortPlace(doc, from), shortPlace(doc, to)]
  return start === null || end === null || start === end ? null : `${start} \u2013 ${end}`
}

/** The code of an airport, the name of a station, the city of a port or an address. */
function shortPlace(doc: SegmentDoc, { format, text, prefix }: PlaceFieldNames): string | null {
  const [sent, city] = [textOf(doc, text), textOf(doc, `${prefix}city_name`)]
  const name = textOf(doc, `${prefix}name`)
  if (format === 'code') return sent?.toUpperCase() ?? city ?? name
  return format === 'station' ? (name ?? sent ?? city) : (city ?? name ?? sent)
}

/** Compares what the product makes of a reservation with what is right by its document. */
import { shownEnds } from '../../schemas/segment/shapes/shown-names.js'
import { distanceKm } from '../../actors/itinerary/places/distance.js'
import type { SegmentType } from '../../schemas/segment/fields/segment-types.js'
import { errorsOf, member } from './reference-world.js'
import type { Doc } from '../support/traveller.js'
import type { ExpectedTravellers, Reservation } from './cases.js'
import type { ExpectedSpot } from './spots.js'

const SAME_PLACE_KM = 50

/** What is wrong with the shown place and zone of one end; empty if nothing is. */
function wrongPlace(
  shown: { lat: unknown; lon: unknown; zone: unknown },
  expected: ExpectedSpot | null,
): string[] {
  const isKnown = typeof shown.lat === 'string' && typeof shown.lon === 'string'
  if (expected === null)
    return isKnown ? [`is at ${shown.lat},${shown.lon}, but the document names no place`] : []
  if (!isKnown) return expected.mayBeUnknown === true ? [] : ['is not known']
  const km = distanceKm({ lat: Number(shown.lat), lon: Number(shown.lon) }, expected)
  return [
    ...(km > SAME_PLACE_KM ? [`is ${Math.round(km)} km away, at ${shown.lat},${shown.lon}`] : []),
    ...(shown.zone !== expected.zone ? [`has the zone ${String(shown.zone)}, not ${expected.zone}`] : []),
  ]
}

/** What is wrong with the travellers that are shown. */
function wrongTravellers(document: Doc, { fields, travellers }: ExpectedTravellers): string[] {
  const shown = (document['bookings'] as Array<Record<string, unknown>>).map(
    ({ traveler, seat_assignment: seat }) => `${String(traveler)} ${String(seat)}`,
  )
  return [
    ...Object.entries(fields).flatMap(([name, value]) =>
      document[name] === value ? [] : [`${name} is ${String(document[name])}, not ${String(value)}`],
    ),
    ...(shown.join() === travellers.join() ? [] : [`bookings are of ${shown.join()}`]),
  ]
}

/** What is wrong with what the API makes of a reservation. */
export function faultsOf({ segment, from, to, shows }: Reservation): string[] {
  const errors = errorsOf(segment)
  if (errors.length > 0) return errors
  const traveller = member([], shows?.member)
  traveller.post(segment)
  const [document] = traveller.segments()
  if (document === undefined) return ['there is no segment']
  const names = shownEnds(segment.type as SegmentType)
  const endOf = (place: typeof names.to, zone: string | undefined) => ({
    lat: place === null ? null : document[place.lat],
    lon: place === null ? null : document[place.lon],
    zone: document.time_zone_id ?? document[zone ?? ''],
  })
  return [
    ...(shows === undefined ? [] : wrongTravellers(document, shows)),
    ...wrongPlace(endOf(names.from, names.start.zone), from).map((fault) => `the start ${fault}`),
    ...(to === undefined || names.to === null
      ? []
      : wrongPlace(endOf(names.to, names.end?.zone), to).map((fault) => `the end ${fault}`)),
  ]
}

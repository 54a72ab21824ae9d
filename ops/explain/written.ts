/** Segments, places and times as sentences write them. */
import { writtenDate, writtenTime } from '../../actors/itinerary/lib/written-date.js'
import { segmentName } from '../../actors/itinerary/merge/segment-phrase.js'
import type { Place } from '../../actors/itinerary/places/place.js'
import type { Moment } from '../../actors/itinerary/statement/moment.js'
import type { SegmentState } from '../../actors/member/segments/segment-state.js'

/** `the flight BA304`, `the stay at Plaza Rome`; without statements `the segment`. */
export function theSegment({ merged }: SegmentState): string {
  if (merged === null) return 'the segment'
  const name = segmentName(merged)
  return `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`
}

/** `on 20 January 2027 at 07:30`; without the time if it is not known. */
export function onDate({ wall, timed }: Moment): string {
  return `on ${writtenDate(wall)}${timed ? ` at ${writtenTime(wall)}` : ''}`
}

/** ` in London`; nothing if no city is known. */
export function inCity(place: Place | null | undefined): string {
  const city = place?.spots[0]?.city ?? null
  return city === null ? '' : ` in ${city}`
}

/** `1 night`, `3 nights`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** `Paris`, `Paris and Rome`, `Paris, Rome and Naples`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
}

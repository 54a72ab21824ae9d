/** Why a segment is in no trip, in a sentence (RULES 5.8.8, 5.11, 5.12, 5.13 and 5.16). */
import { TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import type { TripTraits } from '../../../schemas/segment/fields/trip-traits.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import { momentsOf } from '../../segment-words/local-moment.js'
import { textOf } from '../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../segment-words/segment-doc.js'

const TAKEN_OUT = 'You took it out of its trip.'
const WITHOUT_PLACE = 'We could not find out where it is, so we do not know which trip it belongs to.'
const WITHOUT_DAY = 'It has no date, so we do not know which trip it belongs to.'

const REASONS: Readonly<Record<TripTraits['leg'], string>> = {
  movement:
    'It stays in the area of your home, so it is not a trip of its own, and no trip of yours begins or ends with it.',
  stay: 'It is near your home, and no trip of yours begins or ends with that night.',
  rental:
    'You pick it up near your home. It joins a trip that begins around the rental, or anything ' +
    'outside your home area while you have it.',
  ride:
    'It is a ride near your home. It joins a trip that leaves within four hours after it, or comes home within ' +
    'four hours before it.',
  support: 'None of your trips takes place at the time of the parking.',
  point: 'It is near your home, or none of your trips takes you there at that time.',
}

/** @param takenOut ids of the segments that the member took out of their trips */
export function unfiledReason(doc: SegmentDoc, takenOut: readonly string[]): string {
  if (takenOut.includes(doc.id)) return TAKEN_OUT
  if (momentsOf(doc).start === null) return WITHOUT_DAY
  const { from } = SEGMENT_KINDS[doc.type]
  const isPlaced =
    textOf(doc, `${from.prefix}lat`) !== null || textOf(doc, `${from.prefix}city_name`) !== null
  const { leg } = TRIP_TRAITS[doc.type]
  return isPlaced || leg === 'support' ? REASONS[leg] : WITHOUT_PLACE
}

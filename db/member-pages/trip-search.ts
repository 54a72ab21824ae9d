/** Finds trips by words: whether something that a trip or one of its segments is called has them in it. */
import { SEGMENT_DEFINITIONS } from '../../schemas/segment/catalog.js'
import type { Conditions } from '../pg/prepared-statements.js'

/** Each costs a look at all of the member's documents. */
const MAX_WORDS = 5
const TRIP_FIELDS = ['headline', 'display_name', 'destination']
/** The carrier and the number in one, as people write them. */
const NUMBER = 'whole_number'
const NAMED = /(?:^|_)(?:name|city_name|confirmation_no)$/
const ROLES = new Set(['vendor', 'number', 'name', 'from', 'to'])

/** Fields of segments that people search by: names, numbers and places. */
const SEGMENT_FIELDS = [
  ...new Set([
    ...Object.values(SEGMENT_DEFINITIONS).flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => NAMED.test(name) || ROLES.has(fields[name]?.role ?? '')),
    ),
    ...['airline_name', 'normalized_airline', 'confirmation_no', 'booking_confirmation_no', 'venue', NUMBER],
  ]),
]

const listed = (names: readonly string[]): string => `array[${names.map((name) => `'${name}'`).join(',')}]`

/** Without accents, capitals and signs (`place_key`). */
const SAID = `(
  exists (
    select from jsonb_each_text(trip.doc::jsonb) said
    where said.key = any(${listed(TRIP_FIELDS)}) and place_key(said.value) like '%' || place_key(?) || '%')
  or exists (
    select from jsonb_array_elements(trip.doc::jsonb -> 'destinations') place
    where place_key(place ->> 'city_name') like '%' || place_key(?) || '%')
  or exists (
    select from segment, jsonb_each_text(segment.doc::jsonb || jsonb_build_object('${NUMBER}',
      concat(segment.doc::jsonb ->> 'normalized_airline', segment.doc::jsonb ->> 'flight_num'))) said
    where segment.member_id = trip.member_id and segment.trip_id = trip.id
      and said.key = any(${listed(SEGMENT_FIELDS)}) and place_key(said.value) like '%' || place_key(?) || '%')
)`

/** Adds that every word is said. */
export function andSaid(where: Conditions, search: string): void {
  const words = search.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  for (const word of words.slice(0, MAX_WORDS)) where.and(SAID, word, word, word)
  if (words.length === 0) where.and('false')
}

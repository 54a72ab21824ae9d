/** Finds trips by words in the names, numbers and places of the trip and its segments. */
import { SEGMENT_DEFINITIONS } from '../../schemas/segment/catalog.js'
import type { Conditions } from '../pg/prepared-statements.js'

/** Each word reads all of the member's documents. */
const MAX_WORDS = 5
const TRIP_FIELDS = ['headline', 'display_name', 'destination']
const NAMED = /(?:^|_)(?:name|city_name|confirmation_no)$/
const ROLES = new Set(['vendor', 'number', 'name', 'from', 'to'])

/** Fields of segments that people search by: names, numbers and places. */
const SEGMENT_FIELDS = [
  ...new Set([
    ...Object.values(SEGMENT_DEFINITIONS).flatMap(({ fields }) =>
      Object.keys(fields).filter((name) => NAMED.test(name) || ROLES.has(fields[name]?.role ?? '')),
    ),
    ...['airline_name', 'normalized_airline', 'confirmation_no', 'booking_confirmation_no', 'venue'],
  ]),
]

/** SQL: the texts of fields of the document `doc`, without accents, capitals and signs. */
const textOf = (fields: readonly string[], more: string): string =>
  `place_key(concat_ws(' ', ${fields.map((field) => `doc ->> '${field}'`).join(', ')}, ${more}))`

const CITIES = `(select string_agg(place ->> 'city_name', ' ') from jsonb_array_elements(doc -> 'destinations') place)`
/** A flight number as people write it: with the carrier. */
const NUMBER = `concat(doc ->> 'normalized_airline', doc ->> 'flight_num')`

/** `offset 0`: so that each document is parsed once per word. */
const HAS_WORD = `(
  exists (
    select from (select trip.doc::jsonb as doc offset 0) own
    where ${textOf(TRIP_FIELDS, CITIES)} like '%' || place_key(?) || '%')
  or exists (
    select from (
      select segment.doc::jsonb as doc from segment
      where segment.member_id = trip.member_id and segment.trip_id = trip.id offset 0
    ) own
    where ${textOf(SEGMENT_FIELDS, NUMBER)} like '%' || place_key(?) || '%')
)`

/** Adds the condition that every word is found. */
export function andHasWords(where: Conditions, search: string): void {
  const words = search.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  for (const word of words.slice(0, MAX_WORDS)) where.and(HAS_WORD, word, word)
  if (words.length === 0) where.and('false')
}

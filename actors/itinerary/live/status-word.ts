/** RULES 3.6: a status word is what a source of live status says of one flight, train or crossing. */
import { LIVE_FIELDS, perType, TRIP_TRAITS } from '../../../schemas/segment/catalog.js'
import { SEGMENT_SLOTS } from '../../../schemas/segment/field-slots.js'
import type { SlotField } from '../../../schemas/segment/field-slots.js'
import { isMatch } from '../match/match-answer.js'
import { MATCH_RULES } from '../match/match-rules.js'
import { dayOf, equal, equalIfPresent } from '../match/pair.js'
import { operates } from '../match/rules/air.js'
import { sortVersions } from '../match/version-order.js'
import { FieldValues } from '../statement/field-values.js'
import { RawSegment } from '../statement/raw-segment.js'
import { textOf } from '../statement/statement-place.js'
import type { Statement } from '../statement/statement.js'

/** Fields that say which service it is: its carrier, number, ends and scheduled times. */
const namesService = ({ entry }: SlotField): boolean =>
  entry.role !== undefined || entry.placeFormat !== undefined || entry.group === 'place'

const SERVICE_FIELDS = perType(({ type }) => SEGMENT_SLOTS[type].fields.filter(namesService))

/** The raw segment without what a status source has no say in: seats, travellers, locators and the rest. */
export function statusWord(raw: RawSegment): RawSegment {
  const { type } = raw
  const fields = new FieldValues(type)
  const kept = [...SERVICE_FIELDS[type].map(({ name }) => name), ...LIVE_FIELDS[type]]
  for (const name of [...kept, 'status', 'supplier_updated']) fields.set(name, raw.fields.get(name))
  return new RawSegment(raw, fields)
}

/** True if it says of which service it speaks. A type without live fields has no status. */
export function namesItsService({ raw: { type }, start, number }: Statement): boolean {
  return LIVE_FIELDS[type].length > 0 && start !== null && number !== null
}

/** Two words with this text in common are about the same segments, whatever these are. */
function serviceText({ type, fields }: RawSegment): string {
  return JSON.stringify([type, ...SERVICE_FIELDS[type].map((field) => fields.at(field) ?? null)])
}

/**
 * The words that still count, of all about services of one day: the newest of each service, and every older one with
 * a field that no newer one gives. So few are kept that a segment never runs out of room for them.
 */
export function wordsThatCount(words: readonly Statement[]): Statement[] {
  const said = new Map<string, Set<string>>()
  const counts = ({ raw }: Statement): boolean => {
    const service = serviceText(raw)
    const known = said.get(service)
    const given = LIVE_FIELDS[raw.type].filter((name) => raw.fields.get(name) !== undefined)
    said.set(service, new Set([...(known ?? []), ...given]))
    return known === undefined || given.some((name) => !known.has(name))
  }
  return sortVersions(words).reverse().filter(counts)
}

/** True if the word is about this leg: carrier, number, local date and both ends; the locator says nothing. */
export function isAboutLeg(word: Statement, leg: Statement): boolean {
  const { type } = word.raw
  if (type !== leg.raw.type || word.start === null || leg.start === null) return false
  if (dayOf(word.start) !== dayOf(leg.start) || !isMatch(MATCH_RULES[type].relate(word, leg))) return false
  if (TRIP_TRAITS[type].by === 'rail')
    return word.trainNumbers.some((number) => leg.trainNumbers.includes(number))
  const isSameNumber = equal(word.number, leg.number) && equalIfPresent(word.vendor, leg.vendor)
  return isSameNumber || isOperatedAs(leg, word)
}

/** True for a codeshare that names the flight of the word as the one that flies. */
function isOperatedAs(leg: Statement, word: Statement): boolean {
  const carrier = textOf(leg.raw.fields, 'operating_airline')?.toUpperCase() ?? null
  const isOtherCode = carrier !== null && /^[A-Z\d]{2}$/.test(carrier) && carrier !== word.vendor
  return word.raw.type === 'Air' && operates(leg, word) && !isOtherCode
}

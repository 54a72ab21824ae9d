/** RULES 3.6: a status report is a report of a live status source about one flight, train or crossing. */
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

/** The raw segment without the fields that a status source may not set, such as seats, travellers and locators. */
export function statusReport(raw: RawSegment): RawSegment {
  const { type } = raw
  const fields = new FieldValues(type)
  const kept = [...SERVICE_FIELDS[type].map(({ name }) => name), ...LIVE_FIELDS[type]]
  for (const name of [...kept, 'status', 'supplier_updated']) fields.set(name, raw.fields.get(name))
  return new RawSegment(raw, fields)
}

/** True if it identifies its service. A type without live fields has no status. */
export function namesItsService({ raw: { type }, start, number }: Statement): boolean {
  return LIVE_FIELDS[type].length > 0 && start !== null && number !== null
}

/** Two reports with the same text are always about the same segments. */
function serviceText({ type, fields }: RawSegment): string {
  return JSON.stringify([type, ...SERVICE_FIELDS[type].map((field) => fields.at(field) ?? null)])
}

/**
 * Returns the reports of one day that still count: the newest of each service, and every older one with a field that no
 * newer one has. This bounds how many a segment can show.
 */
export function reportsThatCount(reports: readonly Statement[]): Statement[] {
  const said = new Map<string, Set<string>>()
  const counts = ({ raw }: Statement): boolean => {
    const service = serviceText(raw)
    const known = said.get(service)
    const given = LIVE_FIELDS[raw.type].filter((name) => raw.fields.get(name) !== undefined)
    said.set(service, new Set([...(known ?? []), ...given]))
    return known === undefined || given.some((name) => !known.has(name))
  }
  return sortVersions(reports).reverse().filter(counts)
}

/** True if the report is about this leg: carrier, number, local date and both ends; the locator is ignored. */
export function isAboutLeg(report: Statement, leg: Statement): boolean {
  const { type } = report.raw
  if (type !== leg.raw.type || report.start === null || leg.start === null) return false
  if (dayOf(report.start) !== dayOf(leg.start) || !isMatch(MATCH_RULES[type].relate(report, leg)))
    return false
  if (TRIP_TRAITS[type].by === 'rail')
    return report.trainNumbers.some((number) => leg.trainNumbers.includes(number))
  const isSameNumber = equal(report.number, leg.number) && equalIfPresent(report.vendor, leg.vendor)
  return isSameNumber || isOperatedAs(leg, report)
}

/** True for a codeshare whose operating flight is that of the report. */
function isOperatedAs(leg: Statement, report: Statement): boolean {
  const carrier = textOf(leg.raw.fields, 'operating_airline')?.toUpperCase() ?? null
  const isOtherCode = carrier !== null && /^[A-Z\d]{2}$/.test(carrier) && carrier !== report.vendor
  return report.raw.type === 'Air' && operates(leg, report) && !isOtherCode
}

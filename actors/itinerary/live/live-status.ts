/** RULES 3.6: what status words change of a merged segment. */
import type { Origin } from '../../../schemas/itinerary/provenance.js'
import { LIVE_FIELDS } from '../../../schemas/segment/catalog.js'
import { dayOf } from '../match/pair.js'
import { sortVersions } from '../match/version-order.js'
import type { FieldValues } from '../statement/field-values.js'
import type { Statement } from '../statement/statement.js'
import { isAboutLeg } from './status-word.js'

/** Words about services of the type and local day of a statement. */
export type StatusWordsOn = (leg: Statement) => readonly Statement[]

/** What is booked: the merged statement, and what each source says. */
export interface BookedLeg {
  booked: Statement
  currentStatements: readonly Statement[]
}

/** True if a word is about a leg, as it is shown or by the number of one of its bookings for that day. */
export function isAboutBooked(word: Statement, { booked, currentStatements }: BookedLeg): boolean {
  const { start } = booked
  if (start === null) return false
  const ofThatDay = currentStatements.filter((s) => s.start !== null && dayOf(s.start) === dayOf(start))
  return [booked, ...ofThatDay].some((leg) => isAboutLeg(word, leg))
}

/** The words about a leg, the newest first. */
export function wordsAbout(leg: BookedLeg, wordsOn: StatusWordsOn): Statement[] {
  const words = wordsOn(leg.booked)
  if (words.length === 0) return []
  return sortVersions(words.filter((word) => isAboutBooked(word, leg))).reverse()
}

/** Sets the live fields that the words give: of each the newest, whatever other sources say of it. */
export function setLiveFields(
  words: readonly Statement[],
  fields: FieldValues,
  origins: FieldValues<Origin>,
): void {
  for (const name of words.length === 0 ? [] : LIVE_FIELDS[fields.type]) {
    const word = words.find(({ raw }) => raw.fields.get(name) !== undefined)
    if (word === undefined) continue
    fields.set(name, word.raw.fields.get(name))
    origins.set(name, { source: word.raw.source, raw_id: word.raw.id })
  }
}

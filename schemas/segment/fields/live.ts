/** Fields of live status (RULES 3.6): none of them changes the booking. */
import { optional } from './field-entry.js'
import type { FieldEntries, FieldEntry } from './field-entry.js'
import { localDateTime, text } from './field.js'

/** Estimated and actual time of both ends, under the prefixes that the scheduled ones have. */
export function liveTimes(start: string, end: string): FieldEntries {
  const times = [
    [start, 'departure'],
    [end, 'arrival'],
  ].flatMap(([prefix, name]) => [
    [
      `${prefix}estimated_datetime`,
      live(localDateTime(`Estimated ${name}; the scheduled one does not change.`)),
    ],
    [`${prefix}actual_datetime`, live(localDateTime(`Actual ${name}; the scheduled one does not change.`))],
  ])
  return Object.fromEntries(times) as FieldEntries
}

/** A terminal, gate, belt or platform. */
export const livePlace = (description: string): FieldEntry => live(text(32, description))

function live(schema: FieldEntry['schema']): FieldEntry {
  return optional(schema, { live: true, holdsFor: 'times' })
}

/** The form in which documents answer submitted values (contract.md 1). */
import type { FieldKind } from '../../../schemas/segment/fields/field.js'
import { normaliseText } from '../../../schemas/base/text.js'
import type { Fields } from '../../itinerary/statement/raw-segment.js'

/** Length of `YYYY-MM-DDTHH:MM`. */
const WITHOUT_SECONDS = 16

/** A local time with seconds, a date alone as it is; null for anything else than text. */
export function localText(value: unknown): string | null {
  const text = normaliseText(value)
  return text !== null && text.length === WITHOUT_SECONDS ? `${text}:00` : text
}

/** The same for a start or end, which are kept to the minute. */
export function endText(value: unknown): string | null {
  return localText(typeof value === 'string' ? value.slice(0, WITHOUT_SECONDS) : null)
}

/** The fields of the entries of a list. */
export type EntryKinds = ReadonlyArray<readonly [name: string, kind: FieldKind | undefined]>

/** A submitted list with every key in each entry, each value in its form; null for anything else than a list. */
export function shownList(list: unknown, entries: EntryKinds): Fields[] | null {
  if (!Array.isArray(list)) return null
  return (list as Fields[]).map((entry) =>
    Object.fromEntries(
      entries.map(([name, kind]) => [
        name,
        kind === 'datetime' ? localText(entry[name]) : normaliseText(entry[name]),
      ]),
    ),
  )
}

/** The form in which documents answer submitted values (contract.md 1). */
import type { TSchema } from 'typebox'
import { fieldKindOf } from '../../../schemas/segment/fields/field-entry.js'
import type { FieldEntry } from '../../../schemas/segment/fields/field-entry.js'
import { normaliseText } from '../../../schemas/base/text.js'

export type ShownForm = (value: unknown) => unknown

/**
 * What a document shows of a submitted value: numbers as text, local times with seconds, entries of lists with every
 * key. Null: the value itself, as nearly always; start and end are shown with what is known of the place.
 */
export function shownForm(entry: FieldEntry): ShownForm | null {
  switch (fieldKindOf(entry)) {
    case 'decimal':
    case 'price':
      return (value) => (typeof value === 'number' ? String(value) : value)
    case 'datetime':
      return entry.role === undefined ? localText : null
    case 'list':
      return listForm((entry.schema as unknown as ListSchema).items.properties)
    default:
      return null
  }
}

/** Length of `YYYY-MM-DDTHH:MM`. */
const WITHOUT_SECONDS = 16

/** A local time with seconds, a date alone as it is; null for anything else than text. */
function localText(value: unknown): string | null {
  const text = normaliseText(value)
  return text !== null && text.length === WITHOUT_SECONDS ? `${text}:00` : text
}

/** The same for a start or end, which are kept to the minute. */
export function endText(value: unknown): string | null {
  return localText(typeof value === 'string' ? value.slice(0, WITHOUT_SECONDS) : null)
}

interface ListSchema {
  items: { properties: Record<string, TSchema & { anyOf?: TSchema[] }> }
}

/** A list with every key in each entry, each value in its form; null for anything else than a list. */
function listForm(properties: ListSchema['items']['properties']): ShownForm {
  const forms = Object.entries(properties).map(([name, schema]) => {
    const isTime = fieldKindOf({ schema: schema.anyOf?.[0] ?? schema }) === 'datetime'
    return [name, isTime ? localText : normaliseText] as const
  })
  return (list) =>
    Array.isArray(list)
      ? list.map((entry: Record<string, unknown>) =>
          Object.fromEntries(forms.map(([name, form]) => [name, form(entry[name])])),
        )
      : null
}

/** RULES 6.5: what the traveller's documents call a place, where the reference data do not know it. */
import { normaliseText } from '../../../schemas/base/text.js'
import type { PlaceFieldNames } from '../../../schemas/segment/segment-kinds.js'
import { readableName } from '../lib/words.js'
import type { FieldValues } from '../statement/field-values.js'
import { THREE_LETTER_CODE } from '../statement/statement-place.js'

/**
 * The city or station of an end as text: the name of a station or airport, the city, or the text of the place. A
 * bare code is no name. Null if there is none.
 */
export function placeText(fields: FieldValues, { text, prefix }: PlaceFieldNames): string | null {
  const names = [
    ...(text === null ? [] : [`${text}_name`]),
    `${prefix}city_name`,
    ...(text === null ? [] : [text]),
  ]
  for (const name of names) {
    const value = normaliseText(fields.get(name))
    if (value !== null && !THREE_LETTER_CODE.test(value)) return readableName(value)
  }
  return null
}

/** The schema of a submitted field as documents show its merged value (contract.md 3). */
import type { TSchema } from 'typebox'
import { Decimal, orNull } from '../../base/formats.js'
import { fieldKindOf } from '../fields/field-entry.js'
import type { FieldEntry } from '../fields/field-entry.js'

/**
 * The schema of the submission where it holds for documents too. Decimals may be sent as numbers, and are shown
 * as text.
 * @param submitted the schema of the submission; undefined: the field is only shown
 */
export function shownValue(entry: FieldEntry, submitted: TSchema | undefined): TSchema {
  const kind = fieldKindOf(entry)
  if (kind !== 'decimal' && kind !== 'price') return submitted ?? orNull(entry.schema)
  const { 'x-shown': description = '' } = entry.schema as { 'x-shown'?: string }
  return orNull(Decimal(description))
}

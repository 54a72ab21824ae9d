/** Fields that an object does not have (contract.md 1 and 6.1). */
import type { SegmentError } from './segment-error.js'
import type { Suggest } from '../../hints/likely-word.js'
import { knownByOtherName } from '../../hints/other-names.js'

const MAX_NAME_SHOWN = 100
/** A hint lists no more names than these. */
const MAX_NAMES_LISTED = 16

export interface UnknownField {
  /** Where the object is in the body; '' for the body itself. */
  path: string
  name: string
  /** The fields that the object has. */
  known: readonly string[]
}

/**
 * The error for such a field, with the field that was probably meant.
 * @param problem the sentence after the name of the field
 */
export function unknownField(
  { path, name, known }: UnknownField,
  suggest: Suggest,
  problem = 'is unknown',
): SegmentError {
  const field = fieldPath(path, name.slice(0, MAX_NAME_SHOWN))
  const likely = knownByOtherName(name, known) ?? suggest(name, known)
  const fix = likely === null ? 'remove it.' : `did you mean "${likely}"?`
  return { error: 'unknown_field', error_description: `Field "${field}" ${problem}; ${fix}`, field }
}

/** The fields that there are, if they are few. */
export const knownFieldsHint = ({ known }: UnknownField): string | null =>
  known.length > 0 && known.length <= MAX_NAMES_LISTED ? `The fields are ${known.join(', ')}.` : null

/** The path of a field in an object at a path. */
export const fieldPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

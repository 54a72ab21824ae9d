/** Where the id of a source is found, after one that is not known (contract.md 6.1). */
import type { Suggest } from './likely-word.js'

const LIST = 'GET /v2/sources lists the ids.'

/** @param ids the ids of all sources */
export function sourceHint(id: string, ids: readonly string[], suggest: Suggest): string {
  const likely = withSuffix(id, ids) ?? suggest(id, ids)
  return likely === null ? LIST : `Did you mean "${likely}"? ${LIST}`
}

/** The one source whose id ends with the text, as `airline_ba` does with BA. */
function withSuffix(text: string, ids: readonly string[]): string | null {
  const suffix = `_${text.trim().toLowerCase()}`
  const found = ids.filter((id) => id.endsWith(suffix))
  return found.length === 1 ? found[0]! : null
}

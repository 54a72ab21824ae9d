/** Changes the last fields of a JSON document without serialising the others again. */

/**
 * `json` with its last fields, whose values are `before`, replaced by `after`. Both name the same fields in
 * the order of the document.
 */
export function replaceEnd(
  json: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string {
  const tail = (fields: Record<string, unknown>): string => JSON.stringify(fields).slice(1)
  return `${json.slice(0, -tail(before).length)}${tail(after)}`
}

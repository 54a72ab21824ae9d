/** Which source gave each field of a segment, as it is stored (the fields of one raw segment together) and as it is shown. */
import type { Id } from '../base/ids.js'

export interface Origin {
  source: string
  raw_id: Id
}

/** One raw segment and the fields it gave. */
type FieldsOfRaw = [source: string, rawId: Id, fields: string[]]

/** The text to store. */
export function packOrigins(origins: Readonly<Record<string, Origin>>): string {
  const given: FieldsOfRaw[] = []
  for (const field of Object.keys(origins)) {
    const { source, raw_id: rawId } = origins[field] as Origin
    const same = given.find((one) => one[1] === rawId && one[0] === source)
    if (same === undefined) given.push([source, rawId, [field]])
    else same[2].push(field)
  }
  return JSON.stringify(given)
}

/** The text to show, field -> {source, raw_id}, of one that was stored; rows of before hold it as it is shown. */
export function provenanceText(stored: string): string {
  if (!stored.startsWith('[')) return stored
  const origins: Array<[string, Origin]> = (JSON.parse(stored) as FieldsOfRaw[]).flatMap(
    ([source, rawId, fields]) => fields.map((field): [string, Origin] => [field, { source, raw_id: rawId }]),
  )
  return JSON.stringify(Object.fromEntries(origins.sort(([a], [b]) => (a < b ? -1 : 1))))
}

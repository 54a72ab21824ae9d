/** The source of each field of a segment: as stored, grouped by raw segment, and as shown. */
import type { Id } from '../../base/ids.js'

export interface Origin {
  source: string
  raw_id: Id
}

/** One raw segment and the fields that were taken from it. */
type FieldsOfRaw = [source: string, rawId: Id, fields: string[]]

/** The text to store, from the origin of each field. */
export function packOrigins(origins: Iterable<readonly [field: string, Origin]>): string {
  const groups: FieldsOfRaw[] = []
  /** The origin of the field before; usually that of the next one too. */
  let last: Origin | null = null
  let fields: string[] = []
  for (const [field, origin] of origins) {
    if (origin !== last) fields = fieldsFrom(origin, groups)
    last = origin
    fields.push(field)
  }
  return JSON.stringify(groups)
}

/** The fields of an origin so far; a new group if there is none yet. */
function fieldsFrom({ source, raw_id: rawId }: Origin, groups: FieldsOfRaw[]): string[] {
  const known = groups.find((one) => one[1] === rawId && one[0] === source)
  if (known !== undefined) return known[2]
  const fields: string[] = []
  groups.push([source, rawId, fields])
  return fields
}

/** The text to show, field -> {source, raw_id}, from the stored one; older rows store it as shown. */
export function provenanceText(stored: string): string {
  if (!stored.startsWith('[')) return stored
  const origins: Array<[string, Origin]> = (JSON.parse(stored) as FieldsOfRaw[]).flatMap(
    ([source, rawId, fields]) => fields.map((field): [string, Origin] => [field, { source, raw_id: rawId }]),
  )
  return JSON.stringify(Object.fromEntries(origins.sort(([a], [b]) => (a < b ? -1 : 1))))
}

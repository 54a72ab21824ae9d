/** A part is not lost for a field that it can do without. */
import { SEGMENT_DEFINITIONS } from '../../schemas/segment/catalog.js'
import { isSegmentType } from '../../schemas/segment/fields/segment-types.js'
import { checkSegment } from '../../schemas/segment/validation/check-segment.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import type { RawFields } from '../../schemas/segment/validation/end-relations.js'
import type { FoundPart } from './reader.js'

/** Fields of which neither is sent without the other. */
const PARTNERS: ReadonlyArray<readonly [string, string]> = [
  ['price', 'currency'],
  ['lat', 'lon'],
]

/**
 * The part without the fields that the ingress would refuse, each with its sentence as a problem. What its type
 * requires stays: without it there is no segment.
 * @param source of its reader, for a part that names none
 */
export function withoutFaults(part: FoundPart, source: string, context: CheckContext): FoundPart {
  const { raw } = part
  if (raw === null || !isSegmentType(raw['type'])) return part
  const required = new Set(SEGMENT_DEFINITIONS[raw['type']].schema.required)
  const kept: RawFields = { ...raw }
  const problems = [...part.problems]
  for (const { field, error_description: description } of checkSegment({ source, ...raw }, context)) {
    const [name = '', entry, inner] = field?.split(/[[\].]+/) ?? []
    const fields = [name, ...partnersOf(name)]
    if (required.has(name) || !fields.some((one) => Object.hasOwn(raw, one))) continue
    problems.push({ field, description })
    if (inner === undefined) for (const one of fields) delete kept[one]
    else kept[name] = withoutField(kept[name], Number(entry), inner)
  }
  return { ...part, raw: kept, problems }
}

function partnersOf(name: string): string[] {
  return PARTNERS.flatMap(([one, other]) => {
    if (name === one || name.endsWith(`_${one}`)) return [name.slice(0, name.length - one.length) + other]
    if (name === other || name.endsWith(`_${other}`)) return [name.slice(0, name.length - other.length) + one]
    return []
  })
}

function withoutField(list: unknown, entry: number, name: string): unknown {
  if (!Array.isArray(list)) return list
  return list.map((item: object, position) =>
    position === entry ? Object.fromEntries(Object.entries(item).filter(([field]) => field !== name)) : item,
  )
}

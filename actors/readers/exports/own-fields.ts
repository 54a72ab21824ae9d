/** A table whose columns are fields of raw segments; those of entries as `travelers[0].last_name`, `metadata.team`. */
import { SEGMENT_DEFINITIONS } from '../../../schemas/segment/catalog.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import { isSegmentType, SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import type { FieldKind } from '../../../schemas/segment/fields/field.js'
import type { FieldSchema } from '../../../schemas/segment/validation/check-text.js'
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { parseJson } from '../json-fields.js'
import { readDate, readTime, wallText } from './dates.js'
import type { DateOrder } from './dates.js'
import type { LoggedFlight } from './flight-logs.js'

/** A column: the field, and where in it the cell belongs. */
export interface OwnColumn {
  name: string
  field: string
  /** Position of the entry of a list; null: the field is none, or a cell holds all of it. */
  entry: number | null
  inner: string | null
  /** Of the dates of this column. */
  order: DateOrder
}

const NAMES = new Set(
  SEGMENT_TYPES.flatMap((type) => Object.keys(SEGMENT_DEFINITIONS[type].schema.properties)),
)
/** What a table of other things may well have, besides `type`. */
const LEAST_NAMES = 2
const MOST_ENTRIES = 100

/** Null: no field of any type. */
export function ownColumn(name: string): Omit<OwnColumn, 'order'> | null {
  const [field = '', ...path] = name
    .toLowerCase()
    .split(/[[\].\s]+/)
    .filter((part) => part !== '')
  if (!NAMES.has(field)) return null
  if (path.length === 0) return { name, field, entry: null, inner: null }
  const [first = '', second] = path
  if (field === 'metadata' && path.length === 1) return { name, field, entry: null, inner: first }
  const entry = /^\d{1,2}$/.test(first) ? Number(first) : MOST_ENTRIES
  return second === undefined || path.length > 2 || entry >= MOST_ENTRIES
    ? null
    : { name, field, entry, inner: second }
}

export function hasOwnColumns(heading: readonly string[]): boolean {
  const known = heading.map((name) => ownColumn(name)?.field).filter((field) => field !== undefined)
  return known.includes('type') && new Set(known).size > LEAST_NAMES
}

/** @param cells by position of their column */
export function readOwnRow(columns: ReadonlyArray<OwnColumn | null>, cells: readonly string[]): LoggedFlight {
  const typeCell = cells[columns.findIndex((column) => column?.field === 'type')] ?? ''
  const type = SEGMENT_TYPES.find((one) => one.toLowerCase() === typeCell.toLowerCase()) ?? typeCell
  const raw: RawFields = { type }
  const problems: DocumentProblem[] = []
  for (const [position, column] of columns.entries()) {
    const cell = cells[position] ?? ''
    if (column === null || cell === '' || column.field === 'type') continue
    const kind = isSegmentType(type) ? kindOf(type, column.field) : undefined
    if (kind === null) {
      const description = `A segment of type ${type} has no field "${column.field}". Clear the cell or change the type.`
      problems.push({ field: column.name, description })
    } else put(raw, column, valueOf(cell, column, kind))
  }
  if (Array.isArray(raw['travelers']))
    raw['travelers'] = (raw['travelers'] as unknown[]).filter((one) => one !== undefined)
  return { raw, problems }
}

/** Of a field that may be null, the kind is inside. Null: the type has no such field. */
function kindOf(type: SegmentType, field: string): FieldKind | undefined | null {
  const properties = SEGMENT_DEFINITIONS[type].schema.properties as Record<string, FieldSchema | undefined>
  const schema = properties[field]
  return schema === undefined ? null : (schema.anyOf?.[0] ?? schema)['x-kind']
}

function put(raw: RawFields, { field, entry, inner }: OwnColumn, value: unknown): void {
  if (inner === null) {
    raw[field] = value
    return
  }
  if (entry === null) {
    raw[field] = { ...(raw[field] as object | undefined), [inner]: value }
    return
  }
  const list = (raw[field] ??= []) as unknown[]
  if (Array.isArray(list)) list[entry] = { ...(list[entry] as object | undefined), [inner]: value }
}

/** A cell as its field takes it; one that is no such value stays text, and the check says why it is refused. */
function valueOf(cell: string, { entry, inner, order }: OwnColumn, kind: FieldKind | undefined): unknown {
  if (entry !== null || inner !== null) return cell
  switch (kind) {
    case 'integer':
      return /^\d{1,6}$/.test(cell) ? Number(cell) : cell
    case 'boolean':
      return /^(?:true|yes|1)$/i.test(cell) || (/^(?:false|no|0)$/i.test(cell) ? false : cell)
    case 'list':
    case 'object':
      return parseJson(cell) ?? cell
    case 'price':
    case 'decimal':
      return /^-?\d+,\d{1,2}$/.test(cell) || (kind === 'decimal' && /^-?\d+,\d+$/.test(cell))
        ? cell.replace(',', '.')
        : cell
    case 'date':
    case 'datetime':
      return dateOf(cell, order)
    default:
      return cell
  }
}

function dateOf(cell: string, order: DateOrder): string {
  const read = readDate(cell, order)
  if ('wrong' in read) return cell
  const minutes = readTime(read.rest)
  if (read.rest === '') return read.day
  return minutes === null ? cell : wallText(read.day, minutes)
}

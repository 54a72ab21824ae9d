/**
 * The value of one field of a form, typed by its schema. Older clients send times with an offset, `Y` and `N`
 * (contract.md 1.1); JSON bodies are read as they are.
 */
import { parseWall } from '../../../schemas/base/wall-time.js'
import { parseJsonText } from '../body.js'
import { innerShape } from '../faults/shape.js'
import type { Shape } from '../faults/shape.js'

export const shapeType = (shape: Shape | undefined): string | undefined => innerShape(shape)?.type

/** The value as the field's type; text that does not fit stays text, for validation to name it. "" is null. */
export function scalarField(name: string, value: string, shape: Shape | undefined): unknown {
  if (value === '') return null
  switch (shapeType(shape)) {
    case 'integer':
      return /^-?\d{1,15}$/.test(value) ? Number(value) : value
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value) ? Number(value) : value
    case 'boolean':
      return BOOLEANS.get(value.trim().toLowerCase()) ?? value
    case 'object':
      return jsonField(name, value)
    default:
      return timeField(value.trim(), innerShape(shape)?.['x-kind']) ?? value
  }
}

const BOOLEANS = new Map([
  ...['true', 'yes', 'y', '1'].map((word): [string, boolean] => [word, true]),
  ...['false', 'no', 'n', '0'].map((word): [string, boolean] => [word, false]),
])

/**
 * A day, a time, and what is dropped or counted as the field wants: a fraction and an offset. An unescaped plus
 * sign is decoded as a space.
 */
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d{1,9})?(?: ?(Z|UTC|GMT)|(?: ?([+-])| )(\d{2}):?(\d{2})?)?$/i

/** The value of a field for a time as JSON takes it; undefined if it is for none, or the text has another form. */
function timeField(text: string, kind: string | undefined): string | undefined {
  if (kind !== 'datetime' && kind !== 'date' && kind !== 'instant') return undefined
  const match = DATE_TIME.exec(text)
  if (match === null) return undefined
  const [, day = '', minutes = '', seconds = '', utc, sign, hours, rest = '00'] = match
  const wall = `${day}T${minutes}${seconds}`
  if (kind === 'datetime') return wall
  if (kind === 'date') return Number.isNaN(parseWall(wall)) ? undefined : day
  if (hours === undefined && utc === undefined) return undefined
  const offset = (Number(hours ?? 0) * 60 + Number(rest)) * (sign === '-' ? -60_000 : 60_000)
  const instant = parseWall(wall) - offset
  return Number.isNaN(instant) ? undefined : new Date(instant).toISOString()
}

/** The value of a field that is an object or a list of objects. Throws `invalid_request`. */
export function jsonField(name: string, value: string): unknown {
  return parseJsonText(Buffer.from(value), `Field "${name}" of a form must be JSON text. It`)
}

/** The parts of a table: each row that is not blank, and the heading if it has columns that are no fields. */
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'
import { refusedPart } from '../reader.js'
import type { FoundPart } from '../reader.js'
import { dateOrderOf } from './dates.js'
import { FLIGHT_LOGS } from './flight-logs.js'
import type { LoggedFlight } from './flight-logs.js'
import WORDS from './log-words.json' with { type: 'json' }
import { hasOwnColumns, ownColumn, readOwnRow } from './own-fields.js'
import { columnName, headingOf, readTable } from './table.js'
import type { Row } from './table.js'

const HOLDS_DATES = /_(date|datetime|from|until)$/
const TOO_WIDE =
  'The row has more cells than the heading has columns. Put text that contains separators in quotation marks.'
const BLANK = new Set(WORDS.blank)

/** Whether the first lines of a text are the heading of a table that is read. */
export function isKnownTable(text: string): boolean {
  const heading = headingOf(text)
  return hasOwnColumns(heading) || logOf(heading) !== undefined
}

function logOf(heading: readonly string[]): (typeof FLIGHT_LOGS)[number] | undefined {
  const names = new Set(heading.map(columnName))
  return FLIGHT_LOGS.find(({ columns }) => columns.every((column) => names.has(column)))
}

export function readTableParts(text: string, context: CheckContext): FoundPart[] {
  const [heading, ...rows] = readTable(text)
  if (heading === undefined) return []
  const log = logOf(heading.cells)
  const { parts, read } =
    log === undefined ? ownRows(heading, rows) : { parts: [], read: logRows(heading, rows, log, context) }
  for (const row of rows) {
    const wrong = row.wrong ?? (row.cells.slice(heading.cells.length).some(Boolean) ? TOO_WIDE : undefined)
    const at = `row ${row.number}`
    parts.push(wrong === undefined ? { at, ...read(row) } : refusedPart(at, wrong))
  }
  return parts
}

type ReadRow = (row: Row) => LoggedFlight

const filled = (cell: string | undefined): string | undefined =>
  cell === undefined || BLANK.has(cell) ? undefined : cell

function logRows(
  heading: Row,
  rows: readonly Row[],
  log: (typeof FLIGHT_LOGS)[number],
  { zoneOf }: CheckContext,
): ReadRow {
  const positions = new Map(heading.cells.map((name, position) => [columnName(name), position]))
  const date = positions.get('date')!
  const order = dateOrderOf(rows.map(({ cells }) => cells[date] ?? ''))
  return ({ cells }) => log.read((column) => filled(cells[positions.get(column) ?? -1]), order, zoneOf)
}

function ownRows(heading: Row, rows: readonly Row[]): { parts: FoundPart[]; read: ReadRow } {
  const columns = heading.cells.map((name, position) => {
    const column = ownColumn(name)
    if (column === null) return null
    const dates = HOLDS_DATES.test(column.field) ? rows.map(({ cells }) => cells[position] ?? '') : []
    return { ...column, order: dateOrderOf(dates) }
  })
  const unknown = heading.cells.filter((name, position) => columns[position] === null && name !== '')
  const problems = unknown.map((name) => ({
    field: name.slice(0, 100),
    description:
      'No segment type has a field with this name, so the column was not read. Rename or remove it.',
  }))
  const parts = unknown.length === 0 ? [] : [{ at: `row ${heading.number}`, raw: null, problems }]
  return { parts, read: ({ cells }) => readOwnRow(columns, cells) }
}

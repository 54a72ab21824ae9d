/** The columns of a table that name the member of each row: `member_id`, or `account_source` and `account_id`. */
import { recordCutter, SEPARATOR_MARK } from './record-cutter.js'
import { accountAddress } from './text-address.js'
import type { TakenAddress } from './text-address.js'

const COLUMNS = ['member_id', 'account_source', 'account_id'] as const

export interface AddressColumns {
  /** The cells of a row in these columns. */
  cells: (row: string) => string[]
  /** The row without these columns. */
  without: (row: string) => string
}

/** Null: the table has no such column. */
export function addressColumns(heading: string, delimiter: string): AddressColumns | null {
  const names = cellsOf(heading, delimiter).map((cell) => valueOf(cell).toLowerCase())
  const positions = COLUMNS.map((column) => names.indexOf(column))
  if (positions.every((position) => position < 0)) return null
  return {
    cells: (row) => {
      const cells = cellsOf(row, delimiter)
      return positions.map((position) => valueOf(cells[position]))
    },
    without: (row) =>
      `${cellsOf(row, delimiter)
        .filter((_cell, position) => !positions.includes(position))
        .join(delimiter)}\n`,
  }
}

/** Of a table with rows of one member: whose they are, and the table without the columns that say so. */
export function takeTableAddress(table: string): TakenAddress {
  const records = recordCutter()
  const lines = [...records.push(table), ...records.end()].filter((line) => line.trim() !== '')
  const marks = SEPARATOR_MARK.test(lines[0] ?? '') ? lines.splice(0, 1) : []
  const [heading = '', row = ''] = lines
  const columns = addressColumns(heading, records.delimiter())
  if (columns === null) return { address: null, rest: table }
  const [member = '', source = '', number = ''] = columns.cells(row)
  const account = source + number === '' ? null : accountAddress(source, number)
  return {
    address: member === '' ? account : { member_id: member },
    rest: [...marks, ...lines.map(columns.without)].join(''),
  }
}

/** The cells of a line as they are written, with their quotation marks. */
function cellsOf(line: string, delimiter: string): string[] {
  const end = delimiter.replace(/[\\\]^-]/, '\\$&')
  const cell = new RegExp(`("(?:[^"]|"")*"[^"${end}]*|[^${end}]*)[${end}]`, 'g')
  return [...`${line.replace(/\r?\n$/, '')}${delimiter}`.matchAll(cell)].map(([, text = '']) => text)
}

const valueOf = (cell = ''): string =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replaceAll('""', '"')
    .trim()

/** A file of rows and columns: commas, semicolons, tabs or bars between them (RFC 4180). */
import { parse } from 'csv-parse/sync'

const DELIMITERS = [',', ';', '\t', '|']
/** A table of more rows is read up to here. */
const MOST_ROWS = 50_000
const MOST_COLUMNS = 300

export interface Row {
  /** As a spreadsheet counts: the heading is row 1, blank rows count. */
  number: number
  cells: string[]
}

export interface Table {
  heading: Row
  /** Without blank ones. */
  rows: Row[]
  /** Why nothing was read behind the last row; null: all of it was. */
  broken: string | null
}

/** Null: there is no row. */
export function readTable(text: string, most = MOST_ROWS): Table | null {
  const first = firstLine(text)
  const isMarked = /^sep=.$/i.test(first)
  const delimiter = isMarked ? first.at(-1)! : delimiterOf(first)
  const rows: Row[] = []
  let number = 0
  let broken: string | null = null
  try {
    parse(text, {
      delimiter,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      to: most + 1,
      on_record: (record: string[]) => {
        number += 1
        const cells = record.slice(0, MOST_COLUMNS).map((cell) => cell.trim())
        if (cells.some((cell) => cell !== '') && !(number === 1 && isMarked)) rows.push({ number, cells })
        return null
      },
    })
    if (number > most) {
      broken = `The file has more than ${most} rows; split it.`
      if (rows.at(-1)?.number === number) rows.pop()
    }
  } catch {
    broken = 'A quotation mark opens a cell and nothing closes it; close it or take it away.'
  }
  const [heading, ...others] = rows
  return heading === undefined ? null : { heading, rows: others, broken }
}

/** The names of the columns, from the first lines of a file. */
export function headingOf(text: string): string[] {
  const start = text.slice(0, 20_000)
  return readTable(start, 3)?.heading.cells ?? []
}

/** The name of a column in letters and digits, lower case. */
export const columnName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

function firstLine(text: string): string {
  const start = text.slice(0, 20_000).replace(/^\ufeff/, '').trimStart()
  const end = start.search(/[\r\n]/)
  return end < 0 ? start : start.slice(0, end)
}

function delimiterOf(line: string): string {
  const count = (delimiter: string): number => line.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

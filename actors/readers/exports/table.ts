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
  /** Why it was not read. */
  wrong?: string
}

/** The rows that are not blank; the first one is the heading. Behind a table that is too long, a row says so. */
export function readTable(text: string, most = MOST_ROWS): Row[] {
  const { delimiter, isMarked } = delimiterIn(text)
  const rows: Row[] = []
  let number = 0
  parse(text, {
    delimiter,
    bom: true,
    relax_column_count: true,
    skip_records_with_error: true,
    to: most + 1,
    on_record: (record: string[]) => {
      number += 1
      const cells = record.slice(0, MOST_COLUMNS).map((cell) => cell.trim())
      if (cells.some((cell) => cell !== '') && !(number === 1 && isMarked)) rows.push({ number, cells })
      return null
    },
    on_skip: (error) => {
      number += 1
      const wrong = `A quotation mark is not closed, or stands inside a cell (up to line ${error?.lines ?? '?'}). Close it, or double it inside a quoted cell.`
      if (rows.length < most) rows.push({ number, cells: [], wrong })
      return undefined
    },
  })
  if (number <= most) return rows
  if (rows.at(-1)?.number === number) rows.pop()
  rows.push({ number, cells: [], wrong: `The file has more than ${most} rows. Split it.` })
  return rows
}

/** The names of the columns, from the first lines of a file. */
export function headingOf(text: string): string[] {
  const start = text.slice(0, 20_000)
  return readTable(start, 3)[0]?.cells ?? []
}

/** The name of a column in letters and digits, lower case. */
export const columnName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** What stands between the cells of a file, and whether its first line does nothing but say that. */
export function delimiterIn(text: string): { delimiter: string; isMarked: boolean } {
  const first = firstLine(text)
  const isMarked = /^sep=.$/i.test(first)
  return { delimiter: isMarked ? first.at(-1)! : delimiterOf(first), isMarked }
}

function firstLine(text: string): string {
  const start = text
    .slice(0, 20_000)
    .replace(/^\ufeff/, '')
    .trimStart()
  const end = start.search(/[\r\n]/)
  return end < 0 ? start : start.slice(0, end)
}

function delimiterOf(line: string): string {
  const count = (delimiter: string): number => line.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

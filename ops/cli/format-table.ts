export type Cell = string | number | Date | null

/** Rows as aligned columns of plain text. Numbers are right-aligned; null is shown as a dash, times in UTC. */
export function formatTable(headings: string[], rows: Cell[][]): string[] {
  const cells = rows.map((row) => row.map(cellText))
  const widths = headings.map((name, i) => Math.max(name.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const isNumeric = headings.map(
    (_name, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number' || row[i] === null),
  )
  const line = (row: string[]): string =>
    row
      .map((cell, i) => {
        const width = widths[i] ?? 0
        return isNumeric[i] === true ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(headings), ...cells.map(line)]
}

/** Prints the rows under their headings. */
export function printTable(headings: string[], rows: Cell[][]): void {
  for (const line of formatTable(headings, rows)) console.log(line)
}

function cellText(cell: Cell): string {
  if (cell === null) return '-'
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

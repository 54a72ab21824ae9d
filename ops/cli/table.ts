/** Rows as aligned columns of plain text. Numbers are set to the right. */
export function table(head: string[], rows: Array<Array<string | number | null>>): string[] {
  const text = rows.map((row) => row.map((cell) => (cell === null ? '-' : String(cell))))
  const widths = head.map((name, i) => Math.max(name.length, ...text.map((row) => row[i]?.length ?? 0)))
  const right = head.map(
    (_name, i) => rows.length > 0 && rows.every((row) => typeof row[i] === 'number' || row[i] === null),
  )
  const line = (cells: string[]): string =>
    cells
      .map((cell, i) => (right[i] === true ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [line(head), ...text.map(line)]
}

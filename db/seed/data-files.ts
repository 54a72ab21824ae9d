import { readFileSync } from 'node:fs'

/** The lines of a file of `data/`, without comments, each split at its bars. */
export function readRows(name: string): string[][] {
  return readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|'))
}

/** A cell, or null when it is empty or not there. */
export function cell(row: string[], at: number): string | null {
  const text = row[at]
  return text === undefined || text === '' ? null : text
}

/** A cell that must be there. */
export function requiredCell(row: string[], at: number): string {
  const text = cell(row, at)
  if (text === null) throw new Error(`no cell ${at} in: ${row.join('|')}`)
  return text
}

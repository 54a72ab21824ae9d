/**
 * Reads the files in `data/`: our own lists (`.txt`, cells separated by bars) and snapshots (`.tsv.gz`, by
 * tabs).
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const LINE_FEED = 0x0a
const HASH = 0x23

/** Rows of a list, without comments. */
export function readRows(name: string): string[][] {
  return readFileSync(new URL(`data/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|'))
}

/**
 * Rows of a snapshot; make-reference.mjs names the columns. Decoded line by line: one text would hold two
 * bytes per character for the sake of a few names.
 */
export function readSnapshot<R>(name: string, toRow: (cells: string[]) => R): R[] {
  const bytes = gunzipSync(readFileSync(new URL(`data/${name}.tsv.gz`, import.meta.url)))
  const rows: R[] = []
  for (let start = 0, end = 0; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(LINE_FEED, start)
    if (bytes[start] !== HASH) rows.push(toRow(bytes.toString('utf8', start, end).split('\t')))
  }
  return rows
}

/** A cell, or null if it is empty or missing. */
export function cell(row: string[], at: number): string | null {
  const text = row[at]
  return text === undefined || text === '' ? null : text
}

/** A cell that must have content. */
export function requiredCell(row: string[], at: number): string {
  const text = cell(row, at)
  if (text === null) throw new Error(`cell ${at} is missing in: ${row.join('|')}`)
  return text
}

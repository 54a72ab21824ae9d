import { formatTable, type Cell } from './format-table.js'

/** What a command answers: lines for people, and the same as data for `--json`. */
export interface Answer {
  data: unknown
  lines: readonly string[]
  /** Exits with 1: something was not done, or is not as it should be. */
  failed?: boolean
  /** Exits with this instead of 1. */
  exitCode?: number
}

/** What was asked for does not exist or cannot be done: the message goes to stderr, the exit code is 1. */
export class Refused extends Error {}

/** Arguments that are wrong together, or for this installation: printed with the usage, exit code 64. */
export class UsageError extends Error {}

/** Rows under their headings. In the data each row is an object with the headings as names. */
export function table(headings: string[], rows: Cell[][]): Answer {
  const names = headings.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'))
  return {
    data: rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]]))),
    lines: formatTable(headings, rows),
  }
}

/** Values by name, one a line; `note` is for people alone. */
export function values(byName: Record<string, Cell>, note?: string): Answer {
  const width = Math.max(...Object.keys(byName).map((name) => name.length))
  const lines = Object.entries(byName).map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
  return { data: byName, lines: note === undefined ? lines : [...lines, note] }
}

/** What was done, in a sentence. */
export function done(message: string, data: Record<string, unknown> = {}): Answer {
  return { data: { message, ...data }, lines: [message] }
}

/** The answer of a command that did not do what it was asked for, or found something wrong. */
export function failed(message: string, data: Record<string, unknown> = {}): Answer {
  return { ...done(message, data), failed: true }
}

/**
 * What changed among airports since the snapshot, and before it where the snapshot does not say when
 * (data/airport-changes.txt).
 */
import { cell, readRows, requiredCell } from './data-files.js'

export const CHANGES = ['opened', 'closed', 'moved', 'renamed', 'also', 'missing'] as const

/** A line of the list. Dates are as exact as they are known: `2026`, `2026-10` or `2026-10-25`. */
export interface AirportChange {
  what: (typeof CHANGES)[number]
  code: string
  /** The airport's other code, its predecessor or its successor: see the head of the list. */
  otherCode: string | null
  from: string | null
  until: string | null
  name: string | null
  icao: string | null
  type: string | null
  town: string | null
  country: string | null
  /** Null where another row has the site. */
  site: { lat: number; lon: number } | null
  source: string
}

/** All of them, the oldest first. */
export function airportChanges(): AirportChange[] {
  return readRows('airport-changes').map((row) => {
    const what = CHANGES.find((word) => word === row[0])
    if (what === undefined) throw new Error(`no such change: ${row.join('|')}`)
    const [lat, lon] = [cell(row, 10), cell(row, 11)]
    return {
      what,
      code: requiredCell(row, 1),
      otherCode: cell(row, 2),
      from: cell(row, 3),
      until: cell(row, 4),
      name: cell(row, 5),
      icao: cell(row, 6),
      type: cell(row, 7),
      town: cell(row, 8),
      country: cell(row, 9),
      site: lat === null || lon === null ? null : { lat: Number(lat), lon: Number(lon) },
      source: requiredCell(row, 12),
    }
  })
}

/** The day of a change, or the year; empty for what has no date. */
export function dateOf({ what, from, until }: AirportChange): string {
  return (what === 'opened' ? from : until) ?? ''
}

/** True if the snapshot's row of the code, undefined if it has none, says the same. A move it never dates. */
export function isInSnapshot({ what }: AirportChange, row: { scheduled: boolean } | undefined): boolean {
  switch (what) {
    case 'opened':
    case 'missing':
      return row !== undefined
    case 'closed':
      return row !== undefined && !row.scheduled
    default:
      return false
  }
}

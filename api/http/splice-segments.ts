/** A stored trip with its stored segments put in, without parsing either. */
import { provenanceText } from '../../schemas/itinerary/provenance.js'
import type { TripRow } from '../ports/reads.js'

/** Adds `"segments": [...]` as the last key of the document when the row brought them. */
export function tripText(row: TripRow): string {
  return row.segments === null
    ? row.doc
    : `${row.doc.slice(0, row.doc.lastIndexOf('}'))},"segments":${row.segments}}`
}

/** A JSON array of stored documents. */
export function arrayText(texts: string[]): string {
  return `[${texts.join(',')}]`
}

/** A stored segment, with `"provenance": {...}` as the last key when the row brought it. */
export function segmentText(row: { doc: string; provenance: string | null }): string {
  return row.provenance === null
    ? row.doc
    : `${row.doc.slice(0, row.doc.lastIndexOf('}'))},"provenance":${provenanceText(row.provenance)}}`
}

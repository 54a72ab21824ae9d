/** Splices stored JSON texts into each other without parsing them. */
import { provenanceText } from '../../schemas/itinerary/stored/provenance.js'
import type { TripRow } from '../../schemas/itinerary/reads.js'

/** A stored trip, with `"segments": [...]` as its last key when the row has them. */
export function tripText(row: Pick<TripRow, 'doc' | 'segments'>): string {
  return row.segments === null ? row.doc : withLastKey(row.doc, 'segments', row.segments)
}

/** A stored segment, with `"provenance": {...}` as its last key when the row has it. */
export function segmentText(row: { doc: string; provenance: string | null }): string {
  return row.provenance === null
    ? row.doc
    : withLastKey(row.doc, 'provenance', provenanceText(row.provenance))
}

/** A JSON array of stored documents. */
export function arrayText(texts: readonly string[]): string {
  return `[${texts.join(',')}]`
}

function withLastKey(doc: string, key: string, value: string): string {
  return `${doc.slice(0, doc.lastIndexOf('}'))},"${key}":${value}}`
}

/** Reads a trip with all its segments and the names that its page shows. */
import { provenanceText } from '../../../../schemas/itinerary/provenance.js'
import type { SegmentReads, TripReads } from '../../../../schemas/itinerary/reads.js'
import type { NameStore } from '../ports.js'
import type { SegmentDoc } from './segment-doc.js'
import { airportCodes } from './segment-place.js'
import { sourceIds } from './segment-reports.js'
import type { Names } from './timeline-item.js'
import type { TripSegment } from './trip-view.js'

export interface TripPageReads {
  trips: TripReads
  segments: SegmentReads
  names: NameStore
}

export interface WholeTrip {
  doc: Record<string, unknown>
  /** Active, pending and cancelled ones, in order of start. */
  segments: TripSegment[]
  names: Names
}

/** Of one trip, cancelled ones included. */
const MAX_SEGMENTS = 1_000
const READABLE = new Set(['Active', 'Cancelled'])

/** Null if there is no such trip, or it was deleted. Its id, if it was merged into another one. */
export async function readTrip(
  reads: TripPageReads,
  member: string,
  id: string,
): Promise<WholeTrip | { mergedInto: string } | null> {
  const row = await reads.trips.byId(member, id, { segments: false, follow: false })
  if (row === null) return null
  const doc = JSON.parse(row.doc) as Record<string, unknown>
  const mergedInto = doc['merged_into']
  if (typeof mergedInto === 'string') return { mergedInto }
  if (!READABLE.has(String(doc['status'] ?? 'Active'))) return null
  const { rows } = await reads.segments.list(member, {
    type: null,
    source: null,
    status: ['Active', 'Pending', 'Cancelled'],
    start: null,
    end: null,
    since: null,
    until: null,
    confirmationNo: null,
    unfiled: false,
    trip: row.id,
    provenance: true,
    limit: MAX_SEGMENTS,
    offset: 0,
    after: null,
  })
  const segments = rows.map(({ doc: text, provenance }) => ({
    doc: JSON.parse(text) as SegmentDoc,
    provenance: provenance === null ? null : provenanceText(provenance),
  }))
  const docs = segments.map((one) => one.doc)
  const [airports, sources] = await Promise.all([
    reads.names.airports(airportCodes(docs)),
    reads.names.sources(sourceIds(docs)),
  ])
  return { doc, segments, names: { airports, sources } }
}

/** Reads a trip with all its segments and the names that its page shows. */
import type { TripReads } from '../../../../schemas/itinerary/reads.js'
import { readSegments } from './read-segments.js'
import type { SegmentPageReads } from './read-segments.js'
import type { Names } from './timeline-item.js'
import type { TripSegment } from './trip-view.js'

export interface TripPageReads extends SegmentPageReads {
  trips: TripReads
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
  const { segments, names } = await readSegments(reads, member, { trip: row.id, limit: MAX_SEGMENTS })
  return { doc, segments, names }
}

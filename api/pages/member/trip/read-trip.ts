/** Reads a trip with all its segments and the names that its page shows. */
import type { TripReads } from '../../../../schemas/itinerary/reads.js'
import { listOf } from '../../../segment-words/segment-doc.js'
import { readSegments } from './read-segments.js'
import type { SegmentPageReads } from './read-segments.js'
import type { Names } from './timeline-item.js'
import { nameOf, spanOf } from './trip-view.js'
import type { TripSegment } from './trip-view.js'
import type { OtherTrip } from './trip-warnings.js'

export interface TripPageReads extends SegmentPageReads {
  trips: TripReads
}

export interface WholeTrip {
  doc: Record<string, unknown>
  /** Active, pending and cancelled ones, in order of start. */
  segments: TripSegment[]
  names: Names
  /** The trips that take place at the same time. */
  others: OtherTrip[]
}

/** Of one trip, cancelled ones included. */
const MAX_SEGMENTS = 1_000
/** The most trips at the same time that a page names. */
const MAX_OTHERS = 3
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
  const [{ segments, names }, others] = await Promise.all([
    readSegments(reads, member, { trip: row.id, limit: MAX_SEGMENTS }),
    otherTrips(reads, member, doc),
  ])
  return { doc, segments, names, others }
}

async function otherTrips(
  { trips }: Pick<TripPageReads, 'trips'>,
  member: string,
  doc: Readonly<Record<string, unknown>>,
): Promise<OtherTrip[]> {
  const ids = (listOf(doc, 'overlaps_trip_ids') as unknown[]).map(String).slice(0, MAX_OTHERS)
  const rows = await Promise.all(
    ids.map(async (id) => await trips.byId(member, id, { segments: false, follow: true })),
  )
  return rows.flatMap((row) => {
    if (row === null) return []
    const other = JSON.parse(row.doc) as Record<string, unknown>
    return READABLE.has(String(other['status'] ?? 'Active'))
      ? [{ id: row.id, name: nameOf(other), span: spanOf(other) }]
      : []
  })
}

/** Reads segments with the names that their pages show. */
import { provenanceText } from '../../../../schemas/itinerary/stored/provenance.js'
import type { MemberReads, SegmentQuery, SegmentReads } from '../../../../schemas/itinerary/reads.js'
import type { NameStore } from '../ports.js'
import { textOf } from '../../../segment-words/segment-doc.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { airportCodes } from '../../../segment-words/segment-place.js'
import { airlineCodes } from '../../../segment-words/segment-words.js'
import { sourceIds } from './segment-reports.js'
import type { Names } from './timeline-item.js'
import type { TripSegment } from './trip-view.js'

export interface SegmentPageReads {
  segments: SegmentReads
  records: MemberReads
  names: NameStore
}

export interface NamedSegments {
  segments: TripSegment[]
  names: Names
  /** Number of segments that the query finds. */
  total: number
}

/** Active, pending and cancelled segments, in order of start, with where their fields are from. */
const SHOWN: Omit<SegmentQuery, 'limit'> = {
  type: null,
  source: null,
  status: ['Active', 'Pending', 'Cancelled'],
  start: null,
  end: null,
  since: null,
  until: null,
  confirmationNo: null,
  unfiled: false,
  provenance: true,
  offset: 0,
  after: null,
}

export async function readSegments(
  reads: SegmentPageReads,
  member: string,
  query: Partial<SegmentQuery> & { limit: number },
): Promise<NamedSegments> {
  const { rows, total } = await reads.segments.list(member, { ...SHOWN, ...query })
  const segments = rows.map(({ doc, provenance }) => ({
    doc: JSON.parse(doc) as SegmentDoc,
    provenance: provenance === null ? null : provenanceText(provenance),
  }))
  const docs = segments.map((one) => one.doc)
  return { segments, names: await namesFor(reads, member, docs), total }
}

/** The names and the language that pages show these segments with. */
export async function namesFor(
  reads: Pick<SegmentPageReads, 'names' | 'records'>,
  member: string,
  docs: readonly SegmentDoc[],
): Promise<Names> {
  const [record, airports, airlines, sources] = await Promise.all([
    reads.records.byId(member),
    reads.names.airports(airportCodes(docs)),
    reads.names.airlines(airlineCodes(docs)),
    reads.names.sources(sourceIds(docs)),
  ])
  const profile = JSON.parse(record?.doc ?? '{}') as Record<string, unknown>
  return { language: textOf(profile, 'language') ?? 'en', airports, airlines, sources }
}

/** Number of segments that the query finds. */
export async function countSegments(
  reads: Pick<SegmentPageReads, 'segments'>,
  member: string,
  query: Partial<SegmentQuery>,
): Promise<number> {
  return (await reads.segments.list(member, { ...SHOWN, provenance: false, ...query, limit: 1 })).total
}

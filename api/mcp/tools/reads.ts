/** The tools that read trips and segments. */
import Type from 'typebox'
import { SEGMENT_STATUSES } from '../../../schemas/itinerary/segment-resource.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'
import { getSegment, listSegments } from '../../routes/segments.js'
import { getCurrentTrip, getTrip, listPastTrips, listUpcomingTrips } from '../../routes/trips/trips.js'
import {
  BriefSegment,
  BriefTrip,
  Warning,
  briefSegment,
  briefTrip,
  picked,
  warningsOf,
  withoutEmpty,
} from '../brief.js'
import type { Doc } from '../brief.js'
import { requireOne, tool } from '../tool.js'

const id = Type.String({ maxLength: 40 })
const cursor = Type.Optional(Type.String({ description: 'next from the last page' }))
const next = Type.Optional(Type.String())
const limit = (most: number) => Type.Optional(Type.Integer({ minimum: 1, maximum: most, default: 10 }))

const LISTS = { current: getCurrentTrip, upcoming: listUpcomingTrips, past: listPastTrips }

export const listTripsTool = tool({
  name: 'list_trips',
  title: 'List trips',
  description:
    "The member's trips: current (the one now, or else nearest in time), upcoming (a running one first) or past (latest first). Times are local to the place.",
  effect: 'reads',
  operation: listUpcomingTrips,
  input: Type.Object({
    when: Type.Optional(Type.Enum(['current', 'upcoming', 'past'], { default: 'upcoming' })),
    limit: limit(20),
    cursor,
  }),
  output: Type.Object({ trips: Type.Array(BriefTrip), next }),
  call: async ({ when = 'upcoming', limit: most = 10, cursor: after }, { ask, authUrl }) => {
    const query = when === 'current' ? {} : { limit: most, cursor: after }
    const { json, next: following } = await ask(LISTS[when], { query })
    const trips = [json].flat() as Doc[]
    return { trips: trips.map((trip) => briefTrip(trip, authUrl)), next: following }
  },
})

/** What a model can read at once; a trip has seldom more than forty. */
const MAX_SEGMENTS = 100

export const getTripTool = tool({
  name: 'get_trip',
  title: 'Read a trip',
  description:
    'One trip with its segments in order of start, and its warnings. left_out counts segments beyond 100; search_segments finds them.',
  effect: 'reads',
  operation: getTrip,
  input: Type.Object({ trip_id: id }),
  output: Type.Object({
    trip: BriefTrip,
    segments: Type.Array(BriefSegment),
    left_out: Type.Optional(Type.Integer()),
  }),
  call: async ({ trip_id: tripId }, { ask, authUrl, keep }) => {
    const query = { segments: true, follow: true }
    const read = await ask(getTrip, { params: { trip_id: tripId }, query })
    return keep(read.tag, () => {
      const trip = read.json as Doc
      const segments = trip['segments'] as Doc[]
      return {
        trip: briefTrip(trip, authUrl),
        segments: segments.slice(0, MAX_SEGMENTS).map((segment) => briefSegment(segment, false)),
        ...(segments.length > MAX_SEGMENTS ? { left_out: segments.length - MAX_SEGMENTS } : {}),
      }
    })
  },
})

const day = Type.Optional(Type.String({ description: 'YYYY-MM-DD' }))

export const searchSegmentsTool = tool({
  name: 'search_segments',
  title: 'Search segments',
  description:
    'Flights, stays, trains and so on across all trips, in order of start. Without a filter, from the first one ever; start keeps what ends on or after that day.',
  effect: 'reads',
  operation: listSegments,
  input: Type.Object({
    type: Type.Optional(Type.Enum([...SEGMENT_TYPES])),
    status: Type.Optional(Type.Enum([...SEGMENT_STATUSES], { default: 'Active' })),
    start: day,
    end: day,
    confirmation_no: Type.Optional(Type.String()),
    unfiled: Type.Optional(Type.Boolean({ description: 'only those in no trip' })),
    limit: limit(50),
    cursor,
  }),
  output: Type.Object({ segments: Type.Array(BriefSegment), next }),
  call: async ({ limit: most = 10, ...filters }, { ask }) => {
    const { json, next: following } = await ask(listSegments, { query: { ...filters, limit: most } })
    return { segments: (json as Doc[]).map((segment) => briefSegment(segment)), next: following }
  },
})

export const explainTool = tool({
  name: 'explain',
  title: 'Explain a trip or a segment',
  description:
    'Why it is as it is. For a segment: each value with the source it comes from, what every source reported ' +
    '(by rank, the first wins), warnings with what sources disagree on, possible duplicates. For a trip: which ' +
    'sources made each segment, its warnings, overlaps and where it came from. Give one id.',
  effect: 'reads',
  operation: getSegment,
  input: Type.Object({ segment_id: Type.Optional(id), trip_id: Type.Optional(id) }),
  output: Type.Object({
    segment: Type.Optional(Type.Object({ id })),
    trip: Type.Optional(Type.Object({ id })),
    warnings: Type.Optional(Type.Array(Warning)),
  }),
  call: async ({ segment_id: segmentId, trip_id: tripId }, { ask, authUrl }) => {
    requireOne({ segment_id: segmentId, trip_id: tripId })
    if (tripId !== undefined) {
      const query = { segments: true, follow: true }
      return explainedTrip((await ask(getTrip, { params: { trip_id: tripId }, query })).json as Doc, authUrl)
    }
    const query = { provenance: true, follow: true }
    return explainedSegment((await ask(getSegment, { params: { segment: segmentId! }, query })).json as Doc)
  },
})

const REASONS = [
  'possible_duplicate_of',
  'replaces',
  'replaced_by',
  'merged_into',
  'previous',
  'action',
] as const
const TRIP_REASONS = ['overlaps_trip_ids', 'split_from', 'merged_into', 'notes'] as const

function explainedSegment(doc: Doc): Doc {
  // It is not on the itinerary yet.
  if (doc['type'] === undefined) return doc
  const provenance = (doc['provenance'] ?? {}) as Record<string, { source: string }>
  const values = Object.entries(provenance).map(([field, { source }]) => [
    field,
    { value: doc[field], source },
  ])
  const sources = (doc['sources'] as Doc[]).map((one) => withoutEmpty(one))
  const reasons = { values: Object.fromEntries(values) as Doc, sources, warnings: warningsOf(doc) }
  return withoutEmpty({ segment: briefSegment(doc), ...reasons, ...picked(doc, REASONS) })
}

function explainedTrip(doc: Doc, authUrl: string): Doc {
  const segments = (doc['segments'] as Doc[]).slice(0, MAX_SEGMENTS).map((segment) => {
    const { id: segmentId, what, status } = briefSegment(segment)
    const sources = (segment['sources'] as Doc[]).map(({ source }) => source)
    return withoutEmpty({ id: segmentId, what, status, sources, warnings: warningsOf(segment) })
  })
  const reasons = { segments, warnings: warningsOf(doc), ...picked(doc, TRIP_REASONS) }
  return withoutEmpty({ trip: briefTrip(doc, authUrl), ...reasons })
}

/** Queries of lists without a filter. */
import type { SegmentQuery, TripQuery } from '../../../schemas/itinerary/reads.js'

const ALL = {
  start: null,
  end: null,
  since: null,
  until: null,
  status: null,
  limit: 1_000,
  offset: 0,
  after: null,
}

export const EVERY_TRIP: TripQuery = {
  ...ALL,
  view: 'list',
  now: 0,
  undated: true,
  privacy: null,
  purpose: null,
  segments: true,
}

export const EVERY_SEGMENT: SegmentQuery = {
  ...ALL,
  type: null,
  source: null,
  confirmationNo: null,
  unfiled: false,
  provenance: true,
}

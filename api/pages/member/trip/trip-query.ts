import type { TripQuery } from '../../../../schemas/itinerary/reads.js'

/** Trips of the past, the latest first, or those that have not ended, the next first. @param now epoch milliseconds */
export const tripQuery = (view: 'past' | 'upcoming', now: number): Omit<TripQuery, 'limit'> => ({
  view,
  now,
  offset: 0,
  after: null,
  start: null,
  undated: false,
  end: null,
  since: null,
  until: null,
  status: ['Active', 'Cancelled'],
  privacy: null,
  purpose: null,
  segments: true,
})

import type { TripQuery } from '../../../../schemas/itinerary/reads.js'

/** Past trips, latest first; those that have not ended, or all, earliest first. @param now epoch milliseconds */
export const tripQuery = (view: 'past' | 'upcoming' | 'list', now: number): Omit<TripQuery, 'limit'> => ({
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

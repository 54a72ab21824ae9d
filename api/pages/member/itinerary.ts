/** The member's itinerary as a plain page. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { TripQuery, TripReads } from '../../../schemas/itinerary/reads.js'
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'
import { timelineTrip } from './timeline.js'

export interface ItineraryDeps {
  trips: TripReads
  now: () => number
}

const TRIPS_PER_PAGE = 20
const MAX_PAGE = 500

export function itineraryRoutes(
  app: FastifyInstance,
  guard: PageGuard<MemberAccount>,
  deps: ItineraryDeps,
): void {
  app.get(
    '/account/trips',
    guard(async (page) => await renderTrips(page, deps)),
  )
}

async function renderTrips(
  { session, account, query, render }: AccountPage<MemberAccount>,
  deps: ItineraryDeps,
): Promise<FastifyReply> {
  const view = query.get('view') === 'past' ? 'past' : 'upcoming'
  const page = Math.min(MAX_PAGE, Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0))
  const trips = await deps.trips.list(session.accountId, tripQuery(view, page * TRIPS_PER_PAGE, deps.now()))
  const hasMore = (page + 1) * TRIPS_PER_PAGE < trips.total
  const pageUrl = (number: number): string => `/account/trips?view=${view}&page=${number}`
  return await render(
    'trips',
    { title: view === 'past' ? 'Past trips' : 'Your itinerary' },
    {
      firstName: account.firstName,
      view,
      trips: trips.rows.map((row) => timelineTrip(row.doc, row.segments)),
      earlier: page > 0 ? pageUrl(page - 1) : null,
      later: hasMore ? pageUrl(page + 1) : null,
    },
  )
}

function tripQuery(view: 'past' | 'upcoming', offset: number, now: number): TripQuery {
  return {
    view,
    now,
    offset,
    limit: TRIPS_PER_PAGE,
    after: null,
    start: null,
    undated: false,
    end: null,
    since: null,
    until: null,
    status: ['Active'],
    privacy: null,
    purpose: null,
    segments: true,
  }
}

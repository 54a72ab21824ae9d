/** The member's trips: the list, and a page for each (contract.md 3). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '../../../schemas/base/ids.js'
import type { TripQuery, TripReads, TripRow } from '../../../schemas/itinerary/reads.js'
import type { SharedTripStore } from '../../../schemas/member-pages/shared-trip.js'
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'
import type { FieldError } from '../lib/render-page.js'
import { sharedLinkItem } from './sharing/shared-link-item.js'
import { readTrip } from './trip/read-trip.js'
import type { TripPageReads } from './trip/read-trip.js'
import type { SegmentDoc } from './trip/segment-doc.js'
import { tripSummary, tripView } from './trip/trip-view.js'
import type { TripSummary } from './trip/trip-view.js'
import { countUnfiled } from './unfiled/unfiled-page.js'

export interface ItineraryDeps extends TripPageReads {
  trips: TripReads
  shared: Pick<SharedTripStore, 'list'>
  now: () => number
}

type Page = AccountPage<MemberAccount>

const TRIPS_PER_PAGE = 20
const MAX_PAGE = 500
const NOTICES: Readonly<Record<string, string>> = {
  unshared: 'Revoked. The link shows nothing any more.',
}
const SHOW_ALL = { locators: true, prices: true, reports: true }

export function itineraryRoutes(
  app: FastifyInstance,
  guard: PageGuard<MemberAccount>,
  deps: ItineraryDeps,
): void {
  app.get(
    '/account/trips',
    guard(async (page) => await renderTrips(page, deps)),
  )
  app.get(
    '/account/trips/:trip_id',
    guard(async (page) => await renderTrip(page, deps)),
  )
}

async function renderTrips(page: Page, deps: ItineraryDeps): Promise<FastifyReply> {
  const { session, account, query, render } = page
  const view = query.get('view') === 'past' ? 'past' : 'upcoming'
  const number = Math.min(MAX_PAGE, Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0))
  const now = deps.now()
  const [found, unfiled] = await Promise.all([
    deps.trips.list(session.accountId, tripQuery(view, number * TRIPS_PER_PAGE, now)),
    view === 'past' ? 0 : countUnfiled(deps, session.accountId, now),
  ])
  const last = Math.max(0, Math.ceil(found.total / TRIPS_PER_PAGE) - 1)
  const urlOf = (other: number): string => `/account/trips?view=${view}&page=${other}`
  return await render(
    'trips',
    { title: view === 'past' ? 'Past trips' : 'Your itinerary' },
    {
      firstName: account.firstName,
      view,
      groups: tripGroups(
        found.rows.map((row) => summaryOf(row, now)),
        view,
      ),
      total: found.total,
      unfiled,
      pages: last + 1,
      page: number + 1,
      previous: number > 0 ? urlOf(Math.min(number - 1, last)) : null,
      next: number < last ? urlOf(number + 1) : null,
    },
  )
}

/** The page of a trip, with errors of the form that shares it. */
export async function renderTrip(
  page: Page,
  deps: ItineraryDeps,
  errors: FieldError[] = [],
): Promise<FastifyReply> {
  const { trip_id: id } = page.request.params as { trip_id: string }
  const trip = isId(id) ? await readTrip(deps, page.session.accountId, id) : null
  if (trip === null) return await page.renderError('not_found')
  if ('mergedInto' in trip) return await page.redirect(`/account/trips/${trip.mergedInto}`)
  const view = tripView(trip.doc, trip.segments, { names: trip.names, show: SHOW_ALL, now: deps.now() })
  const links = (await deps.shared.list(page.session.accountId, id)).map(sharedLinkItem)
  const notice = NOTICES[page.query.get('m') ?? ''] ?? null
  return await page.render('trip', { title: view.name, errors, notice }, { trip: view, links })
}

function summaryOf(row: TripRow, now: number): TripSummary {
  const segments = JSON.parse(row.segments ?? '[]') as SegmentDoc[]
  return tripSummary(JSON.parse(row.doc) as Record<string, unknown>, segments, now)
}

/** Those under way first; past ones by year. */
function tripGroups(
  trips: readonly TripSummary[],
  view: 'past' | 'upcoming',
): Array<{ name: string; trips: TripSummary[] }> {
  const groups: Array<{ name: string; trips: TripSummary[] }> = []
  for (const trip of trips) {
    const name = groupName(trip, view)
    const group = groups.find((one) => one.name === name)
    if (group === undefined) groups.push({ name, trips: [trip] })
    else group.trips.push(trip)
  }
  return groups
}

function groupName({ span, isNow }: TripSummary, view: 'past' | 'upcoming'): string {
  if (view === 'past') return span?.slice(-4) ?? 'Without dates'
  return isNow ? 'Now' : 'Upcoming'
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
    status: ['Active', 'Cancelled'],
    privacy: null,
    purpose: null,
    segments: true,
  }
}

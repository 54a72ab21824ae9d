/** The member's trips: the list, and a page for each (contract.md 3). */
import { view } from '../lib/page-result.js'
import { isId } from '../../../schemas/base/ids.js'
import type { TripQuery, TripReads, TripRow } from '../../../schemas/itinerary/reads.js'
import type { SharedTripStore } from '../../../schemas/member-pages/shared-trip.js'
import { sharedLinkItem } from './sharing/shared-link-item.js'
import { readTrip } from './trip/read-trip.js'
import type { TripPageReads } from './trip/read-trip.js'
import type { SegmentDoc } from './trip/segment-doc.js'
import { tripSummary, tripView } from './trip/trip-view.js'
import type { TripSummary } from './trip/trip-view.js'
import { countUnfiled } from './unfiled/unfiled-page.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { pageLinks } from '../views/badges.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'
import { tripPageView } from './trip/trip-markup.js'
import { noticeOf, page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import type { PageResult } from '../lib/page-result.js'
import { problem, redirect } from '../lib/page-result.js'

export interface ItineraryDeps extends TripPageReads {
  trips: TripReads
  shared: Pick<SharedTripStore, 'list'>
  now: () => number
}

const TRIPS_PER_PAGE = 20
const MAX_PAGE = 500
const NOTICES: Readonly<Record<string, string>> = {
  unshared: 'Revoked. The link shows nothing any more.',
}
const SHOW_ALL = { locators: true, prices: true, reports: true }

export const itineraryPages = [
  page({ route: 'GET /account/trips', access: member }, renderTrips),
  page(
    { route: 'GET /account/trips/:trip_id', access: member },
    async (page, deps: ItineraryDeps) => await renderTrip(page, deps),
  ),
]

async function renderTrips(page: MemberPage, deps: ItineraryDeps): Promise<PageResult> {
  const { session, account, query } = page
  const shown = query.get('view') === 'past' ? 'past' : 'upcoming'
  const number = Math.min(MAX_PAGE, Math.max(0, Number.parseInt(query.get('page') ?? '0', 10) || 0))
  const now = deps.now()
  const [found, unfiled] = await Promise.all([
    deps.trips.list(session.accountId, tripQuery(shown, number * TRIPS_PER_PAGE, now)),
    shown === 'past' ? 0 : countUnfiled(deps, session.accountId, now),
  ])
  const last = Math.max(0, Math.ceil(found.total / TRIPS_PER_PAGE) - 1)
  const urlOf = (other: number): string => `/account/trips?view=${shown}&page=${other}`
  return view(
    tripsView,
    { title: shown === 'past' ? 'Past trips' : 'Your itinerary' },
    {
      firstName: account.firstName,
      view: shown,
      groups: tripGroups(
        found.rows.map((row) => summaryOf(row, now)),
        shown,
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
  page: MemberPage,
  deps: ItineraryDeps,
  errors: FieldError[] = [],
): Promise<PageResult> {
  const { trip_id: id } = page.request.params as { trip_id: string }
  const found = isId(id) ? await readTrip(deps, page.session.accountId, id) : null
  if (found === null) return problem('not_found')
  if ('mergedInto' in found) return redirect(`/account/trips/${found.mergedInto}`)
  const trip = tripView(found.doc, found.segments, { names: found.names, show: SHOW_ALL, now: deps.now() })
  const links = (await deps.shared.list(page.session.accountId, id)).map(sharedLinkItem)
  const notice = noticeOf(page, NOTICES)
  return view(tripPageView, { title: trip.name, errors, notice }, { trip, links })
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

interface TripsViewData {
  firstName: string
  view: 'past' | 'upcoming'
  groups: Array<{ name: string; trips: TripSummary[] }>
  total: number
  /** Number of planned segments in no trip; 0 on the page of past trips. */
  unfiled: number
  page: number
  pages: number
  previous: string | null
  next: string | null
}

function tripsView(data: TripsViewData, frame: PageFrame): Html {
  return html`
<h1>${frame.title}</h1>
<nav aria-label="Trips" class="switch"><ul>
<li><a href="/account/trips"${data.view === 'upcoming' && html` aria-current="page"`}>Upcoming</a></li>
<li><a href="/account/trips?view=past"${data.view === 'past' && html` aria-current="page"`}>Past</a></li>
</ul></nav>
${
  data.total === 0
    ? html`<p class="lead">${data.view === 'past' ? 'You have no past trips yet.' : html`Nothing is planned yet, ${data.firstName}.`}</p>
<p>Trips appear here as soon as <a href="/account/apps">an application you have connected</a>, or a supplier where you have <a href="/account/loyalty">a loyalty account</a>, sends a flight, a stay or a train.</p>
`
    : html`${
        data.groups.length === 0 &&
        html`<p class="lead">There are no trips on this page.</p>
`
      }`
}
${data.groups.map(
  (group) => html`<section aria-labelledby="group-${group.name.replace(/\W/g, '-')}">
<h2 id="group-${group.name.replace(/\W/g, '-')}">${group.name}</h2>
<ul class="trips">
${group.trips.map(
  (trip) => html`<li class="card trip${trip.isNow ? ' now' : ''}">
<h3><a href="/account/trips/${trip.id}">${trip.name}</a></h3>
<p class="marks">${trip.status === 'Cancelled' && html`<span class="badge bad">Cancelled</span> `}${trip.isNow && html`<span class="badge good">Under way</span> `}${trip.timing !== null && html`<span class="badge plain">${trip.timing}</span> `}${trip.warningCount > 0 && html`<span class="badge warn">${trip.warningCount === 1 ? '1 thing' : trip.warningCount + ' things'} to check</span>`}</p>
<p class="when">${trip.span ?? 'No dates yet'}</p>
${trip.places.length > 0 && html`<p class="where">${trip.places.join(' \u00b7 ')}</p>`}
${trip.contents !== '' && html`<p class="soft">${trip.contents}</p>`}
</li>
`,
)}
</ul>
</section>
`,
)}
${
  data.unfiled > 0 &&
  html`<p><a href="/account/trips/unfiled">${data.unfiled === 1 ? '1 item' : data.unfiled + ' items'} not in a trip</a>, and why.</p>
`
}
${pageLinks(data)}
`
}

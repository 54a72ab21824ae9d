/** The member's trips: the list, and a page for each (contract.md 3). */
import { isId } from '../../../schemas/base/ids.js'
import type { TripReads, TripRow } from '../../../schemas/itinerary/reads.js'
import type { SharedTripStore } from '../../../schemas/member-pages/shared-trip.js'
import { CHANGE_NOTICES } from './editing/apply-change.js'
import { readTrip } from './trip/read-trip.js'
import type { TripPageReads } from './trip/read-trip.js'
import type { SegmentDoc } from '../../segment-words/segment-doc.js'
import { tripQuery } from './trip/trip-query.js'
import { tripSummary, tripView } from './trip/trip-view.js'
import type { TripSummary } from './trip/trip-view.js'
import { countUnfiled } from './unfiled-page.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { numberedPage, pageLinks, periodSwitch } from '../views/pagination.js'
import type { Period } from '../views/pagination.js'
import { tripMarks, tripPageView } from './trip/trip-markup.js'
import { noticeOf, page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'

export interface ItineraryDeps extends TripPageReads {
  trips: TripReads
  shared: Pick<SharedTripStore, 'list'>
  now: () => number
}

const TRIPS = '/account/trips'
const TRIPS_PER_PAGE = 20
const NOTICES: Readonly<Record<string, string>> = {
  ...CHANGE_NOTICES,
  unshared: 'Revoked. The link shows nothing any more.',
}
const SHOW_ALL = { locators: true, prices: true, reports: true }

export const itineraryPages = [
  page({ route: `GET ${TRIPS}`, access: member }, renderTrips),
  page(
    { route: `GET ${TRIPS}/:trip_id`, access: member, params: { trip_id: isId } },
    async (page, deps: ItineraryDeps) => await renderTrip(page, deps),
  ),
]

async function renderTrips(page: MemberPage, deps: ItineraryDeps): Promise<PageResult> {
  const { account, query } = page
  const { period, number } = numberedPage(query)
  const now = deps.now()
  const [found, unfiled] = await Promise.all([
    deps.trips.list(account.id, {
      ...tripQuery(period, now),
      offset: number * TRIPS_PER_PAGE,
      limit: TRIPS_PER_PAGE,
    }),
    period === 'past' ? 0 : countUnfiled(deps, account.id, now),
  ])
  const title = period === 'past' ? 'Past trips' : 'Your itinerary'
  const groups = tripGroups(
    found.rows.map((row) => summaryOf(row, now)),
    period,
  )
  const nothing =
    period === 'past' ? 'You have no past trips yet.' : `Nothing is planned yet, ${account.firstName}.`
  return view(
    { title, notice: noticeOf(page, CHANGE_NOTICES) },
    () => html`
<h1>${title}</h1>
${periodSwitch('Trips', TRIPS, period)}
<p><a href="/account/documents">Add to my itinerary</a>: a confirmation, a ticket, a calendar. Or <a href="/account/segments/new">enter it yourself</a>.</p>
${
  found.total === 0 &&
  html`<p class="lead">${nothing}</p>
<p>Trips appear here as soon as <a href="/account/apps">an application you have connected</a>, or a supplier where you have <a href="/account/loyalty">a loyalty account</a>, sends a flight, a stay or a train.</p>`
}
${found.total > 0 && groups.length === 0 && html`<p class="lead">There are no trips on this page.</p>`}
${groups.map(tripGroup)}
${unfiled > 0 && html`<p><a href="${TRIPS}/unfiled">${unfiled === 1 ? '1 item' : `${unfiled} items`} not in a trip</a>, and why.</p>`}
${pageLinks(TRIPS, period, number, Math.ceil(found.total / TRIPS_PER_PAGE))}
`,
  )
}

function tripGroup({ name, trips }: TripGroup): Html {
  const id = `group-${name.replace(/\W/g, '-')}`
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${name}</h2>
<ul class="trips">
${trips.map(tripCard)}
</ul>
</section>
`
}

function tripCard(trip: TripSummary): Html {
  const { warningCount: count } = trip
  return html`<li class="card trip${trip.isNow ? ' now' : ''}">
<h3><a href="${TRIPS}/${trip.id}">${trip.name}</a></h3>
<p class="marks">${tripMarks(trip)}${count > 0 && html` <span class="badge warn">${count === 1 ? '1 thing' : `${count} things`} to check</span>`}</p>
<p class="when">${trip.span ?? 'No dates yet'}</p>
${trip.places.length > 0 && html`<p class="where">${trip.places.join(' \u00b7 ')}</p>`}
${trip.contents !== '' && html`<p class="soft">${trip.contents}</p>`}
</li>
`
}

/** The page of a trip, with errors of the form that shares it. */
export async function renderTrip(
  page: MemberPage,
  deps: ItineraryDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const { trip_id: id = '' } = page.params
  const found = await readTrip(deps, page.account.id, id)
  if (found === null) return problem('not_found')
  if ('mergedInto' in found) return redirect(`${TRIPS}/${found.mergedInto}`)
  const { names, others } = found
  const trip = tripView(found.doc, found.segments, { names, others, show: SHOW_ALL, now: deps.now() })
  const links = await deps.shared.list(page.account.id, id)
  return view({ title: trip.name, notice: noticeOf(page, NOTICES), ...refused }, (frame) =>
    tripPageView(trip, links, frame),
  )
}

function summaryOf(row: TripRow, now: number): TripSummary {
  const segments = JSON.parse(row.segments ?? '[]') as SegmentDoc[]
  return tripSummary(JSON.parse(row.doc) as Record<string, unknown>, segments, now)
}

interface TripGroup {
  name: string
  trips: TripSummary[]
}

/** Those under way first; past ones by year. */
function tripGroups(trips: readonly TripSummary[], view: Period): TripGroup[] {
  const groups: TripGroup[] = []
  for (const trip of trips) {
    const name = groupName(trip, view)
    const group = groups.find((one) => one.name === name)
    if (group === undefined) groups.push({ name, trips: [trip] })
    else group.trips.push(trip)
  }
  return groups
}

function groupName({ span, isNow }: TripSummary, view: Period): string {
  if (view === 'past') return span?.slice(-4) ?? 'Without dates'
  return isNow ? 'Now' : 'Upcoming'
}

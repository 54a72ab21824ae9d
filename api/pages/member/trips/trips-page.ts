/** The member's trips: upcoming and past ones, the results of a search, and a year. */
import type { TripRow } from '../../../../schemas/itinerary/reads.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import { wanted } from '../../lib/form.js'
import { noticeOf, page } from '../../lib/page.js'
import type { Posted } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import { view } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { fields } from '../../views/field.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import type { PageFrame } from '../../views/page-frame.js'
import { numberedPage, pageLinks } from '../../views/pagination.js'
import type { Period } from '../../views/pagination.js'
import { CHANGE_NOTICES } from '../editing/apply-change.js'
import { tripMarks } from '../trip/trip-markup.js'
import { tripQuery } from '../trip/trip-query.js'
import { tripSummary } from '../trip/trip-view.js'
import type { TripSummary } from '../trip/trip-view.js'
import type { TripPageReads } from '../trip/read-trip.js'
import { countUnfiled } from '../unfiled-page.js'
import { TRIPS, tripsSwitch } from './trips-switch.js'
import { renderYear } from './year-page.js'

export interface TripsDeps extends TripPageReads {
  now: () => number
}

const TRIPS_PER_PAGE = 20
const MOST_FOUND = 50
const SEARCH = {
  q: wanted({
    label: 'Find a trip',
    hint: 'A place, a hotel, an airline, a flight number or a booking number.',
  }),
}
type SearchPage = Posted<MemberPage, typeof SEARCH>

export const tripsPage = page(
  { route: `GET ${TRIPS}`, access: member, form: SEARCH },
  async (page, deps: TripsDeps) => {
    if (page.form.q !== null) return await renderFound(page, page.form.q, deps)
    return page.query.get('view') === 'year' ? await renderYear(page, deps) : await renderTrips(page, deps)
  },
)

async function renderTrips(page: SearchPage, deps: TripsDeps): Promise<PageResult> {
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
  const hasTrips =
    found.total > 0 || (await deps.trips.list(account.id, { ...tripQuery('list', now), limit: 1 })).total > 0
  const title = period === 'past' ? 'Past trips' : 'Your itinerary'
  const groups = tripGroups(
    found.rows.map((row) => summaryOf(row, now)),
    period,
  )
  const nothing =
    period === 'past' ? 'You have no past trips yet.' : `Nothing is planned yet, ${account.firstName}.`
  return view(
    { title, notice: noticeOf(page, CHANGE_NOTICES) },
    (frame) => html`
<h1>${title}</h1>
${tripsSwitch(period)}
${hasTrips && searchForm(frame, '')}
<p><a href="/account/documents">Add to my itinerary</a>: a confirmation, a ticket, a calendar. Or <a href="/account/segments/new">enter it yourself</a>.</p>
${
  found.total === 0 &&
  html`<p class="lead">${nothing}</p>
${
  period !== 'past' &&
  html`<p>Trips appear here as soon as you add one, or as <a href="/account/apps">an application you have connected</a>, or a supplier where you have <a href="/account/loyalty">a loyalty account</a>, sends a flight, a stay or a train.</p>`
}`
}
${found.total > 0 && groups.length === 0 && html`<p class="lead">There are no trips on this page.</p>`}
${groups.map(tripGroup)}
${unfiled > 0 && html`<p><a href="${TRIPS}/unfiled">${unfiled === 1 ? '1 item' : `${unfiled} items`} not in a trip</a>, and why.</p>`}
${pageLinks(TRIPS, period, number, Math.ceil(found.total / TRIPS_PER_PAGE))}
`,
  )
}

/** The trips that contain every word of the search, latest first. */
async function renderFound({ account }: SearchPage, q: string, deps: TripsDeps): Promise<PageResult> {
  const now = deps.now()
  const search = { ...tripQuery('list', now), search: q, limit: MOST_FOUND }
  const { rows, total } = await deps.trips.list(account.id, search)
  const groups = tripGroups(
    rows.map((row) => summaryOf(row, now)),
    'past',
  )
  const count = total === 1 ? '1 trip' : `${total} trips`
  return view(
    { title: 'Find a trip' },
    (frame) => html`
<h1>Find a trip</h1>
${tripsSwitch(null)}
${searchForm(frame, q)}
<p role="status">${total === 0 ? 'No trip of yours matches that.' : `${count} found${total > MOST_FOUND ? `; the latest ${MOST_FOUND} are shown` : ''}.`}</p>
${groups.map(tripGroup)}
`,
  )
}

const searchForm = (frame: PageFrame, q: string): Html =>
  html`<form method="get" action="${TRIPS}" role="search" class="row">
${fields(frame, SEARCH, { q })}<button>Find</button>
</form>`

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
<p class="when">${trip.span ?? 'No dates yet'}</p>
<p class="marks">${tripMarks(trip)}${count > 0 && html` <span class="badge warn">${count === 1 ? '1 thing' : `${count} things`} to check</span>`}</p>
${trip.places.length > 0 && html`<p class="where">${trip.places.join(' \u00b7 ')}</p>`}
${trip.contents !== '' && html`<p class="soft">${trip.contents}</p>`}
</li>
`
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

import type { TripReads } from '../../../../schemas/itinerary/reads.js'
import type { SegmentDoc } from '../../../segment-words/segment-doc.js'
import type { MemberPage } from '../../lib/page-access.js'
import { view } from '../../lib/page-result.js'
import type { PageResult } from '../../lib/page-result.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { tripMarks } from '../trip/trip-markup.js'
import { tripQuery } from '../trip/trip-query.js'
import { TRIPS, tripsSwitch } from './trips-switch.js'
import { yearOverview } from './year-overview.js'

const MOST_TRIPS = 400
const [FIRST_YEAR, LAST_YEAR] = [1970, 2200]
const DAY_MS = 86_400_000

/** A year of trips: its totals, and its trips by month. */
export async function renderYear(
  { account, query }: MemberPage,
  deps: { trips: TripReads; now: () => number },
): Promise<PageResult> {
  const now = deps.now()
  const asked = Number(query.get('year') ?? NaN)
  const isYear = Number.isInteger(asked) && asked >= FIRST_YEAR && asked <= LAST_YEAR
  const year = isYear ? asked : new Date(now).getUTCFullYear()
  const { rows } = await deps.trips.list(account.id, {
    ...tripQuery('list', now),
    // Somewhere the year begins earlier, and somewhere it ends later.
    start: Date.UTC(year, 0, 1) - DAY_MS,
    end: Date.UTC(year + 1, 0, 1) + DAY_MS,
    limit: MOST_TRIPS,
  })
  const stored = rows.map((row) => ({
    doc: JSON.parse(row.doc) as Record<string, unknown>,
    segments: JSON.parse(row.segments ?? '[]') as SegmentDoc[],
  }))
  const { totals, months } = yearOverview(stored, year, now)
  return view(
    { title: `Your ${year}` },
    () => html`
<h1>Your ${String(year)}</h1>
${tripsSwitch('year')}
<nav aria-label="Years" class="pages">${year > FIRST_YEAR && yearLink(year - 1, 'prev')}<span>${String(year)}</span>${year < LAST_YEAR && yearLink(year + 1, 'next')}</nav>
${totals.length > 0 && html`<dl class="tiles year">${totals.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
${months.length === 0 && html`<p class="lead">No trip begins in ${String(year)}.</p>`}
${months.map(
  ({ name, trips }) => html`<section aria-labelledby="month-${name}"><h2 id="month-${name}">${name}</h2>
<ul class="year">
${trips.map((trip) => html`<li><a href="${TRIPS}/${trip.id}">${trip.name}</a> ${tripMarks(trip)} <span class="soft">${trip.span}${trip.contents !== '' && `, ${trip.contents}`}</span></li>\n`)}</ul>
</section>
`,
)}
`,
  )
}

const yearLink = (year: number, rel: 'prev' | 'next'): Html =>
  html`<a href="${TRIPS}?view=year&amp;year=${year}" rel="${rel}">${String(year)}</a>`

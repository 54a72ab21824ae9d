/** The member's segments that are in no trip, and why (RULES 5). */
import type { GroupingNoteReads } from '../../../../schemas/member-pages/grouping-notes.js'
import type { SegmentQuery } from '../../../../schemas/itinerary/reads.js'
import { countSegments, readSegments } from '../trip/read-segments.js'
import type { SegmentPageReads } from '../trip/read-segments.js'
import { timelineDays } from '../trip/timeline-days.js'
import { timelineItem } from '../trip/timeline-item.js'
import { unfiledReason } from './unfiled-reason.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { pageLinks } from '../../views/badges.js'
import { timeline } from '../trip/timeline-markup.js'
import type { UnfiledData } from './page-data.js'
import { page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import type { PageResult } from '../../lib/page-result.js'
import { view } from '../../lib/page-result.js'

export interface UnfiledDeps extends SegmentPageReads {
  notes: GroupingNoteReads
  now: () => number
}

export const UNFILED_PATH = '/account/trips/unfiled'
const PER_PAGE = 50
const MAX_PAGE = 500
const SHOW_ALL = { locators: true, prices: true, reports: true }

export const unfiledPage = page({ route: `GET ${UNFILED_PATH}`, access: member }, renderUnfiled)

/** How many segments are in no trip, not cancelled and not over. @param now epoch milliseconds */
export async function countUnfiled(
  reads: Pick<SegmentPageReads, 'segments'>,
  member: string,
  now: number,
): Promise<number> {
  return await countSegments(reads, member, {
    ...queryOf('upcoming', now),
    status: ['Active', 'Pending'],
  })
}

async function renderUnfiled(page: MemberPage, deps: UnfiledDeps): Promise<PageResult> {
  const member = page.session.accountId
  const shown = page.query.get('view') === 'past' ? 'past' : 'upcoming'
  const query = queryOf(shown, deps.now())
  const last = Math.max(0, Math.ceil((await countSegments(deps, member, query)) / PER_PAGE) - 1)
  const number = Math.min(
    last,
    MAX_PAGE,
    Math.max(0, Number.parseInt(page.query.get('page') ?? '0', 10) || 0),
  )
  // The newest past ones are on the first page; on every page they are in the order of time.
  const offset = (shown === 'past' ? last - number : number) * PER_PAGE
  const [found, notes] = await Promise.all([
    readSegments(deps, member, { ...query, limit: PER_PAGE, offset }),
    deps.notes.byId(member),
  ])
  const isLive = ({ status }: { status: string }): boolean => status !== 'Cancelled'
  const docs = found.segments.map(({ doc }) => doc)
  const items = found.segments.map(({ doc, provenance }) =>
    timelineItem(doc, provenance, found.names, SHOW_ALL),
  )
  const live = docs.filter(isLive)
  const urlOf = (other: number): string => `${UNFILED_PATH}?view=${shown}&page=${other}`
  return view(
    unfiledView,
    { title: 'Not in a trip' },
    {
      view: shown,
      timeline: {
        days: timelineDays(live, items.filter(isLive)),
        cancelled: items.filter((item) => !isLive(item)),
      },
      reasons: Object.fromEntries(live.map((doc) => [doc.id, unfiledReason(doc, notes.takenOut)])),
      page: number + 1,
      pages: last + 1,
      previous: number > 0 ? urlOf(number - 1) : null,
      next: number < last ? urlOf(number + 1) : null,
    },
  )
}

/** Past: what began before now. Upcoming: what has not ended. */
function queryOf(view: 'past' | 'upcoming', now: number): Partial<SegmentQuery> {
  return view === 'past' ? { unfiled: true, end: now } : { unfiled: true, start: now }
}

function unfiledView(data: UnfiledData): Html {
  return html`
<p class="crumb"><a href="/account/trips">All trips</a></p>
<h1>Not in a trip</h1>
<p class="lead">What happens at home, or where no trip of yours has you, is in no trip. Nothing is lost: as soon as a trip fits, it moves there.</p>
<nav aria-label="Not in a trip" class="switch"><ul>
<li><a href="/account/trips/unfiled"${data.view === 'upcoming' && html` aria-current="page"`}>Upcoming</a></li>
<li><a href="/account/trips/unfiled?view=past"${data.view === 'past' && html` aria-current="page"`}>Past</a></li>
</ul></nav>
${
  data.timeline.days.length === 0 && data.timeline.cancelled.length === 0
    ? html`<p>${data.view === 'past' ? 'Everything in the past is in a trip.' : 'Everything that is planned is in a trip.'}</p>
`
    : html`${timeline(data.timeline, data.reasons)}
`
}
${pageLinks(data)}
`
}

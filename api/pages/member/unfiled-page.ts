/** The member's segments that are in no trip, and why (RULES 5). */
import type { SegmentQuery } from '../../../schemas/itinerary/reads.js'
import type { GroupingNoteReads } from '../../../schemas/member-pages/grouping-notes.js'
import { noticeOf, page } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import { view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import { html } from '../views/html.js'
import { numberedPage, pageLinks, periodSwitch } from '../views/pagination.js'
import type { Period } from '../views/pagination.js'
import { CHANGE_NOTICES } from './editing/apply-change.js'
import { countSegments, readSegments } from './trip/read-segments.js'
import type { SegmentPageReads } from './trip/read-segments.js'
import { timeline } from './trip/timeline-markup.js'
import { isLive, timelineOf } from './trip/trip-view.js'
import { unfiledReason } from './unfiled-reason.js'

export interface UnfiledDeps extends SegmentPageReads {
  notes: GroupingNoteReads
  now: () => number
}

const UNFILED_PATH = '/account/trips/unfiled'
const PER_PAGE = 50
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
  const member = page.account.id
  const { period, number: asked } = numberedPage(page.query)
  const query = queryOf(period, deps.now())
  const pages = Math.max(1, Math.ceil((await countSegments(deps, member, query)) / PER_PAGE))
  const number = Math.min(pages - 1, asked)
  // The newest past ones are on the first page; on every page they are in the order of time.
  const offset = (period === 'past' ? pages - 1 - number : number) * PER_PAGE
  const [found, notes] = await Promise.all([
    readSegments(deps, member, { ...query, limit: PER_PAGE, offset }),
    deps.notes.byId(member),
  ])
  const shown = timelineOf(found.segments, found.names, SHOW_ALL)
  const reasons = Object.fromEntries(
    found.segments.filter(isLive).map(({ doc }) => [doc.id, unfiledReason(doc, notes.takenOut)]),
  )
  const isEmpty = shown.days.length === 0 && shown.cancelled.length === 0
  const where = period === 'past' ? 'in the past' : 'that is planned'
  return view(
    { title: 'Not in a trip', notice: noticeOf(page, CHANGE_NOTICES) },
    () => html`
<p class="crumb"><a href="/account/trips">All trips</a></p>
<h1>Not in a trip</h1>
<p class="lead">Anything near your home, or where no trip of yours takes you, is in no trip. Nothing is lost: as soon as a trip fits, it moves there.</p>
${periodSwitch('Not in a trip', UNFILED_PATH, period)}
${isEmpty ? html`<p>Everything ${where} is in a trip.</p>` : timeline(shown, reasons)}
${pageLinks(UNFILED_PATH, period, number, pages)}
`,
  )
}

/** Past: what began before now. Upcoming: what has not ended. */
function queryOf(view: Period, now: number): Partial<SegmentQuery> {
  return view === 'past' ? { unfiled: true, end: now } : { unfiled: true, start: now }
}

/** What the feeds of an application sent, by day and by feed (contract.md 8.4). */
import { parseDate } from '../../../../schemas/base/wall-time.js'
import { isId } from '../../../../schemas/base/ids.js'
import type { FeedDay, FeedReport } from '../../../../schemas/feeds/feed-report.js'
import { formatBytes } from '../../views/format-bytes.js'
import { formatDate } from '../../lib/format-date.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { table } from '../../views/table.js'
import type { Column } from '../../views/table.js'
import { appView } from '../app-view.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPage } from '../own-app.js'

const FEEDS_PER_PAGE = 50
const FEEDS = '/console/apps/:clientId/feeds'

export const feedPages = [
  appPage({ route: `GET ${FEEDS}` }, async (page, { feedReports }: AppsDeps) => {
    const days = await feedReports.days(page.app.clientId)
    const open = days.reduce((sum, day) => sum + day.open_feeds, 0)
    return appView(
      page,
      'feeds',
      { title: `Feeds of ${page.app.name}` },
      (_frame, at) => html`
<h1>Feeds</h1>
<p>What this application sent to <code>POST /v2/feeds/segments</code> on each of the last 30 days (UTC), as counts. Lag is the furthest that the service fell behind with processing while it accepted the lines.</p>
${open > 0 && html`<p><span class="badge good">${open} open now</span></p>`}
${days.length > 0 ? table('Days with feeds', days, [dayColumn(at), ...COLUMNS]) : noFeeds(page.app.feed)}
`,
    )
  }),
  appPage(
    {
      route: `GET ${FEEDS}/:day`,
      params: { day: (day) => !Number.isNaN(parseDate(day)) },
    },
    async (page, { feedReports }: AppsDeps) => {
      const { clientId } = page.app
      const { day = '' } = page.params
      const place = page.query.get('before') ?? ''
      const before = isId(place) ? place : null
      const found = await feedReports.feeds(clientId, day, { before, limit: FEEDS_PER_PAGE + 1 })
      const rows = found.rows.slice(0, FEEDS_PER_PAGE)
      return appView(
        page,
        'feeds',
        { title: `Feeds of ${page.app.name} on ${formatDate(new Date(day))}` },
        (_frame, at) => html`
<h1>Feeds on ${formatDate(new Date(day))}</h1>
<p><a href="${at}/feeds">All days</a></p>
${rows.length > 0 ? table('Feeds', rows, [feedColumn(at), ...COLUMNS]) : html`<p>No feeds on this day.</p>`}
${found.rows.length > rows.length && html`<p><a href="${at}/feeds/${day}?before=${rows.at(-1)!.id}">Older feeds</a></p>`}
`,
      )
    },
  ),
]

function noFeeds(mayFeed: boolean): Html {
  return mayFeed
    ? html`<p>No feeds in the last 30 days. <a href="/docs/guides/feeds">How to send a feed</a></p>`
    : html`<p>This application may not send feeds. Ask the operator of the service to give it the feed role. <a href="/docs/guides/feeds">What a feed is</a></p>`
}

const dayColumn = (at: string): Column<FeedDay> => ({
  heading: 'Day',
  cell: ({ day, feeds, open_feeds: open }) =>
    html`<a href="${at}/feeds/${day}">${formatDate(new Date(day))}</a><br><span class="hint">${shown(feeds)} ${feeds === 1 ? 'feed' : 'feeds'}${open > 0 && `, ${open} open`}</span>`,
  class: 'when',
  isPlain: true,
})

const feedColumn = (at: string): Column<FeedReport> => ({
  heading: 'Feed',
  cell: ({ request_id: request, started, ended, feeds, open_feeds: open }) =>
    request === null
      ? html`${shown(feeds)} further feeds`
      : html`${ended === null ? time(started) : html`<a href="${at}/requests/${encodeURIComponent(request)}">${time(started)}</a>`} ${open > 0 ? html`<span class="badge good">Open</span>` : html`<br><span class="hint">${ended === null ? 'not ended that day' : `to ${time(ended)}`}</span>`}`,
  class: 'when',
  isPlain: true,
})

type Sums = FeedDay | FeedReport

const COLUMNS: ReadonlyArray<Column<Sums>> = [
  { heading: 'Lines', cell: ({ lines }) => shown(lines) },
  { heading: 'Accepted', cell: (sums) => html`${shown(sums.accepted)}${parts(sums)}` },
  {
    heading: 'Rejected',
    cell: ({ rejected, rejections }) => html`${shown(rejected)}${rejections.map(rejection)}`,
  },
  { heading: 'Size', cell: ({ bytes }) => formatBytes(bytes), class: 'when' },
  {
    heading: 'Received',
    cell: ({ first_line: first, last_line: last }) =>
      first === null || last === null ? '' : html`${time(first)} to ${time(last)}`,
  },
  {
    heading: 'Lag',
    cell: ({ fold_lag_ms: lag }) => (lag === null ? '' : `${(lag / 1_000).toFixed(1)} s`),
    class: 'when',
  },
]

const RESULTS = [
  ['read', 'read'],
  ['partly_read', 'partly read'],
  ['nothing_read', 'without travel'],
  ['failed', 'failed'],
  ['waiting', 'waiting'],
] as const

/** Of the accepted lines: those for loyalty accounts and those with documents. */
function parts({ account_lines: accounts, documents, document_results: results }: Sums): Html {
  const texts = RESULTS.flatMap(([name, what]) => {
    const count = results[name]
    return count === 0 ? [] : [`${shown(count)} ${what}`]
  })
  const known = texts.length === 0 ? '' : `: ${texts.join(', ')}`
  return html`${accounts > 0 && html`<br><span class="hint">${shown(accounts)} for accounts</span>`}${documents > 0 && html`<br><span class="hint">${shown(documents)} ${documents === 1 ? 'document' : 'documents'}${known}</span>`}`
}

function rejection({ code, lines, ...more }: Sums['rejections'][number]): Html {
  const { examples = [] } = more as { examples?: number[] }
  const where =
    examples.length === 0
      ? ''
      : `: ${examples.length === 1 ? 'line' : 'lines'} ${examples.join(', ')}${lines > examples.length ? ' ...' : ''}`
  return html`<br><span class="hint"><code>${code}</code> ${shown(lines)}${where}</span>`
}

const shown = (count: number): string => count.toLocaleString('en')
/** The time of day of an instant. */
const time = (instant: string): string => instant.slice(11, 19)

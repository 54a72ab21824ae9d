/** The member's own calendar addresses: made, listed and removed (contract.md 2, /v2/calendar-feeds). */
import { isId } from '../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../schemas/base/ids.js'
import { CALENDAR_PREFIX, calendarUrl, MAX_FEEDS } from '../../calendar/calendar-address.js'
import { randomToken } from '../../oauth/random-token.js'
import type { CalendarFeed, CalendarFeeds } from '../../ports/calendar-feeds.js'
import { asSent, line } from '../lib/form.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import { noticeOf, page } from '../lib/page.js'
import type { Posted } from '../lib/page.js'
import { member } from '../lib/page-access.js'
import type { MemberPage } from '../lib/page-access.js'
import { redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { fields } from '../views/field.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import type { PageFrame } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'
import type { ConnectionStore } from './ports.js'

export interface CalendarLinkDeps {
  calendars: CalendarFeeds
  connections: ConnectionStore
  ids: IdGenerator
  settings: { baseUrl: string }
}

const PAGE = '/account/calendar'
const NOTICES: Readonly<Record<string, string>> = {
  removed: 'Removed. The address no longer shows anything; calendar programs notice when they next read it.',
}
const TOO_MANY = `You already have ${MAX_FEEDS} addresses. Remove one that you no longer need.`
const NEW = {
  name: line(
    { label: 'Name', hint: 'A name that you will recognise, for example that of the program that reads it.' },
    'a name to recognise the address by',
    100,
  ),
}

export const calendarLinkPages = [
  page(
    { route: `GET ${PAGE}`, access: member },
    async (page, deps: CalendarLinkDeps) => await renderLinks(page, deps),
  ),
  page({ route: `POST ${PAGE}`, access: member, form: NEW, again: renderLinks }, create),
  page(
    { route: `POST ${PAGE}/remove`, access: member, form: { link: asSent() } },
    async (page, { calendars }: CalendarLinkDeps) => {
      const id = page.form.link
      const memberId = page.account.id
      if (isId(id) && (await calendars.remove(memberId, id)))
        await page.audit('calendar_removed', { memberId })
      return redirect(`${PAGE}?m=removed`)
    },
  ),
]

async function renderLinks(
  page: MemberPage,
  { calendars, connections }: CalendarLinkDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const memberId = page.account.id
  const [feeds, connected] = await Promise.all([calendars.list(memberId), connections.list(memberId)])
  const apps = new Map(connected.map(({ app }) => [app.clientId, app.name]))
  return view(
    { title: 'Calendar', notice: noticeOf(page, NOTICES), ...refused },
    (frame) => html`
<h1>Calendar</h1>
<p class="lead">Your calendar program can show your itinerary and keep it up to date: subscribe to an address that you create here.</p>
<p>It shows your trips of the last 400 days and all later ones: flights, trains and other journeys with both local times, stays, cars and appointments, with their booking numbers. Cancelled ones are marked. <strong>Anyone who has an address can read all this</strong>, so create one for each program and keep it to yourself.</p>
${feeds.length > 0 && html`<h2>Your addresses</h2>\n${feeds.map((feed) => linkCard(feed, apps, frame))}`}
<h2>New address</h2>
${postForm(frame, { action: PAGE, novalidate: true }, html`${fields(frame, NEW)}<p class="actions"><button class="primary">Create an address</button></p>`)}
`,
  )
}

function linkCard(feed: CalendarFeed, apps: ReadonlyMap<string, string>, frame: PageFrame): Html {
  const { id, client, created, lastUsed } = feed
  const name = feed.name ?? 'Without a name'
  const app = client === null ? null : (apps.get(client) ?? 'an application')
  return html`<section class="card" aria-labelledby="link-${id}">
<h3 id="link-${id}">${name}</h3>
<p class="soft">Created ${app !== null && html`by ${app} `}on ${formatDate(created)}; last read: ${lastUsed === null ? 'never' : formatDateTime(lastUsed)}.${app !== null && ' It stops working when the application loses access.'}</p>
${postForm(frame, { action: `${PAGE}/remove`, hidden: { link: id } }, html`<button>Remove<span class="hidden"> ${name}</span></button>`)}
</section>
`
}

async function create(page: Posted<MemberPage, typeof NEW>, deps: CalendarLinkDeps): Promise<PageResult> {
  const { name } = page.form
  const member = page.account.id
  const secret = randomToken(CALENDAR_PREFIX)
  const feed = { id: deps.ids.next(), member, client: null, name, secret }
  if ((await deps.calendars.create(feed, MAX_FEEDS)) === null)
    return await renderLinks(page, deps, { errors: [{ field: 'name', text: TOO_MANY }] })
  await page.audit('calendar_created', { memberId: member, detail: { name } })
  const url = calendarUrl(deps.settings.baseUrl, secret)
  return view(
    { title: 'Calendar address' },
    () => html`
<h1>Calendar address: ${name}</h1>
<p class="lead">Subscribe to this address in your calendar program. It is shown only once.</p>
<p><code class="secret" id="link">${url}</code></p>
<p class="actions"><button type="button" class="primary copy" data-copy-from="link" hidden>Copy the address</button> <a class="button" href="${url.replace(/^https:/, 'webcal:')}">Open in your calendar program</a> <a href="${PAGE}">Done</a></p>
<h2>Where to put it</h2>
<dl class="pairs">
<dt>Apple Calendar</dt><dd>File, New Calendar Subscription. On an iPhone, the button above is enough.</dd>
<dt>Google Calendar</dt><dd>Other calendars, From URL, on a computer.</dd>
<dt>Outlook</dt><dd>Add calendar, Subscribe from web.</dd>
</dl>
<p class="soft">Programs read it every few hours, some once a day. Subscribe, do not import: an imported file does not follow changes.</p>
`,
  )
}

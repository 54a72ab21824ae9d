/** The member's own calendar addresses: made, listed and removed (contract.md 2, /v2/calendar-feeds). */
import { isId } from '../../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../../schemas/base/ids.js'
import { CALENDAR_PREFIX, calendarUrl, MAX_FEEDS } from '../../../calendar/calendar-address.js'
import { randomToken } from '../../../oauth/random-token.js'
import type { CalendarFeeds } from '../../../ports/calendar-feeds.js'
import { checkText } from '../../lib/form-checks.js'
import type { ConnectionStore } from '../../ports.js'
import { calendarLinkItem } from './calendar-link-item.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'
import { postForm } from '../../views/post-form.js'
import { field } from '../../views/field.js'
import type { PageFrame, FieldError } from '../../views/page-frame.js'
import type { CalendarLinkItem } from './calendar-link-item.js'
import { noticeOf, page } from '../../lib/page.js'
import { member } from '../../lib/page-access.js'
import type { MemberPage } from '../../lib/page-access.js'
import type { PageResult } from '../../lib/page-result.js'
import { redirect, view } from '../../lib/page-result.js'

export interface CalendarLinkDeps {
  calendars: CalendarFeeds
  connections: ConnectionStore
  ids: IdGenerator
  settings: { baseUrl: string }
}

const PAGE = '/account/calendar'
const MAX_NAME = 100
const NOTICES: Readonly<Record<string, string>> = {
  removed: 'Removed. The address shows nothing any more; calendar programs forget it when they next read it.',
}

export const calendarLinkPages = [
  page(
    { route: `GET ${PAGE}`, access: member },
    async (page, deps: CalendarLinkDeps) => await renderLinks(page, deps),
  ),
  page({ route: `POST ${PAGE}`, access: member }, create),
  page({ route: `POST ${PAGE}/remove`, access: member }, remove),
]

async function renderLinks(
  page: MemberPage,
  { calendars, connections }: CalendarLinkDeps,
  errors: FieldError[] = [],
): Promise<PageResult> {
  const memberId = page.session.accountId
  const [feeds, connected] = await Promise.all([calendars.list(memberId), connections.list(memberId)])
  const apps = new Map(connected.map(({ app }) => [app.clientId, app.name]))
  return view(
    calendarView,
    { title: 'Calendar', notice: noticeOf(page, NOTICES), errors },
    { links: feeds.map((feed) => calendarLinkItem(feed, apps)), name: page.form.get('name') ?? '' },
  )
}

async function create(page: MemberPage, deps: CalendarLinkDeps): Promise<PageResult> {
  const name = checkText(page.form, 'name', 'a name to recognise the address by', MAX_NAME)
  if (name.errors.length > 0) return await renderLinks(page, deps, name.errors)
  const member = page.session.accountId
  const secret = randomToken(CALENDAR_PREFIX)
  const feed = { id: deps.ids.next(), member, client: null, name: name.value, secret }
  if ((await deps.calendars.create(feed, MAX_FEEDS)) === null)
    return await renderLinks(page, deps, [
      { field: 'name', text: `You have ${MAX_FEEDS} addresses already. Remove one that you no longer need.` },
    ])
  await page.audit('calendar_created', { memberId: member, detail: { name: name.value } })
  const url = calendarUrl(deps.settings.baseUrl, secret)
  return view(
    calendarLinkView,
    { title: 'Calendar address' },
    { name: name.value, url, webcal: url.replace(/^https:/, 'webcal:') },
  )
}

async function remove(page: MemberPage, { calendars }: CalendarLinkDeps): Promise<PageResult> {
  const id = page.form.get('link') ?? ''
  const memberId = page.session.accountId
  if (isId(id) && (await calendars.remove(memberId, id))) await page.audit('calendar_removed', { memberId })
  return redirect(`${PAGE}?m=removed`)
}

function calendarView(data: { links: CalendarLinkItem[]; name: string }, frame: PageFrame): Html {
  return html`
<h1>Calendar</h1>
<p class="lead">Your calendar program can show your itinerary and keep it up to date: subscribe to an address that you make here.</p>
<p>It shows your trips since 400 days ago: flights, trains and other journeys with both local times, stays, cars and appointments, with their booking numbers, cancelled ones marked as such. <strong>Anyone who has an address can read all this</strong>, so make one for each program and tell nobody.</p>
${
  data.links.length > 0 &&
  html`<h2>Your addresses</h2>
${data.links.map(
  (link) => html`<section class="card" aria-labelledby="link-${link.id}">
<h3 id="link-${link.id}">${link.name}</h3>
<p class="soft">Made ${link.app !== null && html`by ${link.app} `}on ${link.created}; last read: ${link.lastUsed}.${link.app !== null && ' It ends with the access of the application.'}</p>
${postForm(frame, { action: '/account/calendar/remove', hidden: { link: link.id } }, html`<button>Remove<span class="hidden"> ${link.name}</span></button>`)}
</section>
`,
)}
`
}
<h2>New address</h2>
${postForm(
  frame,
  { action: '/account/calendar', novalidate: true },
  html`${field(frame.errors, { id: 'name', label: 'Name', hint: 'To recognise it by, for example the program that will read it.', value: data.name })}
<p class="actions"><button class="primary">Make an address</button></p>
`,
)}
`
}

function calendarLinkView(data: { name: string; url: string; webcal: string }): Html {
  return html`
<h1>Calendar address: ${data.name}</h1>
<p class="lead">Subscribe to this address in your calendar program. It is shown only now.</p>
<p><code class="secret" id="link">${data.url}</code></p>
<p class="actions"><button type="button" class="primary copy" data-copy-from="link" hidden>Copy the address</button> <a class="button" href="${data.webcal}">Open in your calendar program</a> <a href="/account/calendar">Done</a></p>
<h2>Where to put it</h2>
<dl class="pairs">
<dt>Apple Calendar</dt><dd>File, New Calendar Subscription. On an iPhone, the button above is enough.</dd>
<dt>Google Calendar</dt><dd>Other calendars, From URL, on a computer.</dd>
<dt>Outlook</dt><dd>Add calendar, Subscribe from web.</dd>
</dl>
<p class="soft">Programs read it every few hours, some once a day. A copied file would not follow changes: subscribe, do not import.</p>
`
}

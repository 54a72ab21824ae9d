/** The member's own calendar addresses: made, listed and removed (contract.md 2, /v2/calendar-feeds). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isId } from '../../../../schemas/base/ids.js'
import type { IdGenerator } from '../../../../schemas/base/ids.js'
import type { MemberAccount } from '../../../../schemas/oauth/account.js'
import { CALENDAR_PREFIX, calendarUrl, MAX_FEEDS } from '../../../calendar/calendar-address.js'
import { randomToken } from '../../../oauth/random-token.js'
import type { CalendarFeeds } from '../../../ports/calendar-feeds.js'
import { checkText } from '../../lib/form-checks.js'
import type { FieldError } from '../../lib/render-page.js'
import type { AccountPage, PageGuard } from '../../lib/require-session.js'
import type { ConnectionStore } from '../../ports.js'
import { calendarLinkItem } from './calendar-link-item.js'

export interface CalendarLinkDeps {
  calendars: CalendarFeeds
  connections: ConnectionStore
  ids: IdGenerator
  settings: { baseUrl: string }
}

type Page = AccountPage<MemberAccount>

const PAGE = '/account/calendar'
const MAX_NAME = 100
const NOTICES: Readonly<Record<string, string>> = {
  removed: 'Removed. The address shows nothing any more; calendar programs forget it when they next read it.',
}

export function calendarLinkRoutes(
  app: FastifyInstance,
  guard: PageGuard<MemberAccount>,
  deps: CalendarLinkDeps,
): void {
  app.get(
    PAGE,
    guard(async (page) => await renderLinks(page, deps)),
  )
  app.post(
    PAGE,
    guard(async (page) => await create(page, deps)),
  )
  app.post(
    `${PAGE}/remove`,
    guard(async (page) => await remove(page, deps)),
  )
}

async function renderLinks(
  page: Page,
  { calendars, connections }: CalendarLinkDeps,
  errors: FieldError[] = [],
): Promise<FastifyReply> {
  const memberId = page.session.accountId
  const [feeds, connected] = await Promise.all([calendars.list(memberId), connections.list(memberId)])
  const apps = new Map(connected.map(({ app }) => [app.clientId, app.name]))
  return await page.render(
    'calendar',
    { title: 'Calendar', notice: NOTICES[page.query.get('m') ?? ''] ?? null, errors },
    { links: feeds.map((feed) => calendarLinkItem(feed, apps)), name: page.form.get('name') ?? '' },
  )
}

async function create(page: Page, deps: CalendarLinkDeps): Promise<FastifyReply> {
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
  return await page.render(
    'calendar-link',
    { title: 'Calendar address' },
    { name: name.value, url, webcal: url.replace(/^https:/, 'webcal:') },
  )
}

async function remove(page: Page, { calendars }: CalendarLinkDeps): Promise<FastifyReply> {
  const id = page.form.get('link') ?? ''
  const memberId = page.session.accountId
  if (isId(id) && (await calendars.remove(memberId, id))) await page.audit('calendar_removed', { memberId })
  return await page.redirect(`${PAGE}?m=removed`)
}

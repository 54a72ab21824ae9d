/** The first tab of an application: whether it works, what happened last, and what to do next. */
import type { LoggedRequest, RequestQuery } from '../../../../schemas/oauth/logged-request.js'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import { formatDate, formatTimestamp } from '../../lib/format-date.js'
import type { AppWebhook } from '../../ports.js'
import type { AppsDeps } from '../apps-deps.js'
import { appPath } from '../own-app.js'
import { requestItem } from '../requests/request-item.js'
import type { WebhookPagesDeps } from '../webhooks/own-webhook.js'
import { dateTimeInputValue } from '../webhooks/list-query.js'
import { appFrame, tabPath } from './app-frame.js'
import { nextSteps } from './next-steps.js'
import type { AppProblem, OverviewData } from './page-data.js'
import { overviewView } from './overview-view.js'
import type { AppPage } from '../own-app.js'
import type { PageResult } from '../../lib/page-result.js'
import { noticeOf } from '../../lib/page.js'
import { view } from '../../lib/page-result.js'

export type OverviewDeps = AppsDeps & WebhookPagesDeps

const NOTICES: Readonly<Record<string, string>> = {
  received:
    'The application is yours. Its old secrets, tokens and webhooks have ended: create a new secret. ' +
    'Travellers have to connect again.',
}
const NEWEST: RequestQuery = {
  statusClass: null,
  method: null,
  path: null,
  request: null,
  memberId: null,
  since: null,
  until: null,
  before: null,
  limit: 1,
}
/** The share of refused requests is that of so many of the newest. */
const MOST_COUNTED = 50_000
const DAY_MS = 86_400_000
const SUBMITTED: RequestQuery = { ...NEWEST, statusClass: '2xx', method: 'POST' }

export async function renderOverview(page: AppPage, deps: OverviewDeps): Promise<PageResult> {
  const { app } = page
  const { clientId } = app
  const [connected, lastDay, webhooks, secrets, requests, counts, isSubmitting, lastEvent] =
    await Promise.all([
      deps.developerApps.countConnections(clientId),
      deps.audit.lastDay(clientId),
      deps.webhooks.list(clientId),
      deps.developerApps.secrets(clientId),
      deps.requestLog.list(clientId, NEWEST),
      deps.requestLog.lastDay(clientId, MOST_COUNTED),
      hasSubmitted(clientId, deps),
      newestEvent(clientId, deps),
    ])
  const { authUrl, baseUrl } = deps.settings
  const progress = {
    hasRedirectUrl: app.redirectUri !== null,
    hasToken: connected.members > 0 || secrets.some((secret) => secret.lastUsed !== null),
    hasSegment: isSubmitting,
    hasWebhook: webhooks.length > 0,
  }
  return view(
    overviewView,
    { title: app.name, notice: noticeOf(page, NOTICES) },
    {
      appFrame: appFrame(app, 'overview'),
      created: formatDate(app.created),
      problems: problemsOf(app, webhooks),
      steps: nextSteps(progress, appPath(clientId)),
      lastRequest: lastRequestItem(clientId, requests[0]),
      requests: requestCounts(clientId, counts, deps.now()),
      lastEvent,
      attempts: webhooks.length === 0 ? null : await attemptsOf(webhooks, deps),
      connected,
      lastDay,
      authUrl,
      baseUrl,
      tryIt: app.redirectUri === null ? null : tryItUrl(clientId, app.redirectUri, authUrl),
    },
  )
}

function requestCounts(
  clientId: string,
  { total, refused }: { total: number; refused: number },
  now: number,
): OverviewData['requests'] {
  const percent = total === 0 ? 0 : (100 * refused) / total
  const since = dateTimeInputValue(Math.floor((now - DAY_MS) / 60_000) * 60_000)
  return {
    total: `${total === MOST_COUNTED ? 'the newest ' : ''}${total.toLocaleString('en')}`,
    refused,
    share: refused > 0 && percent < 0.1 ? 'under 0.1%' : `${percent.toFixed(percent < 10 ? 1 : 0)}%`,
    href: `${tabPath(clientId, 'requests')}?${new URLSearchParams({ status: 'refused', since }).toString()}`,
  }
}

async function hasSubmitted(clientId: string, { requestLog }: OverviewDeps): Promise<boolean> {
  const found = await Promise.all(
    ['/v2/segments', '/v2/feeds'].map(
      async (path) => await requestLog.list(clientId, { ...SUBMITTED, path }),
    ),
  )
  return found.some((rows) => rows.length > 0)
}

async function newestEvent(
  clientId: string,
  { deliveries }: OverviewDeps,
): Promise<OverviewData['lastEvent']> {
  const [line] = await deliveries.events(clientId, {
    type: null,
    member: null,
    resource: null,
    since: null,
    until: null,
    limit: 1,
    before: null,
  })
  if (line === undefined) return null
  const [trip = null] = await deliveries.tripNames(clientId, [line])
  return {
    when: formatTimestamp(line.created),
    type: line.type,
    trip,
    href: `${appPath(clientId)}/events/${line.id}`,
  }
}

/** What was tried in the last 24 hours, over all webhooks. */
async function attemptsOf(
  webhooks: AppWebhook[],
  { deliveries }: OverviewDeps,
): Promise<{ delivered: number; failed: number }> {
  const hours = (await Promise.all(webhooks.map(async ({ id }) => await deliveries.health(id)))).flat()
  return {
    delivered: hours.reduce((total, hour) => total + hour.delivered, 0),
    failed: hours.reduce((total, hour) => total + hour.failed, 0),
  }
}

function problemsOf(app: OauthApp, webhooks: AppWebhook[]): AppProblem[] {
  const path = appPath(app.clientId)
  const problems: AppProblem[] = []
  if (app.disabled)
    problems.push({
      text: 'The application is disabled: it gets no tokens.',
      href: `${path}/danger`,
      link: 'Enable it',
    })
  for (const { id, url, status, failures } of webhooks) {
    const link = { href: `${path}/webhooks/${id}`, link: 'Look at its deliveries' }
    if (status !== 'Active')
      problems.push({ text: `The webhook ${url} is disabled: events are kept, not sent.`, ...link })
    else if (failures > 0)
      problems.push({
        text: `The webhook ${url} fails: ${failures} ${failures === 1 ? 'attempt' : 'attempts in a row'}.`,
        ...link,
      })
  }
  return problems
}

function lastRequestItem(clientId: string, request: LoggedRequest | undefined): OverviewData['lastRequest'] {
  if (request === undefined) return null
  const { when, method, path, status, badge, href } = requestItem(clientId, request)
  return { when, what: `${method} ${path}`, status, badge, href }
}

function tryItUrl(clientId: string, redirectUri: string, authUrl: string): string {
  return (
    `${authUrl}/oauth/authenticate?client_id=${encodeURIComponent(clientId)}` +
    `&response_type=code&redirect_uri=${encodeURIComponent(redirectUri)}&state=try-it`
  )
}

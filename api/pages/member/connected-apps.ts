/** The applications a member has connected, and how to disconnect them. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppSubmissions, SubmissionStore } from '../../../schemas/member-pages/submissions.js'
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import { SCOPES } from '../../../schemas/oauth/scope.js'
import type { GrantedScopes, Scope } from '../../../schemas/oauth/scope.js'
import { MANUAL } from '../../../schemas/segment/shapes/single-segment.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'
import type { ConnectionStore } from '../ports.js'
import { accessSummary } from './access-summary.js'

export interface ConnectedAppsDeps {
  connections: ConnectionStore
  submissions: SubmissionStore
}

type Page = AccountPage<MemberAccount>

/** Scopes whose changes an application may be notified of. */
const READING: ReadonlySet<Scope> = new Set(['trips:read', 'profile:read', 'accounts'])
const NOTICES: Readonly<Record<string, string>> = { disconnected: 'Disconnected. Its access has ended.' }

export function connectedAppRoutes(
  app: FastifyInstance,
  guard: PageGuard<MemberAccount>,
  { connections, submissions }: ConnectedAppsDeps,
): void {
  app.get(
    '/account/apps',
    guard(async (page) => await renderConnected(page, { connections, submissions })),
  )
  app.get(
    '/account/apps/disconnect',
    guard(async (page) => await renderDisconnect(page, connections)),
  )
  app.post(
    '/account/apps/disconnect',
    guard(async (page) => await disconnect(page, connections)),
  )
}

async function renderConnected(
  { session, query, render }: Page,
  { connections, submissions }: ConnectedAppsDeps,
): Promise<FastifyReply> {
  const [connected, sent, sources] = await Promise.all([
    connections.list(session.accountId),
    submissions.byApp(session.accountId),
    submissions.bySource(session.accountId),
  ])
  const sentBy = new Map(sent.map((one) => [one.clientId, one]))
  const isConnected = new Set(connected.map(({ app }) => app.clientId))
  return await render(
    'connected',
    { title: 'Connected apps', notice: NOTICES[query.get('m') ?? ''] ?? null },
    {
      apps: connected.map(({ app, connected, lastUsed, notified, scopes }) => ({
        clientId: app.clientId,
        name: app.name,
        organisation: app.organisation,
        verified: app.verified,
        connected: formatDate(connected),
        can: accessSummary(scopes),
        lastUsed: lastUsed === null ? 'not yet' : formatDateTime(lastUsed),
        news: canRead(scopes) ? newsText(notified) : null,
        sent: sentText(sentBy.get(app.clientId)),
      })),
      others: sent
        .filter((one) => !isConnected.has(one.clientId))
        .map((one) => ({ name: one.name, sent: sentText(one) })),
      sources: sources.map(({ id, name, segments }) => ({ name: id === MANUAL ? 'You' : name, segments })),
    },
  )
}

/** Whether changes of what it may see reach it. */
function canRead(scopes: GrantedScopes): boolean {
  return (scopes ?? SCOPES).some((scope) => READING.has(scope))
}

function newsText(notified: boolean): string {
  return notified
    ? 'Every change is sent to it at once, without it having to look.'
    : 'No change is sent to it: it sees them when it looks.'
}

/** `12 segments, the last on 3 May 2026 at 09:30 UTC`. */
function sentText(sent: AppSubmissions | undefined): string {
  if (sent === undefined) return 'nothing'
  const count = sent.segments === 1 ? '1 segment' : `${sent.segments} segments`
  return `${count}, the last on ${formatDateTime(sent.last)}`
}

/** Asks for confirmation: for the application of the query, or for all. */
async function renderDisconnect(page: Page, connections: ConnectionStore): Promise<FastifyReply> {
  const { session, query, render } = page
  const connected = await connections.list(session.accountId)
  const clientId = query.get('app')
  if (clientId === null)
    return await render(
      'disconnect',
      { title: 'Disconnect all apps' },
      { clientId: '', name: null, count: connected.length },
    )
  const found = connected.find((entry) => entry.app.clientId === clientId)
  if (found === undefined) return await page.renderError('not_found')
  const { name } = found.app
  return await render('disconnect', { title: `Disconnect ${name}` }, { clientId, name, count: 1 })
}

async function disconnect(page: Page, connections: ConnectionStore): Promise<FastifyReply> {
  const { session, form } = page
  const memberId = session.accountId
  const clientId = form.get('app')
  const chosen =
    clientId === null ? (await connections.list(memberId)).map((entry) => entry.app.clientId) : [clientId]
  for (const one of chosen) {
    if (await connections.disconnect(memberId, one))
      await page.audit('app_disconnected', { clientId: one, memberId })
  }
  return await page.redirect('/account/apps?m=disconnected')
}

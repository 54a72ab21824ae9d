/** Connected applications of a member: what may be seen and done by whom, and the way to end it. */
import type { FastifyInstance } from 'fastify'
import type { AppStore, OauthSettings } from '../../oauth/ports.js'
import type { requireMember } from '../lib/require-session.js'
import { reportMail } from '../lib/mails.js'
import type { ConnectionStore, Mailer } from '../ports.js'
import { checkText } from '../lib/form-checks.js'
import { formatDate, formatDateTime } from '../lib/format-date.js'

export interface ConnectedAppsDeps {
  connections: ConnectionStore
  apps: AppStore
  mailer: Mailer
  settings: OauthSettings
}

export function connectedAppRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireMember>,
  deps: ConnectedAppsDeps,
): void {
  app.get(
    '/account/apps',
    scope(async ({ session, query, show }) => {
      const connected = await deps.connections.list(session.accountId)
      return await show(
        'connected',
        {
          title: 'Connected apps',
          notice: query.get('m') === 'disconnected' ? 'Disconnected. Its access has ended.' : null,
        },
        {
          apps: connected.map(({ app, connected, lastUsed }) => ({
            clientId: app.clientId,
            name: app.name,
            organisation: app.organisation,
            verified: app.verified,
            homeUrl: app.homeUrl,
            connected: formatDate(connected),
            lastUsed: lastUsed === null ? 'not yet' : formatDateTime(lastUsed),
          })),
        },
      )
    }),
  )

  app.get(
    '/account/apps/disconnect',
    scope(async ({ session, query, show, notFound }) => {
      const connected = await deps.connections.list(session.accountId)
      const clientId = query.get('app')
      if (clientId === null)
        return await show(
          'disconnect',
          { title: 'Disconnect all apps' },
          { clientId: '', name: null, count: connected.length },
        )
      const one = connected.find((entry) => entry.app.clientId === clientId)
      if (one === undefined) return await notFound()
      return await show(
        'disconnect',
        { title: `Disconnect ${one.app.name}` },
        { clientId, name: one.app.name, count: 1 },
      )
    }),
  )

  app.post(
    '/account/apps/disconnect',
    scope(async ({ session, form, go, note }) => {
      const clientId = form.get('app')
      const chosen =
        clientId === null
          ? (await deps.connections.list(session.accountId)).map((entry) => entry.app.clientId)
          : [clientId]
      for (const one of chosen) {
        if (await deps.connections.disconnect(session.accountId, one))
          await note('app_disconnected', { clientId: one, memberId: session.accountId })
      }
      return await go('/account/apps?m=disconnected')
    }),
  )

  app.get(
    '/account/report',
    scope(async ({ query, show, notFound }) => {
      const found = await deps.apps.find(query.get('app') ?? '')
      if (found === null) return await notFound()
      return await show(
        'report',
        { title: `Report ${found.app.name}` },
        { clientId: found.app.clientId, name: found.app.name, words: '', sent: false },
      )
    }),
  )

  app.post(
    '/account/report',
    scope(async ({ session, form, show, notFound, note }) => {
      const found = await deps.apps.find(form.get('app') ?? '')
      if (found === null) return await notFound()
      const { clientId, name } = found.app
      const words = checkText(form, 'words', 'what is wrong', 1_000)
      if (words.errors.length > 0)
        return await show(
          'report',
          { title: `Report ${name}`, errors: words.errors },
          { clientId, name, words: words.value, sent: false },
        )
      await note('app_reported', { clientId, memberId: session.accountId, detail: { words: words.value } })
      deps.mailer.send(
        reportMail(deps.settings.operatorEmail, name, clientId, session.accountId, words.value),
      )
      return await show('report', { title: 'Thank you' }, { clientId, name, words: '', sent: true })
    }),
  )
}

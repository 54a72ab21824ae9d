/** A developer's own account: password, sessions, audit log, the end of it. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { requireDeveloper, PageContext } from '../lib/require-session.js'
import { auditListItem } from '../lib/audit-labels.js'
import { DEVELOPER_COOKIE, setCookie } from '../lib/cookies.js'
import { browserName } from '../lib/browser-name.js'
import { checkNewPassword } from '../lib/form-checks.js'
import { closedMail, passwordChangedMail } from '../lib/mails.js'
import { verifyPassword } from '../sign-in/verify-password.js'
import type { VerifyPasswordDeps } from '../sign-in/verify-password.js'
import type { FieldError } from '../lib/render-page.js'
import type { DeveloperAccountStore, Mailer } from '../ports.js'
import type { DeveloperAccount } from '../../../schemas/oauth/account.js'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { formatDateTime } from '../lib/format-date.js'

export interface DeveloperAccountDeps extends VerifyPasswordDeps {
  developers: DeveloperAccountStore
  sessions: SessionStore
  audit: AuditStore & AuditReader
  mailer: Mailer
}

const NOTICES: Record<string, string> = {
  password: 'Your password is changed.',
  ended: 'The session has ended.',
  others: 'All other sessions have ended.',
}

export function developerAccountRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireDeveloper>,
  deps: DeveloperAccountDeps,
): void {
  app.get(
    '/console/audit',
    scope(async ({ account, show }) => {
      const lines = await deps.audit.forDeveloper(account.id, 200)
      return await show('audit', { title: 'Audit log' }, { lines: lines.map(auditListItem) })
    }),
  )

  app.get(
    '/console/security',
    scope(async (page) => await showAccount(page, [], deps)),
  )

  app.post(
    '/console/password',
    scope(async (page) => {
      const { account, session, form, go, note } = page
      const own = await verifyPassword(page, 'current', 'This is not your current password.', deps)
      const next = checkNewPassword(form, 'password', deps.passwords)
      const errors = [...own.errors, ...next.errors]
      if (errors.length > 0) return await showAccount(page, errors, deps, own.status)
      await deps.developers.setPassword(account.id, await deps.passwords.hash(next.value))
      if (form.get('end_sessions') !== null)
        await deps.sessions.closeAll('developer', account.id, session.hash)
      await note('password_changed')
      deps.mailer.send(passwordChangedMail(account.email, 'changed'))
      return await go('/console/security?m=password')
    }),
  )

  app.post(
    '/console/sessions/end',
    scope(async ({ account, session, form, go, note }) => {
      const id = form.get('session')
      if (id === null) await deps.sessions.closeAll('developer', account.id, session.hash)
      else if (/^\d{1,18}$/.test(id)) await deps.sessions.closeOne('developer', account.id, id)
      await note('session_ended', { detail: { all_others: id === null } })
      return await go(`/console/security?m=${id === null ? 'others' : 'ended'}`)
    }),
  )

  app.post(
    '/console/close',
    scope(async (page) => {
      const { account, reply, go, note } = page
      const own = await verifyPassword(page, 'close_password', 'This is not your password.', deps)
      if (own.errors.length > 0) return await showAccount(page, own.errors, deps, own.status)
      if (!(await deps.developers.close(account.id))) {
        return await showAccount(
          page,
          [{ field: 'close_password', text: 'Delete or hand over your applications first.' }],
          deps,
        )
      }
      await note('account_closed')
      deps.mailer.send(closedMail(account.email, 'Your sign-in and all sessions have ended.'))
      void reply.header('set-cookie', setCookie(DEVELOPER_COOKIE, null))
      return await go('/console/login?m=closed')
    }),
  )
}

async function showAccount(
  { account, session, query, show }: PageContext<DeveloperAccount>,
  errors: FieldError[],
  deps: DeveloperAccountDeps,
  status?: number,
): Promise<FastifyReply> {
  const sessions = await deps.sessions.list('developer', account.id, session.hash)
  const recent = await deps.audit.forDeveloper(account.id, 10)
  return await show(
    'security',
    { title: 'Account', errors, notice: NOTICES[query.get('m') ?? ''] ?? null },
    {
      heading: 'Account',
      email: account.email,
      base: '/console',
      sessions: sessions.map((line) => ({
        id: line.id,
        current: line.current,
        agent: browserName(line.agent),
        address: line.address,
        lastSeen: formatDateTime(line.lastSeen),
        created: formatDateTime(line.created),
      })),
      activity: recent.map(auditListItem),
      consequence:
        'Your sign-in and your sessions end at once. Delete your applications, or hand them over, before.',
    },
    status,
  )
}

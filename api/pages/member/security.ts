/** Password, sessions, recent activity and the end of a member's account. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { requireMember, PageContext } from '../lib/require-session.js'
import { browserName } from '../lib/browser-name.js'
import { checkNewPassword } from '../lib/form-checks.js'
import { closedMail, passwordChangedMail } from '../lib/mails.js'
import { setCookie, MEMBER_COOKIE } from '../lib/cookies.js'
import { verifyPassword } from '../sign-in/verify-password.js'
import type { VerifyPasswordDeps } from '../sign-in/verify-password.js'
import type { FieldError } from '../lib/render-page.js'
import type { Mailer, MemberAccountStore } from '../ports.js'
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import type { AuditReader } from '../../../schemas/oauth/audit.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { auditListItem } from '../lib/audit-labels.js'
import { formatDateTime } from '../lib/format-date.js'

export interface MemberSecurityDeps extends VerifyPasswordDeps {
  members: MemberAccountStore
  sessions: SessionStore
  audit: AuditStore & AuditReader
  mailer: Mailer
}

const NOTICES: Record<string, string> = {
  password: 'Your password is changed.',
  ended: 'The session has ended.',
  others: 'All other sessions have ended.',
}

export function memberSecurity(
  app: FastifyInstance,
  scope: ReturnType<typeof requireMember>,
  deps: MemberSecurityDeps,
): void {
  app.get(
    '/account/security',
    scope(async (opened) => await showSecurity(opened, [], deps)),
  )

  app.post(
    '/account/password',
    scope(async (opened) => {
      const { account, session, form, go, note } = opened
      const own = await verifyPassword(opened, 'current', 'This is not your current password.', deps)
      const next = checkNewPassword(form, 'password', deps.passwords)
      const errors = [...own.errors, ...next.errors]
      if (errors.length > 0) return await showSecurity(opened, errors, deps, own.status)
      await deps.members.setPassword(account.id, await deps.passwords.hash(next.value))
      if (form.get('end_sessions') !== null) await deps.sessions.closeAll('member', account.id, session.hash)
      await note('password_changed')
      deps.mailer.send(passwordChangedMail(account.email, 'changed'))
      return await go('/account/security?m=password')
    }),
  )

  app.post(
    '/account/sessions/end',
    scope(async ({ account, session, form, go, note }) => {
      const id = form.get('session')
      if (id === null) await deps.sessions.closeAll('member', account.id, session.hash)
      else if (/^\d{1,18}$/.test(id)) await deps.sessions.closeOne('member', account.id, id)
      await note('session_ended', { detail: { all_others: id === null } })
      return await go(`/account/security?m=${id === null ? 'others' : 'ended'}`)
    }),
  )

  app.post(
    '/account/close',
    scope(async (opened) => {
      const { account, reply, go, note } = opened
      const own = await verifyPassword(opened, 'close_password', 'This is not your password.', deps)
      if (own.errors.length > 0) return await showSecurity(opened, own.errors, deps, own.status)
      await note('account_closed', { memberId: account.id })
      await deps.members.close(account.id)
      deps.mailer.send(closedMail(account.email, 'Every application was disconnected.'))
      void reply.header('set-cookie', setCookie(MEMBER_COOKIE, null))
      return await go('/oauth/login?m=closed')
    }),
  )
}

async function showSecurity(
  { account, session, query, show }: PageContext<MemberAccount>,
  errors: FieldError[],
  deps: MemberSecurityDeps,
  status?: number,
): Promise<FastifyReply> {
  const sessions = await deps.sessions.list('member', account.id, session.hash)
  const recent = await deps.audit.forMember(account.id, 20)
  return await show(
    'security',
    { title: 'Security', errors, notice: NOTICES[query.get('m') ?? ''] ?? null },
    {
      heading: 'Security',
      email: account.email,
      base: '/account',
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
        'Your sign-in, your sessions and every connection to an application end at once. Your itinerary can no longer be seen by anybody.',
    },
    status,
  )
}

/** An account's own page: password, sessions, recent activity, and closing the account. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import { auditListItem } from '../lib/audit-labels.js'
import { checkNewPassword } from '../lib/form-checks.js'
import { formatDateTime } from '../lib/format-date.js'
import type { FieldError } from '../lib/render-page.js'
import type { AccountPage, PageGuard } from '../lib/require-session.js'
import { clearSessionCookie } from '../lib/session.js'
import { accountClosedMail, passwordChangedMail } from '../mails.js'
import type { Mailer } from '../ports.js'
import type { Account } from '../../../schemas/oauth/account.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { signInPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { browserName } from './browser-name.js'
import { forgetDevice, rememberDevice } from './known-device.js'
import { verifyPassword } from './verify-password.js'
import type { VerifyPasswordDeps } from './verify-password.js'

export interface AccountSecurityDeps extends VerifyPasswordDeps {
  sessions: SessionStore
  audit: AuditStore
  mailer: Mailer
}

type Page = AccountPage<Account>

const NOTICES: Readonly<Record<string, string>> = {
  password: 'Your password is changed.',
  address: 'Your address is changed, and all other sessions have ended.',
  ended: 'The session has ended.',
  others: 'All other sessions have ended.',
}
const WRONG_PASSWORD = 'This is not your password.'
const SESSION_ID = /^\d{1,18}$/

export function accountSecurityRoutes(
  app: FastifyInstance,
  guard: PageGuard<Account>,
  kind: AccountKind,
  deps: AccountSecurityDeps,
): void {
  const path = kind.accountPath
  app.get(
    `${path}/security`,
    guard(async (page) => await renderSecurity(page, kind, deps)),
  )
  app.post(
    `${path}/password`,
    guard(async (page) => await changePassword(page, kind, deps)),
  )
  app.post(
    `${path}/sessions/end`,
    guard(async (page) => await endSessions(page, kind, deps)),
  )
  const { download } = kind.security
  if (download !== null)
    app.post(
      `${path}/export`,
      guard(async (page) => {
        const { errors, status } = await verifyPassword(page, 'export_password', WRONG_PASSWORD, deps)
        return errors.length > 0
          ? await renderSecurity(page, kind, deps, errors, status)
          : await download(page)
      }),
    )
  app.post(
    `${path}/close`,
    guard(async (page) => await closeAccount(page, kind, deps)),
  )
}

/**
 * Needs the current password and sends a mail (oauth.md 5.7, 111). Of the devices known to the account only
 * this one stays known.
 */
async function changePassword(
  page: Page,
  kind: AccountKind,
  deps: AccountSecurityDeps,
): Promise<FastifyReply> {
  const { account, session, form } = page
  const current = await verifyPassword(page, 'current', 'This is not your current password.', deps)
  const next = checkNewPassword(form, 'password', deps.passwords)
  const errors = [...current.errors, ...next.errors]
  if (errors.length > 0) return await renderSecurity(page, kind, deps, errors, current.status)
  const passwordHash = await deps.passwords.hash(next.value)
  await kind.accounts.setPassword(account.id, passwordHash)
  const provenBy = session.secondFactor ? 'second factor' : 'password'
  rememberDevice(page.reply, kind.type, { id: account.id, passwordHash }, provenBy, deps)
  if (form.get('end_sessions') !== null) await deps.sessions.closeAll(kind.type, account.id, session.hash)
  await page.audit('password_changed')
  deps.mailer.send(passwordChangedMail(account.email, 'changed'))
  return await page.redirect(`${kind.accountPath}/security?m=password`)
}

/** Ends the session named by the form, or all others when it names none. */
async function endSessions(page: Page, kind: AccountKind, deps: AccountSecurityDeps): Promise<FastifyReply> {
  const { account, session, form } = page
  const id = form.get('session')
  if (id === null) await deps.sessions.closeAll(kind.type, account.id, session.hash)
  else if (SESSION_ID.test(id)) await deps.sessions.closeOne(kind.type, account.id, id)
  await page.audit('session_ended', { detail: { all_others: id === null } })
  return await page.redirect(`${kind.accountPath}/security?m=${id === null ? 'others' : 'ended'}`)
}

async function closeAccount(page: Page, kind: AccountKind, deps: AccountSecurityDeps): Promise<FastifyReply> {
  const { account } = page
  const password = await verifyPassword(page, 'close_password', WRONG_PASSWORD, deps)
  if (password.errors.length > 0)
    return await renderSecurity(page, kind, deps, password.errors, password.status)
  const error = await kind.security.close(page)
  if (error !== null) return await renderSecurity(page, kind, deps, [error])
  deps.mailer.send(accountClosedMail(account.email, kind.security.closedMailEffect))
  clearSessionCookie(page.reply, kind.type)
  forgetDevice(page.reply, kind.type)
  return await page.redirect(signInPath(kind, { notice: 'closed' }))
}

/** The page, after a form that was refused with the errors and what was entered. */
export async function renderSecurity(
  { account, session, query, form, render }: Page,
  kind: AccountKind,
  deps: AccountSecurityDeps,
  errors: FieldError[] = [],
  status?: number,
): Promise<FastifyReply> {
  const sessions = await deps.sessions.list(kind.type, account.id, session.hash)
  const activity = await kind.security.recentActivity(account.id)
  return await render(
    'security',
    { title: kind.security.title, errors, notice: NOTICES[query.get('m') ?? ''] ?? null },
    {
      heading: kind.security.title,
      email: account.email,
      newEmail: form.get('new_email') ?? '',
      base: kind.accountPath,
      sessions: sessions.map((line) => ({
        id: line.id,
        current: line.current,
        agent: browserName(line.agent),
        address: line.address,
        lastSeen: formatDateTime(line.lastSeen),
        created: formatDateTime(line.created),
      })),
      activity: activity.map(auditListItem),
      consequence: kind.security.closeConsequence,
      canDownload: kind.security.download !== null,
      recovery: await kind.security.recoveryCodes(account.id),
    },
    status,
  )
}

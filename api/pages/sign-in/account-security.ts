/** An account's own page: password, sessions, recent activity, and closing the account. */
import type { Account } from '../../../schemas/oauth/account.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { SessionLine, SessionStore } from '../../../schemas/oauth/session.js'
import { auditListItem } from '../lib/audit-labels.js'
import { newPasswordErrors } from '../lib/form-checks.js'
import { asSent, choice, flag, secret, text } from '../lib/form.js'
import { formatDateTime } from '../lib/format-date.js'
import type { AccountPage } from '../lib/page-access.js'
import { noticeOf, page } from '../lib/page.js'
import type { Admit, Page, Posted } from '../lib/page.js'
import { redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { clearSessionCookie } from '../lib/session.js'
import { exportButtons } from '../member/exports/export-section.js'
import type { ExportView } from '../member/exports/account-exports.js'
import { accountClosedMail, passwordChangedMail } from '../mails.js'
import type { Mailer } from '../ports.js'
import { auditTable } from '../views/audit-table.js'
import { fields } from '../views/field.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import type { PageFrame } from '../views/page-frame.js'
import { postForm } from '../views/post-form.js'
import { signInPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { browserName } from './browser-name.js'
import { forgetDevice, rememberDevice, sessionKey } from './known-device.js'
import { passkeySection } from './passkeys/passkey-section.js'
import { secondFactorSection } from './recovery/factor-section.js'
import { verifyPassword } from './verify-password.js'
import type { VerifyPasswordDeps } from './verify-password.js'

export interface AccountSecurityDeps extends VerifyPasswordDeps {
  sessions: SessionStore
  audit: AuditStore
  mailer: Mailer
}

const NOTICES: Readonly<Record<string, string>> = {
  password: 'Your password has been changed.',
  factor_off: 'Your second factor has been turned off.',
  passkey_added: 'The passkey has been added. You can sign in with it.',
  passkey_removed: 'The passkey has been removed. Delete it from your device or password manager too.',
  address: 'Your address has been changed, and all other sessions have ended.',
  ended: 'The session has ended.',
  others: 'All other sessions have ended.',
  export: 'Your download is being prepared. It will appear below when it is ready.',
}
const WRONG_PASSWORD = 'This is not your password.'
const SESSION_ID = /^\d{1,18}$/
const ACTIVITY = { when: 'When', what: 'What', application: 'Application', address: 'From' }

export const ADDRESS = {
  new_email: text({ label: 'New address', type: 'email', autocomplete: 'email' }),
  address_password: secret('Your password'),
}
const PASSWORD = {
  current: secret('Current password'),
  password: secret('New password', 'new-password', 'At least 8 characters of any kind.'),
  end_sessions: flag('Sign out everywhere else'),
}
export const EXPORT = {
  export_password: secret('Your password'),
  as: choice(['json', 'ics'], 'json'),
  export: asSent(),
}
const CLOSE = { close_password: secret('Your password, to confirm') }

/** `access` admits accounts of the kind that have proven all that it asks for. */
export function accountSecurityPages<A extends Account, R>(
  access: Admit<AccountPage<A>, R>,
  kind: AccountKind,
): Array<Page<AccountSecurityDeps & R>> {
  const path = kind.accountPath
  const { exports } = kind.security
  const pages = [
    page(
      { route: `GET ${path}/security`, access },
      async (page, deps: AccountSecurityDeps) => await renderSecurity(page, kind, deps),
    ),
    page(
      { route: `POST ${path}/password`, access, form: PASSWORD },
      async (page, deps: AccountSecurityDeps) => await changePassword(page, kind, deps),
    ),
    page(
      { route: `POST ${path}/sessions/end`, access, form: { session: asSent() } },
      async (page, deps: AccountSecurityDeps) => await endSessions(page, page.form.session, kind, deps),
    ),
    page(
      { route: `POST ${path}/close`, access, form: CLOSE },
      async (page, deps: AccountSecurityDeps) => await closeAccount(page, kind, deps),
    ),
  ]
  if (exports === null) return pages
  return [
    ...pages,
    page({ route: `POST ${path}/export`, access, form: EXPORT }, async (page, deps: AccountSecurityDeps) => {
      const refused =
        exports.tooMany(page.account.id) ??
        (await verifyPassword(page, 'export_password', WRONG_PASSWORD, deps))
      const answer = refused ?? (await exports.answer(page, page.form))
      return 'is' in answer ? answer : await renderSecurity(page, kind, deps, answer)
    }),
  ]
}

/**
 * Needs the current password and sends a mail (oauth.md 5.7, 111). Of the devices known to the account only
 * this one stays known.
 */
async function changePassword(
  page: Posted<AccountPage<Account>, typeof PASSWORD>,
  kind: AccountKind,
  deps: AccountSecurityDeps,
): Promise<PageResult> {
  const { account, session, form } = page
  const current = await verifyPassword(page, 'current', 'This is not your current password.', deps)
  const errors = [...(current?.errors ?? []), ...newPasswordErrors(form.password, deps.passwords)]
  if (errors.length > 0) return await renderSecurity(page, kind, deps, { ...current, errors })
  const passwordHash = await deps.passwords.hash(form.password, { known: sessionKey(session) })
  await kind.accounts.setPassword(account.id, passwordHash)
  const provenBy = session.secondFactor ? 'second factor' : 'password'
  rememberDevice(page.cookies, kind.type, { id: account.id, passwordHash }, provenBy, deps)
  if (form.end_sessions) await deps.sessions.closeAll(kind.type, account.id, session.hash)
  await page.audit('password_changed')
  deps.mailer.send(passwordChangedMail(account.email, 'changed'))
  return redirect(`${kind.accountPath}/security?m=password`)
}

/** Ends the session with that id, or without one all others. */
async function endSessions(
  page: AccountPage<Account>,
  id: string,
  kind: AccountKind,
  deps: AccountSecurityDeps,
): Promise<PageResult> {
  const { account, session } = page
  if (id === '') await deps.sessions.closeAll(kind.type, account.id, session.hash)
  else if (SESSION_ID.test(id)) await deps.sessions.closeOne(kind.type, account.id, id)
  await page.audit('session_ended', { detail: { all_others: id === '' } })
  return redirect(`${kind.accountPath}/security?m=${id === '' ? 'others' : 'ended'}`)
}

async function closeAccount(
  page: AccountPage<Account>,
  kind: AccountKind,
  deps: AccountSecurityDeps,
): Promise<PageResult> {
  const { account } = page
  const refused = await verifyPassword(page, 'close_password', WRONG_PASSWORD, deps)
  if (refused !== null) return await renderSecurity(page, kind, deps, refused)
  const error = await kind.security.close(page)
  if (error !== null) return await renderSecurity(page, kind, deps, { errors: [error] })
  deps.mailer.send(accountClosedMail(account.email, kind.security.closedMailEffect))
  clearSessionCookie(page.cookies, kind.type)
  forgetDevice(page.cookies, kind.type)
  return redirect(signInPath(kind, { notice: 'closed' }))
}

/** The page; after a form that was refused, with what was entered. */
export async function renderSecurity(
  page: AccountPage<Account>,
  kind: AccountKind,
  deps: AccountSecurityDeps,
  refused: Refused = {},
): Promise<PageResult> {
  const { account, session } = page
  const { title, closeConsequence } = kind.security
  const hasFactor = account.sealedTotp !== null || kind.secondFactor.isRequired
  const sessions = await deps.sessions.list(kind.type, account.id, session.hash)
  const activity = await kind.security.recentActivity(account.id)
  const codes = hasFactor ? await kind.security.recoveryCodes(account.id) : null
  const passkeys = await kind.security.passkeys?.(account.id)
  const exports = await kind.security.exports?.list(account.id)
  const base = kind.accountPath
  const username = html`<input type="hidden" name="username" value="${account.email}" autocomplete="username">`
  return view(
    { title, path: `${base}/security`, notice: noticeOf(page, NOTICES), ...refused },
    (frame) => html`
<h1>${title}</h1>
<h2 id="address">Address</h2>
<p>You sign in with <strong>${account.email}</strong>, and our emails go there. You confirm a new address through a link that we send to it.</p>
${postForm(frame, { action: `${base}/address`, novalidate: true }, html`${username}${fields(frame, ADDRESS)}<p class="actions"><button>Change address</button></p>`)}
<h2>Password</h2>
${postForm(frame, { action: `${base}/password`, novalidate: true }, html`${username}${fields(frame, PASSWORD, { end_sessions: true })}<p class="actions"><button class="primary">Change password</button></p>`)}
${secondFactorSection(codes, kind, frame)}
${passkeys !== undefined && passkeySection(passkeys, frame)}
${sessionsSection(sessions, base, frame)}
<h2>Recent activity</h2>
${
  activity.length === 0
    ? html`<p>Nothing yet. Sign-ins, password changes and access by applications will appear here.</p>`
    : auditTable('Recent activity', ACTIVITY, activity.map(auditListItem))
}
${exports !== undefined && downloadSection(exports, base, frame)}
<section class="zone" aria-labelledby="close">
<h2 id="close">Close the account</h2>
<p>${closeConsequence}</p>
${postForm(frame, { action: `${base}/close`, novalidate: true }, html`${fields(frame, CLOSE)}<p class="actions"><button class="danger">Close the account</button></p>`)}
</section>
`,
  )
}

function downloadSection(exports: readonly ExportView[], base: string, frame: PageFrame): Html {
  return html`<h2 id="download">Download your data</h2>
<p>Everything we hold about you as one JSON file: your account, trips, segments, what was reported and by which application, and what happened in your account. Or your whole itinerary as an iCalendar file, for a calendar program. What takes longer than a moment can be downloaded here for a day.</p>
${postForm(
  frame,
  { action: `${base}/export`, novalidate: true },
  html`${fields(frame, EXPORT)}${exportButtons(exports)}`,
)}`
}

function sessionsSection(sessions: readonly SessionLine[], base: string, frame: PageFrame): Html {
  const end = (hidden: Record<string, string>, content: Html): Html =>
    postForm(frame, { action: `${base}/sessions/end`, hidden }, content)
  return html`<h2>Sessions</h2>
${sessions.map(
  (one) => html`<div class="card">
<p><strong>${browserName(one.agent)}</strong>${one.current && html` <span class="badge good">This one</span>`}</p>
<p class="soft">From ${one.address}, since ${formatDateTime(one.created)}, last seen ${formatDateTime(one.lastSeen)}</p>
${!one.current && end({ session: one.id }, html`<button>End this session</button>`)}
</div>
`,
)}
${sessions.length > 1 && end({}, html`<p><button>End all other sessions</button></p>`)}`
}

/** An account's own page: password, sessions, recent activity, and closing the account. */
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import { auditListItem } from '../lib/audit-labels.js'
import type { AuditListItem } from '../lib/audit-labels.js'
import { checkNewPassword } from '../lib/form-checks.js'
import { formatDateTime } from '../lib/format-date.js'
import type { AccountPage } from '../lib/page-access.js'
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
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field, tick } from '../views/field.js'
import type { PageFrame } from '../views/page-frame.js'
import { auditTable } from '../views/audit-table.js'
import type { Admit, Page } from '../lib/page.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { redirect, view } from '../lib/page-result.js'
import { noticeOf, page } from '../lib/page.js'

export interface AccountSecurityDeps extends VerifyPasswordDeps {
  sessions: SessionStore
  audit: AuditStore
  mailer: Mailer
}

const NOTICES: Readonly<Record<string, string>> = {
  password: 'Your password is changed.',
  address: 'Your address is changed, and all other sessions have ended.',
  ended: 'The session has ended.',
  others: 'All other sessions have ended.',
}
const WRONG_PASSWORD = 'This is not your password.'
const SESSION_ID = /^\d{1,18}$/

/** `access` admits accounts of the kind that have proven all that it asks for. */
export function accountSecurityPages<A extends Account, R>(
  access: Admit<AccountPage<A>, R>,
  kind: AccountKind,
): Array<Page<AccountSecurityDeps & R>> {
  const path = kind.accountPath
  const { download } = kind.security
  const pages = [
    page(
      { route: `GET ${path}/security`, access },
      async (page, deps: AccountSecurityDeps) => await renderSecurity(page, kind, deps),
    ),
    page(
      { route: `POST ${path}/password`, access },
      async (page, deps: AccountSecurityDeps) => await changePassword(page, kind, deps),
    ),
    page(
      { route: `POST ${path}/sessions/end`, access },
      async (page, deps: AccountSecurityDeps) => await endSessions(page, kind, deps),
    ),
    page(
      { route: `POST ${path}/close`, access },
      async (page, deps: AccountSecurityDeps) => await closeAccount(page, kind, deps),
    ),
  ]
  if (download === null) return pages
  return [
    ...pages,
    page({ route: `POST ${path}/export`, access }, async (page, deps: AccountSecurityDeps) => {
      const refused = await verifyPassword(page, 'export_password', WRONG_PASSWORD, deps)
      return refused === null ? await download(page) : await renderSecurity(page, kind, deps, refused)
    }),
  ]
}

/**
 * Needs the current password and sends a mail (oauth.md 5.7, 111). Of the devices known to the account only
 * this one stays known.
 */
async function changePassword(
  page: AccountPage<Account>,
  kind: AccountKind,
  deps: AccountSecurityDeps,
): Promise<PageResult> {
  const { account, session, form } = page
  const current = await verifyPassword(page, 'current', 'This is not your current password.', deps)
  const next = checkNewPassword(form, 'password', deps.passwords)
  const errors = [...(current?.errors ?? []), ...next.errors]
  if (errors.length > 0) return await renderSecurity(page, kind, deps, { ...current, errors })
  const passwordHash = await deps.passwords.hash(next.value)
  await kind.accounts.setPassword(account.id, passwordHash)
  const provenBy = session.secondFactor ? 'second factor' : 'password'
  rememberDevice(page.cookies, kind.type, { id: account.id, passwordHash }, provenBy, deps)
  if (form.get('end_sessions') !== null) await deps.sessions.closeAll(kind.type, account.id, session.hash)
  await page.audit('password_changed')
  deps.mailer.send(passwordChangedMail(account.email, 'changed'))
  return redirect(`${kind.accountPath}/security?m=password`)
}

/** Ends the session named by the form, or all others when it names none. */
async function endSessions(
  page: AccountPage<Account>,
  kind: AccountKind,
  deps: AccountSecurityDeps,
): Promise<PageResult> {
  const { account, session, form } = page
  const id = form.get('session')
  if (id === null) await deps.sessions.closeAll(kind.type, account.id, session.hash)
  else if (SESSION_ID.test(id)) await deps.sessions.closeOne(kind.type, account.id, id)
  await page.audit('session_ended', { detail: { all_others: id === null } })
  return redirect(`${kind.accountPath}/security?m=${id === null ? 'others' : 'ended'}`)
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
  const { account, session, form } = page
  const sessions = await deps.sessions.list(kind.type, account.id, session.hash)
  const activity = await kind.security.recentActivity(account.id)
  return view(
    securityView,
    { title: kind.security.title, notice: noticeOf(page, NOTICES), ...refused },
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
  )
}

interface SecurityViewData {
  heading: string
  email: string
  /** What was entered as the new one. */
  newEmail: string
  base: '/account' | '/console'
  activity: AuditListItem[]
  consequence: string
  /** Whether the account can be downloaded. */
  canDownload: boolean
  /** Number of recovery codes that remain; null if this kind of account has no second factor. */
  recovery: number | null
  sessions: Array<{
    id: string
    current: boolean
    agent: string
    address: string
    lastSeen: string
    created: string
  }>
}

function securityView(data: SecurityViewData, frame: PageFrame): Html {
  return html`
<h1>${data.heading}</h1>
<h2 id="address">Address</h2>
<p>You sign in with <strong>${data.email}</strong>, and our mails go there. Another address is confirmed by a link that we mail to it.</p>
${postForm(
  frame,
  { action: `${data.base}/address`, novalidate: true },
  html`<input type="hidden" name="username" value="${data.email}" autocomplete="username">
${field(frame.errors, { id: 'new_email', label: 'New address', type: 'email', autocomplete: 'email', value: data.newEmail })}
${field(frame.errors, { id: 'address_password', label: 'Your password', type: 'password', autocomplete: 'current-password' })}
<p class="actions"><button>Change address</button></p>
`,
)}
<h2>Password</h2>
${postForm(
  frame,
  { action: `${data.base}/password`, novalidate: true },
  html`<input type="hidden" name="username" value="${data.email}" autocomplete="username">
${field(frame.errors, { id: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password' })}
${field(frame.errors, { id: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: 'At least 8 characters of any kind.' })}
${tick({ type: 'checkbox', id: 'end_sessions', checked: true }, 'Sign out everywhere else')}
<p class="actions"><button class="primary">Change password</button></p>
`,
)}
${data.recovery !== null && secondFactorSection(data.recovery, frame)}
${sessionsSection(data, frame)}
<h2>Recent activity</h2>
${
  data.activity.length === 0
    ? html`<p>Nothing yet: sign-ins, changes of the password and access of applications will stand here.</p>`
    : auditTable(
        'Recent activity',
        { when: 'When', what: 'What', application: 'Application', address: 'From' },
        data.activity,
      )
}
${
  data.canDownload &&
  html`<h2 id="download">Download your data</h2>
<p>Everything we hold about you as one JSON file: your account, trips, segments, what was reported and by which application, and what happened in your account. Or your whole itinerary as an iCalendar file, for a calendar program.</p>
${postForm(
  frame,
  { action: `${data.base}/export`, novalidate: true },
  html`${field(frame.errors, { id: 'export_password', label: 'Your password', type: 'password', autocomplete: 'current-password' })}
<p class="actions"><button name="as" value="json">Download everything</button> <button name="as" value="ics">Download the itinerary</button></p>
`,
)}
`
}
<section class="zone" aria-labelledby="close">
<h2 id="close">Close the account</h2>
<p>${data.consequence}</p>
${postForm(
  frame,
  { action: `${data.base}/close`, novalidate: true },
  html`${field(frame.errors, { id: 'close_password', label: 'Your password, to confirm', type: 'password', autocomplete: 'current-password' })}
<p class="actions"><button class="danger">Close the account</button></p>
`,
)}
</section>
`
}

function secondFactorSection(codes: number, frame: PageFrame): Html {
  return html`<h2 id="factor">Second factor</h2>
<p>${codes === 0 ? html`<span class="badge bad">No recovery codes</span> Without one, a lost authenticator app locks you out.` : html`${codes} of 10 recovery codes remain.`}</p>
<div class="actions">
${postForm(frame, { action: '/console/recovery-codes' }, html`<button>${codes === 0 ? 'Create recovery codes' : 'Replace the recovery codes'}</button>`)}
${postForm(frame, { action: '/console/second-factor/replace' }, html`<button>Set up another authenticator app</button>`)}
</div>`
}

function sessionsSection({ sessions, base }: SecurityViewData, frame: PageFrame): Html {
  return html`<h2>Sessions</h2>
${sessions.map(
  (session) => html`<div class="card">
<p><strong>${session.agent}</strong>${session.current && html` <span class="badge good">This one</span>`}</p>
<p class="soft">From ${session.address}, since ${session.created}, last seen ${session.lastSeen}</p>
${
  !session.current &&
  postForm(
    frame,
    { action: `${base}/sessions/end`, hidden: { session: session.id } },
    html`<button>End this session</button>`,
  )
}
</div>
`,
)}
${
  sessions.length > 1 &&
  postForm(frame, { action: `${base}/sessions/end` }, html`<p><button>End all other sessions</button></p>`)
}`
}

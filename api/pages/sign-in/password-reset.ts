/**
 * A forgotten password: a mail with a link that works once, within an hour (oauth.md 5.7, 110). A request costs
 * the same whether the address has an account or not (5.7, 105).
 */
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import { newPasswordErrors } from '../lib/form-checks.js'
import type { VisitorPage } from '../lib/page-access.js'
import { returnPath, withReturn } from '../lib/return-path.js'
import { passwordChangedMail, resetPasswordMail } from '../mails.js'
import { signInPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { knownDevice, rememberDevice } from './known-device.js'
import { attempter, mailThrottle, resetSignInThrottle } from './sign-in-throttle.js'
import type { SignUpDeps } from './sign-up.js'
import { asSent, email, flag, secret } from '../lib/form.js'
import { originOf, visitor } from '../lib/page-access.js'
import { page } from '../lib/page.js'
import type { Page, Posted } from '../lib/page.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { checkMail } from '../views/check-mail.js'
import { fields } from '../views/field.js'
import { html } from '../views/html.js'
import { postForm } from '../views/post-form.js'

const FORGOT = { email: email({ label: 'Email address', autocomplete: 'username' }) }
const LINK = { token: asSent() }
const RESET = {
  ...LINK,
  password: secret('New password', 'new-password', 'At least 8 characters of any kind.'),
  end_sessions: flag('Sign out everywhere else'),
}
const LINK_MINUTES = 60
/** While requests for an address are throttled, the newest link mailed to it still works: both last an hour. */
const TOO_MANY_LINKS =
  'Too many links were requested for this address. Use the newest one in your mailbox, or wait a little.'

/** GET and POST `/forgot` and `/reset`. */
export function passwordResetPages(kind: AccountKind): Array<Page<SignUpDeps>> {
  const access = visitor(kind.type)
  const { linkPurpose } = kind.reset
  return [
    page({ route: `GET ${kind.visitorPath}/forgot`, access }, ({ query }) =>
      renderForgot(kind, query.get('q')),
    ),
    page(
      {
        route: `POST ${kind.visitorPath}/forgot`,
        access,
        form: FORGOT,
        again: ({ sent }, _deps: SignUpDeps, refused) => renderForgot(kind, sent.get('q'), refused),
      },
      async (page, deps: SignUpDeps) => await requestLink(page, kind, page.form.email, deps),
    ),
    page(
      { route: `GET ${kind.visitorPath}/reset`, access, form: LINK },
      async ({ form: { token } }, { links }: SignUpDeps) => {
        const payload = await links.peek(linkPurpose, tokenHash(token))
        return payload?.['id'] === undefined ? usedLink(kind) : renderReset(kind, token)
      },
    ),
    page({ route: `POST ${kind.visitorPath}/reset`, access, form: RESET }, async (page, deps: SignUpDeps) => {
      const { token, password } = page.form
      const payload = await deps.links.peek(linkPurpose, tokenHash(token))
      if (payload?.['id'] === undefined) return usedLink(kind)
      const errors = newPasswordErrors(password, deps.passwords)
      return errors.length > 0 ? renderReset(kind, token, { errors }) : await resetPassword(page, kind, deps)
    }),
  ]
}

/**
 * For an unknown address a link and an audit row are stored as well, and the mail leaves after the answer, so
 * that neither the answer nor its time tells who has an account.
 */
async function requestLink(
  page: VisitorPage,
  kind: AccountKind,
  email: string,
  deps: SignUpDeps,
): Promise<PageResult> {
  const { request, cookies } = page
  const account = await kind.accounts.byEmail(email)
  const by = attempter(knownDevice(cookies, kind.type, account, deps), request.ip)
  const wait = await mailThrottle(`${kind.type} reset`, email, by, deps)
  if (wait !== null) {
    const errors = [{ field: 'email', text: TOO_MANY_LINKS }]
    return renderForgot(kind, page.sent.get('q'), { errors, status: 429, retryAfter: wait })
  }
  const token = randomToken('')
  const returnTo = returnPath(page.sent.get('q'), kind.home)
  await deps.links.create({
    purpose: kind.reset.linkPurpose,
    about: account?.id ?? null,
    hash: tokenHash(token),
    payload: account === null ? { returnTo } : { id: account.id, returnTo },
    minutes: LINK_MINUTES,
  })
  await record('reset_asked', account?.id ?? null, page, kind, deps)
  page.afterAnswer(() => {
    const link = `${deps.settings.authUrl}${kind.visitorPath}/reset?token=${token}`
    if (account !== null) deps.mailer.send(resetPasswordMail(account.email, link))
  })
  const { mailFolder } = deps.settings
  const again = withReturn(`${kind.visitorPath}/forgot`, returnTo)
  return checkMail(email, { what: 'choose a new password', within: 'an hour', again }, mailFolder)
}

/** The browser becomes known to the account: no guesses of strangers keep it from the next sign-in. */
async function resetPassword(
  page: Posted<VisitorPage, typeof RESET>,
  kind: AccountKind,
  deps: SignUpDeps,
): Promise<PageResult> {
  const { token, password, end_sessions: endSessions } = page.form
  // Before the hash is made, which anybody could ask for.
  if ((await deps.links.peek(kind.reset.linkPurpose, tokenHash(token))) === null) return usedLink(kind)
  const passwordHash = await deps.passwords.hash(password, attempter(null, page.request.ip))
  const payload = await deps.links.consume(kind.reset.linkPurpose, tokenHash(token))
  const account = payload?.['id'] === undefined ? null : await kind.accounts.byId(payload['id'])
  if (payload === null || account === null) return usedLink(kind)
  await kind.accounts.setPassword(account.id, passwordHash)
  await resetSignInThrottle(kind.type, account.email, deps)
  rememberDevice(page.cookies, kind.type, { id: account.id, passwordHash }, 'password', deps)
  await kind.reset.revokeAccess(account.id)
  if (endSessions) await deps.sessions.closeAll(kind.type, account.id, null)
  await record('password_reset', account.id, page, kind, deps)
  deps.mailer.send(passwordChangedMail(account.email, 'reset', kind.reset.mailEffect))
  const returnTo = returnPath(payload['returnTo'] ?? null, kind.home)
  return redirect(signInPath(kind, { notice: 'reset', returnTo }))
}

async function record(
  event: 'reset_asked' | 'password_reset',
  id: string | null,
  page: VisitorPage,
  kind: AccountKind,
  deps: SignUpDeps,
): Promise<void> {
  await deps.audit.record({
    event,
    actor: { kind: kind.type, id },
    ...originOf(page),
  })
}

function renderForgot(kind: AccountKind, q: string | null, refused: Refused = {}): PageResult {
  const returnTo = returnPath(q, kind.home)
  return view(
    { title: 'Forgot password', ...refused },
    (frame) => html`
<h1>Forgot password</h1>
<p>Enter your email address. We will send you a link to choose a new password.</p>
${postForm(
  frame,
  {
    action: `${kind.visitorPath}/forgot`,
    novalidate: true,
    hidden: { q: returnTo },
  },
  html`${fields(frame, FORGOT)}<p class="actions"><button class="primary">Send the link</button></p>`,
)}
<p class="aside">Remember it after all? <a href="${signInPath(kind, { returnTo })}">Sign in</a></p>
`,
  )
}

function renderReset(kind: AccountKind, token: string, refused: Refused = {}): PageResult {
  const { consequence } = kind.reset
  return view(
    { title: 'Choose a new password', ...refused },
    (frame) => html`
<h1>Choose a new password</h1>
${postForm(
  frame,
  { action: `${kind.visitorPath}/reset`, novalidate: true, hidden: { token } },
  html`${fields(frame, RESET, { end_sessions: true })}
${consequence !== null && html`<p class="hint">${consequence}</p>`}
<p class="actions"><button class="primary">Set the password</button></p>
`,
)}
`,
  )
}

function usedLink(kind: AccountKind): PageResult {
  const next = { href: `${kind.visitorPath}/forgot`, text: 'Request a new link' }
  return problem('link_used', { next })
}

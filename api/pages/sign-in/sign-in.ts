/** Sign-in by email address and password, and sign-out. */
import type { OauthSettings } from '../../oauth/ports.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { VisitorPage } from '../lib/page-access.js'
import { returnPath, withReturn } from '../lib/return-path.js'
import { closeSession, isGenuineForm, openSession, readVisitor } from '../lib/session.js'
import type { VisitorDeps } from '../lib/session.js'
import type { Attempter, Passwords } from '../ports.js'
import type { Account } from '../../../schemas/oauth/account.js'
import { secondFactorPath, signUpPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { knownDevice, rememberDevice } from './known-device.js'
import { passkeyForm } from './passkeys/passkey-form.js'
import { attempter, signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { asSent, secret } from '../lib/form.js'
import { originOf, visitor } from '../lib/page-access.js'
import { noticeOf, page } from '../lib/page.js'
import type { Page, Posted } from '../lib/page.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { fields } from '../views/field.js'
import { html } from '../views/html.js'
import { postForm } from '../views/post-form.js'

export type SignInDeps = VisitorDeps & {
  passwords: Passwords
  throttle: ThrottleStore
  audit: AuditStore
  settings: OauthSettings
  now: () => number
}

const SIGN_IN = {
  email: asSent({ label: 'Email address', type: 'email', autocomplete: 'username' }),
  password: secret('Password'),
}
const WRONG_CREDENTIALS = 'The email address or the password is wrong.'

/** GET and POST `/login`. */
export function signInPages(kind: AccountKind): Array<Page<SignInDeps>> {
  const access = visitor(kind.type)
  const notices: Readonly<Record<string, string>> = {
    address: 'Your address has been changed. Sign in with the new one.',
    reset: 'Your new password has been set. Sign in with it.',
    closed: 'Your account has been closed.',
  }
  return [
    page({ route: `GET ${kind.visitorPath}/login`, access }, async (page) => {
      const returnTo = returnPath(page.query.get('q'), kind.home)
      const isSwitching = kind.signIn.canSwitch && page.query.get('switch') !== null
      if (page.visitor.session !== null && !isSwitching) return redirect(returnTo)
      const appName = await kind.signIn.appName(returnTo)
      return signInForm(kind, { returnTo, appName, notice: noticeOf(page, notices) })
    }),
    page(
      { route: `POST ${kind.visitorPath}/login`, access, form: SIGN_IN },
      async (page, deps: SignInDeps) => await signIn(page, kind, deps),
    ),
  ]
}

interface SignInForm extends Refused {
  returnTo: string
  appName: string | null
  notice?: string | null
}

/** The sign-in form. After it the browser continues at `returnTo`. */
export function signInForm(kind: AccountKind, { returnTo, appName, ...options }: SignInForm): PageResult {
  return view(
    { title: 'Sign in', hasPasskeys: kind.signIn.passkeys !== null, ...options },
    (frame) => html`
<h1>${kind.signIn.heading}</h1>
${appName !== null && html`<p class="lead">to continue to <strong>${appName}</strong></p>`}
${postForm(
  frame,
  { action: `${kind.visitorPath}/login`, novalidate: true, hidden: { q: returnTo } },
  html`${fields(frame, SIGN_IN)}<p class="actions"><button class="primary">Sign in</button> <a href="${withReturn(`${kind.visitorPath}/forgot`, returnTo)}">Forgot password</a></p>`,
)}
${
  kind.signIn.passkeys !== null &&
  passkeyForm(
    frame,
    { action: `${kind.visitorPath}/passkey`, hidden: { q: returnTo } },
    html`<p class="actions"><button id="passkey">Sign in with a passkey</button></p>`,
  )
}
<p class="aside">New here? <a href="${signUpPath(kind, returnTo)}">Create an account</a></p>
`,
  )
}

/**
 * Checks the password, counted before it is tried: for this browser alone if the account knows it, else with
 * those of strangers (oauth.md 3.6 and 5.7). Unknown addresses take as long as known ones.
 */
async function signIn(
  page: Posted<VisitorPage, typeof SIGN_IN>,
  kind: AccountKind,
  deps: SignInDeps,
): Promise<PageResult> {
  const { request, cookies } = page
  const { email, password } = page.form
  const returnTo = returnPath(page.sent.get('q'), kind.home)
  const origin = originOf(page)
  const retry = async (text: string, more: Refused = {}): Promise<PageResult> =>
    signInForm(kind, {
      returnTo,
      appName: await kind.signIn.appName(returnTo),
      errors: [{ field: 'email', text }],
      ...more,
    })
  const account = email === '' ? null : await kind.accounts.byEmail(email)
  const device = knownDevice(cookies, kind.type, account, deps)
  const by = attempter(device, request.ip)
  const throttle = signInThrottle(kind.type, email, by, deps)
  const wait = await throttle.consume()
  if (wait !== null) {
    await deps.audit.record({
      ...origin,
      event: 'throttled',
      actor: { kind: 'nobody', id: null },
      anonymous: true,
      detail: { what: kind.signIn.auditLabel },
    })
    return await retry(TOO_MANY_ATTEMPTS, { status: 429, retryAfter: wait })
  }
  const { matches, outdated } = await deps.passwords.verify(account?.passwordHash ?? null, password, by)
  if (account === null || !matches) {
    await deps.audit.record({
      ...origin,
      event: 'sign_in_failed',
      actor: { kind: kind.type, id: account?.id ?? null },
    })
    return await retry(WRONG_CREDENTIALS)
  }
  await throttle.succeeded()
  const passwordHash = outdated ? await rehash(account, { password, by }, kind, deps) : account.passwordHash
  await openSession(page, { kind: kind.type, accountId: account.id, secondFactor: false }, deps)
  if (kind.secondFactor.isRequired || account.sealedTotp !== null)
    return redirect(withReturn(secondFactorPath(kind), returnTo))
  rememberDevice(cookies, kind.type, { id: account.id, passwordHash }, 'password', deps)
  await deps.audit.record({ ...origin, event: 'signed_in', actor: { kind: kind.type, id: account.id } })
  return redirect(returnTo)
}

/** Hashes the password again under today's parameters and returns the new hash (oauth.md 5.6, 96). */
async function rehash(
  account: Account,
  { password, by }: { password: string; by: Attempter },
  kind: AccountKind,
  deps: SignInDeps,
): Promise<string> {
  const renewed = await deps.passwords.hash(password, by)
  await kind.accounts.renewHash(account.id, account.passwordHash, renewed)
  return renewed
}

/** For both kinds of account: the form says which. Without a session there is nothing to forge. */
export const signOutPage: Page<SignInDeps> = {
  route: 'POST /signout',
  answer: async (page, deps) => {
    const { request, sent, cookies } = page
    const type = sent.get('kind') === 'developer' ? 'developer' : 'member'
    const from = await readVisitor(cookies, type, deps)
    if (from.session !== null) {
      if (!isGenuineForm(request, from, sent.get('form_token'), deps)) return problem('invalid_form')
      await closeSession(cookies, from.session, deps)
      await deps.audit.record({
        event: 'signed_out',
        actor: { kind: type, id: from.session.accountId },
        ...originOf(page),
      })
    }
    return redirect(type === 'developer' ? '/console/login' : '/oauth/login')
  },
}

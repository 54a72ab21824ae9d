/**
 * The mailed link that finishes a sign-up. Anybody can sign up with somebody else's address, and the mail
 * goes to its owner. In the browser that signed up, the link needs nothing more, and signs in. In another
 * browser it asks for the chosen password, because the owner of the address could otherwise confirm the
 * account of a stranger; it does not sign in there.
 */
import { tokenHash } from '../../oauth/random-token.js'
import type { VisitorPage } from '../lib/page-access.js'
import { returnPath } from '../lib/return-path.js'
import { browserId, openSession } from '../lib/session.js'
import type { Visitor } from '../lib/session.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import { signInPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { rememberDevice } from './known-device.js'
import type { SignInDeps } from './sign-in.js'
import { attempter, linkThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { asSent, secret } from '../lib/form.js'
import { originOf, visitor } from '../lib/page-access.js'
import { page } from '../lib/page.js'
import type { Page } from '../lib/page.js'
import { problem, view } from '../lib/page-result.js'
import type { PageResult, Refused } from '../lib/page-result.js'
import { fields } from '../views/field.js'
import { html } from '../views/html.js'
import { postForm } from '../views/post-form.js'

export type ConfirmSignUpDeps = SignInDeps & { links: LinkStore }

type Payload = Record<string, string>

/** A sign-up link as it is opened. */
interface ConfirmationLink {
  token: string
  payload: Payload
}

const LINK = { token: asSent() }
const CONFIRM = {
  ...LINK,
  password: secret(
    'Password chosen at sign-up',
    'current-password',
    'You signed up in another browser, so we ask for it.',
  ),
}
const MISSING_PASSWORD = 'Enter the password that you chose at sign-up.'
const WRONG_PASSWORD =
  'This is not the password that you chose at this sign-up. If you signed up more than once, ' +
  'open the links in the other emails too. If it was not you, close this page.'

export function confirmSignUpPages(kind: AccountKind): Array<Page<ConfirmSignUpDeps>> {
  const access = visitor(kind.type)
  const { linkPurpose } = kind.signUp
  return [
    page(
      { route: `GET ${kind.visitorPath}/confirm`, access, form: LINK },
      async (page, { links }: ConfirmSignUpDeps) => {
        const { token } = page.form
        const payload = await links.peek(linkPurpose, tokenHash(token))
        return payload?.['email'] === undefined
          ? usedLink(kind)
          : renderConfirmPage(page, kind, { token, payload })
      },
    ),
    page(
      { route: `POST ${kind.visitorPath}/confirm`, access, form: CONFIRM },
      async (page, deps: ConfirmSignUpDeps) => {
        const { token, password } = page.form
        const payload = (await deps.links.peek(linkPurpose, tokenHash(token))) ?? {}
        const refused = await checkSignUpPassword(page, kind, { token, payload, password }, deps)
        if (refused !== null) return refused
        const consumed = await deps.links.consume(linkPurpose, tokenHash(token))
        return consumed === null ? usedLink(kind) : await createAccount(page, kind, consumed, deps)
      },
    ),
  ]
}

async function createAccount(
  page: VisitorPage,
  kind: AccountKind,
  { email, passwordHash, returnTo, ...values }: Payload,
  deps: ConfirmSignUpDeps,
): Promise<PageResult> {
  const isComplete = Object.keys(kind.signUp.fields).every((field) => values[field] !== undefined)
  if (email === undefined || passwordHash === undefined || !isComplete) return usedLink(kind)
  const to = returnPath(returnTo ?? null, kind.home)
  const id = await kind.signUp.create(email, passwordHash, values)
  // The address was taken since: the account has another password than the one chosen at this sign-up.
  if (id === null)
    return problem('address_taken', {
      next: { href: signInPath(kind, { returnTo: to }), text: 'Sign in' },
    })
  const isHere = values['by'] === browserId(page.visitor)
  rememberDevice(page.cookies, kind.type, { id, passwordHash }, 'password', deps)
  const record = async (event: 'signed_up' | 'signed_in'): Promise<void> => {
    const actor = { kind: kind.type, id }
    await deps.audit.record({ event, actor, memberId: kind.type === 'member' ? id : null, ...originOf(page) })
  }
  await record('signed_up')
  if (!isHere) return await renderWelcome(kind, { email, to, isHere })
  await openSession(page, { kind: kind.type, accountId: id, secondFactor: false }, deps)
  if (!kind.secondFactor.isRequired) await record('signed_in')
  return await renderWelcome(kind, { email, to, isHere })
}

/** @param isHere whether this browser is signed in, because it is the one that signed up */
async function renderWelcome(
  kind: AccountKind,
  { email, to, isHere }: { email: string; to: string; isHere: boolean },
): Promise<PageResult> {
  const appName = await kind.signIn.appName(to)
  const next = appName === null ? kind.signUp.next : `Continue to ${appName}`
  if (isHere)
    return view(
      { title: 'Your account is ready' },
      () => html`
<h1>Your account is ready</h1>
<p class="lead">Your address is confirmed, and you are signed in as <strong>${email}</strong>.</p>
<p class="actions"><a class="button primary" href="${to}">${next}</a></p>
`,
    )
  return view(
    { title: 'Your address is confirmed' },
    () => html`
<h1>Your address is confirmed</h1>
<p class="lead">The account of <strong>${email}</strong> is ready.</p>
<p>Go back to the browser in which you signed up${appName !== null && html`, to continue to <strong>${appName}</strong>`}, or sign in here.</p>
<p class="actions"><a class="button primary" href="${signInPath(kind, { returnTo: to })}">Sign in</a></p>
`,
  )
}

/**
 * Null when the sign-up may be finished; otherwise the page again, with 422, or 429 after too many
 * attempts.
 */
async function checkSignUpPassword(
  page: VisitorPage,
  kind: AccountKind,
  { password, ...link }: ConfirmationLink & { password: string },
  deps: ConfirmSignUpDeps,
): Promise<PageResult | null> {
  const { passwordHash } = link.payload
  if (!needsPassword(link.payload, page.visitor) || passwordHash === undefined) return null
  const retry = (text: string, more: Refused = {}): PageResult =>
    renderConfirmPage(page, kind, link, { errors: [{ field: 'password', text }], ...more })
  if (password === '') return retry(MISSING_PASSWORD)
  const throttle = linkThrottle(tokenHash(link.token), deps)
  const wait = await throttle.consume()
  if (wait !== null) return retry(TOO_MANY_ATTEMPTS, { status: 429, retryAfter: wait })
  const { matches } = await deps.passwords.verify(passwordHash, password, attempter(null, page.request.ip))
  if (!matches) return retry(WRONG_PASSWORD)
  await throttle.succeeded()
  return null
}

function needsPassword(payload: Payload, visitor: Visitor): boolean {
  return payload['by'] !== browserId(visitor)
}

function renderConfirmPage(
  page: VisitorPage,
  kind: AccountKind,
  { token, payload }: ConfirmationLink,
  refused: Refused = {},
): PageResult {
  return view(
    { title: 'Confirm your address', ...refused },
    (frame) => html`
<h1>Confirm your address</h1>
<p class="lead">Finish signing up with <strong>${payload['email'] ?? ''}</strong>.</p>
${postForm(
  frame,
  { action: `${kind.visitorPath}/confirm`, novalidate: true, hidden: { token } },
  html`${needsPassword(payload, page.visitor) && fields(frame, CONFIRM)}
<p class="actions"><button class="primary">Confirm and continue</button></p>
`,
)}
`,
  )
}

function usedLink(kind: AccountKind): PageResult {
  const next = { href: `${kind.visitorPath}/signup`, text: 'Sign up again' }
  return problem('link_used', { next })
}

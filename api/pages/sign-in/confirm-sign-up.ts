/**
 * The mailed link that finishes a sign-up. Anybody can sign up with somebody else's address, and the mail
 * goes to its owner. In the browser that signed up, the link needs nothing more. In another browser it asks
 * for the password that was chosen; otherwise the owner of the address could confirm the account of a
 * stranger.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { tokenHash } from '../../oauth/random-token.js'
import { visitorPages } from '../lib/page-context.js'
import type { PageContext } from '../lib/page-context.js'
import { returnPath } from '../lib/return-path.js'
import type { Visitor } from '../lib/session.js'
import type { LinkStore } from '../../../schemas/oauth/mailed-link.js'
import { signInPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { rememberDevice } from './known-device.js'
import type { SignInDeps } from './sign-in.js'
import { linkThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field } from '../views/field.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'

export type ConfirmSignUpDeps = SignInDeps & { links: LinkStore }

type Payload = Record<string, string>

/** A sign-up link as it is opened. */
interface ConfirmationLink {
  token: string
  payload: Payload
}

const MISSING_PASSWORD = 'Enter the password that you chose at sign-up.'
const WRONG_PASSWORD =
  'This is not the password chosen at this sign-up. If you signed up more than once, ' +
  'open the other mails too. If it was not you, close this page.'

/** Identifies the browser of a visitor whose form was genuine; stored with the link as `by`. */
export function browserId(visitor: Visitor): string {
  return tokenHash(visitor.binding ?? '').toString('base64url')
}

export function confirmSignUpRoutes(app: FastifyInstance, kind: AccountKind, deps: ConfirmSignUpDeps): void {
  const route = visitorPages(kind.type, deps)
  const { linkPurpose } = kind.signUp
  app.get(
    `${kind.visitorPath}/confirm`,
    route(async (page) => {
      const token = page.query.get('token') ?? ''
      const payload = await deps.links.peek(linkPurpose, tokenHash(token))
      return payload?.['email'] === undefined
        ? await renderUsedLink(page, kind)
        : await renderConfirmPage(page, kind, { token, payload })
    }),
  )
  app.post(
    `${kind.visitorPath}/confirm`,
    route(async (page) => {
      const token = page.form.get('token') ?? ''
      const payload = (await deps.links.peek(linkPurpose, tokenHash(token))) ?? {}
      const refused = await checkSignUpPassword(page, kind, { token, payload }, deps)
      if (refused !== null) return refused
      const consumed = await deps.links.consume(linkPurpose, tokenHash(token))
      return consumed === null
        ? await renderUsedLink(page, kind)
        : await createAccount(page, kind, consumed, deps)
    }),
  )
}

async function createAccount(
  page: PageContext,
  kind: AccountKind,
  { email, passwordHash, returnTo, ...values }: Payload,
  deps: ConfirmSignUpDeps,
): Promise<FastifyReply> {
  const isComplete = kind.signUp.fields.every(({ key }) => values[key] !== undefined)
  if (email === undefined || passwordHash === undefined || !isComplete)
    return await renderUsedLink(page, kind)
  const to = returnPath(returnTo ?? null, kind.home)
  const id = await kind.signUp.create(email, passwordHash, values)
  // The address was taken since: the account has another password than the one chosen at this sign-up.
  if (id === null)
    return await page.renderError('address_taken', {
      next: { href: signInPath(kind, { returnTo: to }), text: 'Sign in' },
    })
  rememberDevice(page.reply, kind.type, { id, passwordHash }, 'password', deps)
  await deps.audit.record({
    event: 'signed_up',
    actor: { kind: kind.type, id },
    memberId: kind.type === 'member' ? id : null,
    address: page.request.ip,
    request: page.request.id,
  })
  return await page.redirect(signInPath(kind, { notice: 'confirmed', returnTo: to }))
}

/**
 * Null when the sign-up may be finished; otherwise the page again, with 422, or 429 after too many
 * attempts.
 */
async function checkSignUpPassword(
  page: PageContext,
  kind: AccountKind,
  link: ConfirmationLink,
  deps: ConfirmSignUpDeps,
): Promise<FastifyReply | null> {
  const { passwordHash } = link.payload
  if (!needsPassword(link.payload, page.visitor) || passwordHash === undefined) return null
  const retry = async (text: string, status: number): Promise<FastifyReply> =>
    await renderConfirmPage(page, kind, link, [{ field: 'password', text }], status)
  const password = page.form.get('password') ?? ''
  if (password === '') return await retry(MISSING_PASSWORD, 422)
  const throttle = linkThrottle(tokenHash(link.token), deps)
  const wait = await throttle.consume()
  if (wait !== null) {
    void page.reply.header('retry-after', wait)
    return await retry(TOO_MANY_ATTEMPTS, 429)
  }
  const { matches } = await deps.passwords.verify(passwordHash, password)
  if (!matches) return await retry(WRONG_PASSWORD, 422)
  await throttle.succeeded()
  return null
}

function needsPassword(payload: Payload, visitor: Visitor): boolean {
  return payload['by'] !== browserId(visitor)
}

async function renderConfirmPage(
  page: PageContext,
  kind: AccountKind,
  { token, payload }: ConfirmationLink,
  errors: FieldError[] = [],
  status = 200,
): Promise<FastifyReply> {
  return await page.render(
    confirmView,
    { title: 'Confirm your address', errors },
    {
      action: `${kind.visitorPath}/confirm`,
      token,
      email: payload['email'] ?? '',
      needsPassword: needsPassword(payload, page.visitor),
    },
    status,
  )
}

async function renderUsedLink(page: PageContext, kind: AccountKind): Promise<FastifyReply> {
  const next = { href: `${kind.visitorPath}/signup`, text: 'Sign up again' }
  return await page.renderError('link_used', { next })
}

export interface ConfirmViewData {
  action: string
  token: string
  email: string
  needsPassword: boolean
}

function confirmView(data: ConfirmViewData, frame: PageFrame): Html {
  return html`
<h1>Confirm your address</h1>
<p class="lead">Finish signing up with <strong>${data.email}</strong>.</p>
${postForm(
  frame,
  { action: data.action, novalidate: true, hidden: { token: data.token } },
  html`${
    data.needsPassword &&
    html`${field(frame.errors, { id: 'password', label: 'Password chosen at sign-up', type: 'password', autocomplete: 'current-password', hint: 'You signed up in another browser, so we ask for it.' })}
`
  }
<p class="actions"><button class="primary">Confirm and continue</button></p>
`,
)}
`
}

/** Sign-in by email address and password, and sign-out. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OauthSettings } from '../../oauth/ports.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import { readForm, visitorPages } from '../lib/page-context.js'
import type { PageContext } from '../lib/page-context.js'
import { renderErrorPage } from '../lib/render-page.js'
import { returnPath, withReturn } from '../lib/return-path.js'
import { closeSession, isGenuineForm, openSession, readVisitor } from '../lib/session.js'
import type { VisitorDeps } from '../lib/session.js'
import type { Passwords } from '../ports.js'
import type { Account } from '../../../schemas/oauth/account.js'
import { signUpPath } from './account-kind.js'
import type { AccountKind } from './account-kind.js'
import { knownDevice, rememberDevice } from './known-device.js'
import { attempter, signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { html } from '../views/html.js'
import type { Html } from '../views/html.js'
import { postForm } from '../views/post-form.js'
import { field } from '../views/field.js'
import type { PageFrame, FieldError } from '../views/page-frame.js'

export type SignInDeps = VisitorDeps & {
  passwords: Passwords
  throttle: ThrottleStore
  audit: AuditStore
  settings: OauthSettings
  now: () => number
}

interface Attempt {
  email: string
  password: string
  returnTo: string
}

const WRONG_CREDENTIALS = 'The email address or the password is not right.'

/** GET and POST `/login`. */
export function signInRoutes(app: FastifyInstance, kind: AccountKind, deps: SignInDeps): void {
  const route = visitorPages(kind.type, deps)
  const notices: Readonly<Record<string, string>> = {
    confirmed: kind.signIn.confirmedNotice,
    address: 'Your address is changed. Sign in with the new one.',
    reset: 'Your new password is set. Sign in with it.',
    closed: 'Your account is closed.',
  }

  app.get(
    `${kind.visitorPath}/login`,
    route(async (page) => {
      const returnTo = returnPath(page.query.get('q'), kind.home)
      const isSwitching = kind.signIn.canSwitch && page.query.get('switch') !== null
      if (page.visitor.session !== null && !isSwitching) return await page.redirect(returnTo)
      return await renderSignIn(page, kind, {
        returnTo,
        appName: await kind.signIn.appName(returnTo),
        notice: notices[page.query.get('m') ?? ''] ?? null,
      })
    }),
  )

  app.post(
    `${kind.visitorPath}/login`,
    route(
      async (page) =>
        await signIn(page, kind, deps, {
          email: page.form.get('email') ?? '',
          password: page.form.get('password') ?? '',
          returnTo: returnPath(page.form.get('q'), kind.home),
        }),
    ),
  )
}

/** Shows the sign-in form. After it the browser continues at `returnTo`. */
export async function renderSignIn(
  page: PageContext,
  kind: AccountKind,
  options: {
    returnTo: string
    appName: string | null
    email?: string
    errors?: FieldError[]
    notice?: string | null
    status?: number
  },
): Promise<FastifyReply> {
  const { returnTo, appName, email = '', errors = [], notice = null, status } = options
  return await page.render(
    signInView,
    { title: 'Sign in', errors, notice },
    {
      heading: kind.signIn.heading,
      action: `${kind.visitorPath}/login`,
      returnTo,
      appName,
      email,
      signUpUrl: signUpPath(kind, returnTo),
      forgotUrl: withReturn(`${kind.visitorPath}/forgot`, returnTo),
    },
    status,
  )
}

/**
 * Checks the password, counted before it is tried: for this browser alone if the account knows it, else with
 * those of strangers (oauth.md 3.6 and 5.7). Unknown addresses take as long as known ones.
 */
async function signIn(
  page: PageContext,
  kind: AccountKind,
  deps: SignInDeps,
  { email, password, returnTo }: Attempt,
): Promise<FastifyReply> {
  const { request, reply } = page
  const origin = { address: request.ip, request: request.id }
  const retry = async (text: string, status?: number): Promise<FastifyReply> => {
    const appName = await kind.signIn.appName(returnTo)
    return await renderSignIn(page, kind, {
      returnTo,
      appName,
      email,
      errors: [{ field: 'email', text }],
      status,
    })
  }
  const account = email === '' ? null : await kind.accounts.byEmail(email)
  const device = knownDevice(request, kind.type, account, deps)
  const throttle = signInThrottle(kind.type, email, attempter(device, request.ip), deps)
  const wait = await throttle.consume()
  if (wait !== null) {
    await deps.audit.record({
      ...origin,
      event: 'throttled',
      actor: { kind: 'nobody', id: null },
      anonymous: true,
      detail: { what: kind.signIn.auditLabel },
    })
    void reply.header('retry-after', wait)
    return await retry(TOO_MANY_ATTEMPTS, 429)
  }
  const { matches, outdated } = await deps.passwords.verify(account?.passwordHash ?? null, password)
  if (account === null || !matches) {
    await deps.audit.record({
      ...origin,
      event: 'sign_in_failed',
      actor: { kind: kind.type, id: account?.id ?? null },
    })
    return await retry(WRONG_CREDENTIALS)
  }
  await throttle.succeeded()
  const passwordHash = outdated ? await rehash(account, password, kind, deps) : account.passwordHash
  await openSession(request, reply, { kind: kind.type, accountId: account.id, secondFactor: false }, deps)
  const { secondFactorPath } = kind.signIn
  if (secondFactorPath !== null) return await page.redirect(withReturn(secondFactorPath, returnTo))
  rememberDevice(reply, kind.type, { id: account.id, passwordHash }, 'password', deps)
  await deps.audit.record({ ...origin, event: 'signed_in', actor: { kind: kind.type, id: account.id } })
  return await page.redirect(returnTo)
}

/** Hashes the password again under today's parameters and returns the new hash (oauth.md 5.6, 96). */
async function rehash(
  account: Account,
  password: string,
  kind: AccountKind,
  deps: SignInDeps,
): Promise<string> {
  const renewed = await deps.passwords.hash(password)
  await kind.accounts.renewHash(account.id, account.passwordHash, renewed)
  return renewed
}

/** POST /signout, for both kinds of account: the form says which. */
export function signOutRoute(app: FastifyInstance, deps: SignInDeps): void {
  app.post('/signout', async (request: FastifyRequest, reply) => {
    const form = readForm(request)
    const type = form.get('kind') === 'developer' ? 'developer' : 'member'
    const visitor = await readVisitor(request, type, deps)
    if (visitor.session !== null) {
      if (!isGenuineForm(request, visitor, form.get('form_token'), deps))
        return await renderErrorPage(reply, 'invalid_form')
      await closeSession(reply, visitor.session, deps)
      await deps.audit.record({
        event: 'signed_out',
        actor: { kind: type, id: visitor.session.accountId },
        address: request.ip,
        request: request.id,
      })
    }
    return await reply.redirect(type === 'developer' ? '/console/login' : '/oauth/login', 303)
  })
}

export interface SignInViewData {
  heading: string
  action: string
  returnTo: string
  appName: string | null
  email: string
  signUpUrl: string
  forgotUrl: string
}

function signInView(data: SignInViewData, frame: PageFrame): Html {
  return html`
<h1>${data.heading}</h1>
${data.appName !== null && html`<p class="lead">to continue to <strong>${data.appName}</strong></p>`}
${postForm(
  frame,
  { action: data.action, novalidate: true, hidden: { q: data.returnTo } },
  html`${field(frame.errors, { id: 'email', label: 'Email address', type: 'email', autocomplete: 'username', value: data.email })}
${field(frame.errors, { id: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<p class="actions"><button class="primary">Sign in</button> <a href="${data.forgotUrl}">Forgot password</a></p>
`,
)}
<p class="aside">New here? <a href="${data.signUpUrl}">Create an account</a></p>
`
}

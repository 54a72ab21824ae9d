/** Signing in as a developer: password first, then the second factor, which is set up at the first sign-in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queryText, readParameters } from '../../oauth/parameters.js'
import type { OauthSettings } from '../../oauth/ports.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { Vault } from '../../oauth/vault.js'
import { renderPage } from '../lib/render-page.js'
import type { FieldError } from '../lib/render-page.js'
import type { DeveloperAccountStore, Passwords } from '../ports.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { errorPageText } from '../lib/error-pages.js'
import { returnPath, withReturn } from '../lib/return-path.js'
import { signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { csrfTokenFor, isGenuineForm, readVisitor, openSession } from '../lib/session.js'
import type { Visitor } from '../lib/session.js'

export interface DeveloperSignInDeps {
  developers: DeveloperAccountStore
  sessions: SessionStore
  passwords: Passwords
  throttle: ThrottleStore
  audit: AuditStore
  vault: Vault
  settings: OauthSettings
}

export const DEVELOPER_HOME = '/console/apps'
const WRONG = 'The email address or the password is not right.'
const NOTICES: Record<string, string> = {
  confirmed: 'Your address is confirmed. Sign in to set up your second factor.',
  reset: 'Your new password is set. Sign in with it.',
  closed: 'Your account is closed.',
}

export function developerSignIn(app: FastifyInstance, deps: DeveloperSignInDeps): void {
  app.get('/console', async (_request, reply) => await reply.redirect(DEVELOPER_HOME, 303))

  app.get('/console/login', async (request, reply) => {
    const query = readParameters(queryText(request.url))
    const to = returnPath(query.get('q'), DEVELOPER_HOME)
    const visit = await readVisitor(request, 'developer', deps)
    if (visit.session !== null) return await reply.redirect(to, 303)
    return await showLogin(
      reply,
      visit,
      to,
      { email: '', errors: [], notice: NOTICES[query.get('m') ?? ''] ?? null },
      deps,
    )
  })

  app.post('/console/login', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, 'developer', deps)
    if (!isGenuineForm(request, visit, form.get('form_token'), deps)) {
      return await renderPage(
        reply,
        'problem',
        { title: 'This form is not valid' },
        errorPageText('foreign_form'),
        403,
      )
    }
    return await attempt(
      request,
      reply,
      visit,
      {
        email: form.get('email') ?? '',
        password: form.get('password') ?? '',
        to: returnPath(form.get('q'), DEVELOPER_HOME),
      },
      deps,
    )
  })
}

async function attempt(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visitor,
  given: { email: string; password: string; to: string },
  deps: DeveloperSignInDeps,
): Promise<FastifyReply> {
  const note = { address: request.ip, request: request.id }
  const throttle = signInThrottle('developer', given.email, request.ip, deps)
  const wait = await throttle.take()
  if (wait !== null) {
    await deps.audit.record({
      ...note,
      event: 'throttled',
      actor: { kind: 'nobody', id: null },
      detail: { what: 'developer sign-in' },
    })
    void reply.header('retry-after', wait)
    return await showLogin(
      reply,
      visit,
      given.to,
      { email: given.email, errors: [{ field: 'email', text: TOO_MANY_ATTEMPTS }] },
      deps,
      429,
    )
  }
  const developer = given.email === '' ? null : await deps.developers.byEmail(given.email)
  const { matches: right, outdated } = await deps.passwords.verify(
    developer?.passwordHash ?? null,
    given.password,
  )
  if (developer === null || !right) {
    await deps.audit.record({
      ...note,
      event: 'sign_in_failed',
      actor: { kind: 'developer', id: developer?.id ?? null },
    })
    return await showLogin(
      reply,
      visit,
      given.to,
      { email: given.email, errors: [{ field: 'email', text: WRONG }] },
      deps,
    )
  }
  await throttle.succeeded()
  if (outdated)
    await deps.developers.renewHash(
      developer.id,
      developer.passwordHash,
      await deps.passwords.hash(given.password),
    )
  await openSession(request, reply, { kind: 'developer', accountId: developer.id, secondFactor: false }, deps)
  return await reply.redirect(withReturn('/console/second-factor', given.to), 303)
}

async function showLogin(
  reply: FastifyReply,
  visit: Visitor,
  to: string,
  again: { email: string; errors: FieldError[]; notice?: string | null },
  deps: DeveloperSignInDeps,
  status?: number,
): Promise<FastifyReply> {
  return await renderPage(
    reply,
    'sign-in',
    {
      title: 'Sign in',
      formToken: csrfTokenFor(visit, reply, deps),
      errors: again.errors,
      notice: again.notice ?? null,
    },
    {
      heading: 'Sign in to the developer console',
      action: '/console/login',
      returnTo: to,
      appName: null,
      email: again.email,
      signUpUrl: '/console/signup',
      forgotUrl: withReturn('/console/forgot', to),
    },
    status,
  )
}

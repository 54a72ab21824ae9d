/** Signing in and out of a member: /oauth/login and /signout. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readAuthorizeRequest, readClient } from '../../oauth/authorize/authorize-request.js'
import { readParameters, queryText } from '../../oauth/parameters.js'
import type { AppStore, OauthSettings } from '../../oauth/ports.js'
import type { AuditStore } from '../../../schemas/oauth/audit.js'
import type { ThrottleStore } from '../../../schemas/oauth/throttle.js'
import type { Vault } from '../../oauth/vault.js'
import { renderPage } from '../lib/render-page.js'
import type { FieldError } from '../lib/render-page.js'
import type { MemberAccountStore, Passwords } from '../ports.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { errorPageText } from '../lib/error-pages.js'
import { returnPath, withReturn } from '../lib/return-path.js'
import { signInThrottle, TOO_MANY_ATTEMPTS } from './sign-in-throttle.js'
import { csrfTokenFor, isGenuineForm, readVisitor, openSession, closeSession } from '../lib/session.js'
import type { Visitor } from '../lib/session.js'

export interface MemberSignInDeps {
  members: MemberAccountStore
  apps: AppStore
  sessions: SessionStore
  passwords: Passwords
  throttle: ThrottleStore
  audit: AuditStore
  vault: Vault
  settings: OauthSettings
}

const HOME = '/account/trips'
const NOTICES: Record<string, string> = {
  confirmed: 'Your address is confirmed. Sign in to go on.',
  reset: 'Your new password is set. Sign in with it.',
  closed: 'Your account is closed.',
}
const WRONG = 'The email address or the password is not right.'

/** Shows the sign-in page; after it the member goes on to `returnTo`. */
export async function showSignIn(
  reply: FastifyReply,
  visit: Visitor,
  returnTo: string,
  appName: string | null,
  deps: MemberSignInDeps | SignInPageDeps,
  again: { email: string; errors: FieldError[]; notice?: string | null } = { email: '', errors: [] },
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
      heading: 'Sign in',
      action: '/oauth/login',
      returnTo,
      appName,
      email: again.email,
      signUpUrl: withReturn('/oauth/signup', returnTo),
      forgotUrl: withReturn('/oauth/forgot', returnTo),
    },
    status,
  )
}

type SignInPageDeps = Pick<MemberSignInDeps, 'sessions' | 'vault' | 'settings'>

export function memberSignIn(app: FastifyInstance, deps: MemberSignInDeps): void {
  app.get('/oauth/login', async (request, reply) => {
    const query = readParameters(queryText(request.url))
    const to = returnPath(query.get('q'), HOME)
    const visit = await readVisitor(request, 'member', deps)
    if (visit.session !== null && query.get('switch') === null) return await reply.redirect(to, 303)
    return await showSignIn(reply, visit, to, await askedBy(to, deps), deps, {
      email: '',
      errors: [],
      notice: NOTICES[query.get('m') ?? ''] ?? null,
    })
  })

  app.post('/oauth/login', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const visit = await readVisitor(request, 'member', deps)
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
        to: returnPath(form.get('q'), HOME),
      },
      deps,
    )
  })

  app.post('/signout', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const kind = form.get('kind') === 'developer' ? 'developer' : 'member'
    const visit = await readVisitor(request, kind, deps)
    if (visit.session !== null) {
      if (!isGenuineForm(request, visit, form.get('form_token'), deps)) {
        return await renderPage(
          reply,
          'problem',
          { title: 'This form is not valid' },
          errorPageText('foreign_form'),
          403,
        )
      }
      await closeSession(reply, visit.session, deps)
      await deps.audit.record({
        event: 'signed_out',
        actor: { kind, id: visit.session.accountId },
        address: request.ip,
        request: request.id,
      })
    }
    return await reply.redirect(kind === 'developer' ? '/console/login' : '/oauth/login', 303)
  })
}

/** Name of the application whose request one goes on to after signing in; null where one goes on to a page of ours. */
async function askedBy(to: string, { apps }: Pick<MemberSignInDeps, 'apps'>): Promise<string | null> {
  const query = readParameters(to.startsWith('/oauth/authenticate?') ? queryText(to) : '')
  const client = readClient(query)
  const found = 'problem' in client ? null : await apps.find(client.clientId)
  const reading = readAuthorizeRequest(query, found?.app ?? null)
  return reading.is === 'request' ? reading.request.app.name : null
}

async function attempt(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visitor,
  given: { email: string; password: string; to: string },
  deps: MemberSignInDeps,
): Promise<FastifyReply> {
  const note = { address: request.ip, request: request.id }
  const throttle = signInThrottle('member', given.email, request.ip, deps)
  const wait = await throttle.take()
  if (wait !== null) {
    await deps.audit.record({
      ...note,
      event: 'throttled',
      actor: { kind: 'nobody', id: null },
      detail: { what: 'sign-in' },
    })
    void reply.header('retry-after', wait)
    return await showSignIn(
      reply,
      visit,
      given.to,
      await askedBy(given.to, deps),
      deps,
      { email: given.email, errors: [{ field: 'email', text: TOO_MANY_ATTEMPTS }] },
      429,
    )
  }
  const member = given.email === '' ? null : await deps.members.byEmail(given.email)
  const { matches: right, outdated } = await deps.passwords.verify(
    member?.passwordHash ?? null,
    given.password,
  )
  if (member === null || !right) {
    await deps.audit.record({
      ...note,
      event: 'sign_in_failed',
      actor: { kind: 'member', id: member?.id ?? null },
    })
    return await showSignIn(reply, visit, given.to, await askedBy(given.to, deps), deps, {
      email: given.email,
      errors: [{ field: 'email', text: WRONG }],
    })
  }
  await throttle.succeeded()
  if (outdated)
    await deps.members.renewHash(member.id, member.passwordHash, await deps.passwords.hash(given.password))
  await openSession(request, reply, { kind: 'member', accountId: member.id, secondFactor: false }, deps)
  await deps.audit.record({ ...note, event: 'signed_in', actor: { kind: 'member', id: member.id } })
  return await reply.redirect(given.to, 303)
}

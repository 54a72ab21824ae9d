/** GET, HEAD and POST /oauth/authenticate: the member's side of the authorization code grant (interface.txt 5.2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { consentData } from '../../pages/member/consent-page.js'
import { csrfToken } from '../../pages/lib/csrf-token.js'
import { renderPage } from '../../pages/lib/render-page.js'
import type { MemberAccountStore } from '../../pages/ports.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { errorPageText } from '../../pages/lib/error-pages.js'
import { asLocation } from '../../pages/lib/return-path.js'
import { showSignIn } from '../../pages/sign-in/member-sign-in.js'
import { csrfTokenFor, isGenuineForm, readVisitor } from '../../pages/lib/session.js'
import type { Visitor } from '../../pages/lib/session.js'
import { AUTHENTICATE_OPERATION } from '../openapi-operations.js'
import { readAuthorizeRequest, readClient } from './authorize-request.js'
import type { AuthorizeRequest, AuthorizeResult } from './authorize-request.js'
import { queryText, readParameters } from '../parameters.js'
import type { OauthDeps } from '../ports.js'
import { randomToken, tokenHash } from '../random-token.js'
import { clientRedirect } from './client-redirect.js'

export type AuthorizeDeps = OauthDeps & { members: MemberAccountStore; sessions: SessionStore }

/** Lives in the pages' plugin: forms are parsed to text there. */
export function authorizeRoutes(app: FastifyInstance, deps: AuthorizeDeps): void {
  app.get(
    '/oauth/authenticate',
    { config: { operation: AUTHENTICATE_OPERATION } },
    async (request, reply) => {
      const query = queryText(request.url)
      const reading = await readRequest(query, deps)
      if (reading.is !== 'request') return await refuse(reading, request, reply, deps)
      const visit = await readVisitor(request, 'member', deps)
      if (visit.session === null)
        return await showSignIn(reply, visit, `/oauth/authenticate?${query}`, reading.request.app.name, deps)
      return await showConsent(reply, visit, visit.session.accountId, reading.request, query, deps)
    },
  )

  app.post('/oauth/authenticate', async (request, reply) => {
    const form = readParameters(String(request.body ?? ''))
    const query = form.get('query') ?? ''
    const visit = await readVisitor(request, 'member', deps)
    // A session that lapsed while the page was open only means signing in again: the request travels along.
    if (visit.session === null) return await reply.redirect(asLocation(`/oauth/authenticate?${query}`), 303)
    if (!isGenuineForm(request, visit, form.get('consent_token'), deps, `consent ${query}`)) {
      return await renderPage(
        reply,
        'problem',
        { title: 'This form is not valid' },
        errorPageText('foreign_form'),
        403,
      )
    }
    const reading = await readRequest(query, deps)
    if (reading.is !== 'request') return await refuse(reading, request, reply, deps)
    return await decide(request, reply, reading.request, visit.session.accountId, form.get('decision'), deps)
  })
}

async function readRequest(query: string, deps: AuthorizeDeps): Promise<AuthorizeResult> {
  const parameters = readParameters(query)
  const client = readClient(parameters)
  if ('problem' in client) return { is: 'page', problem: client.problem, app: null }
  const found = await deps.apps.find(client.clientId)
  return readAuthorizeRequest(parameters, found?.app ?? null)
}

/** The member's word: a code, or access_denied. Anything but a clear yes is a no. */
async function decide(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AuthorizeRequest,
  memberId: string,
  decision: string | null,
  deps: AuthorizeDeps,
): Promise<FastifyReply> {
  const { app, redirectUri, state, challenge } = asked
  const note = {
    actor: { kind: 'member' as const, id: memberId },
    memberId,
    clientId: app.clientId,
    address: request.ip,
    request: request.id,
  }
  if (decision !== 'allow') {
    await deps.audit.record({ ...note, event: 'consent_refused' })
    return await reply.redirect(
      clientRedirect(redirectUri, {
        error: 'access_denied',
        error_description: 'The member refused the request.',
        state,
        iss: deps.settings.authUrl,
      }),
      303,
    )
  }
  const code = randomToken('')
  await deps.grants.approve({
    clientId: app.clientId,
    memberId,
    redirectUri,
    challenge,
    hash: tokenHash(code),
  })
  await deps.audit.record({ ...note, event: 'consent_given' })
  return await reply.redirect(clientRedirect(redirectUri, { code, state, iss: deps.settings.authUrl }), 303)
}

async function showConsent(
  reply: FastifyReply,
  visit: Visitor,
  memberId: string,
  asked: AuthorizeRequest,
  query: string,
  deps: AuthorizeDeps,
): Promise<FastifyReply> {
  const member = await deps.members.byId(memberId)
  if (member === null)
    return await showSignIn(reply, visit, `/oauth/authenticate?${query}`, asked.app.name, deps)
  const token = csrfToken(deps.vault, visit.binding ?? '', `consent ${query}`)
  return await renderPage(
    reply,
    'consent',
    { title: `Connect ${asked.app.name}`, formToken: csrfTokenFor(visit, reply, deps) },
    consentData(asked.app, asked.redirectUri, member, query, token),
  )
}

async function refuse(
  reading: Exclude<AuthorizeResult, { is: 'request' }>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthorizeDeps,
): Promise<FastifyReply> {
  if (reading.app !== null) {
    await deps.audit.record({
      event: 'authorize_refused',
      actor: { kind: 'nobody', id: null },
      clientId: reading.app.clientId,
      address: request.ip,
      request: request.id,
      detail: { why: reading.is === 'page' ? reading.problem : reading.description },
    })
  }
  if (reading.is === 'page')
    return await renderPage(
      reply,
      'problem',
      { title: 'This link does not work' },
      errorPageText(reading.problem),
      400,
    )
  return await reply.redirect(
    clientRedirect(reading.redirectUri, {
      error: reading.error,
      error_description: reading.description,
      state: reading.state,
      iss: deps.settings.authUrl,
    }),
    303,
  )
}

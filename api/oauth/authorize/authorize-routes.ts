/**
 * GET, HEAD and POST /oauth/authenticate: the member's part of the authorization code grant (oauth.md 5.1). The
 * path may end in a slash, as that of the token endpoint may.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scopeText } from '../../../schemas/oauth/scope.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import { csrfToken } from '../../pages/lib/csrf-token.js'
import { pageContext, readForm } from '../../pages/lib/page-context.js'
import type { PageContext } from '../../pages/lib/page-context.js'
import { renderErrorPage } from '../../pages/lib/render-page.js'
import { asLocation } from '../../pages/lib/return-path.js'
import { isGenuineForm, readVisitor } from '../../pages/lib/session.js'
import { consentData, consentView } from '../../pages/member/consent-page.js'
import type { MemberAccountStore } from '../../pages/ports.js'
import type { AccountKind } from '../../pages/sign-in/account-kind.js'
import { renderSignIn } from '../../pages/sign-in/sign-in.js'
import { AUTHENTICATE_OPERATION } from '../openapi-operations.js'
import { queryText, readParameters } from '../parameters.js'
import type { OauthDeps } from '../ports.js'
import { randomToken, tokenHash } from '../random-token.js'
import { readAuthorizeRequest, readClient } from './authorize-request.js'
import type { AuthorizeRequest, AuthorizeResult } from './authorize-request.js'
import { clientRedirect } from './client-redirect.js'

export type AuthorizeDeps = OauthDeps & { members: MemberAccountStore; sessions: SessionStore }

/** Belongs in the scope of the pages, where forms are parsed to text. */
export function authorizeRoutes(app: FastifyInstance, kind: AccountKind, deps: AuthorizeDeps): void {
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    await ask(request, reply, kind, deps)
  app.get('/oauth/authenticate', { config: { operation: AUTHENTICATE_OPERATION } }, show)
  app.get('/oauth/authenticate/', show)
  app.post('/oauth/authenticate', async (request, reply) => await answer(request, reply, deps))
}

/** Shows the consent page, or the sign-in page first. */
async function ask(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: AccountKind,
  deps: AuthorizeDeps,
): Promise<FastifyReply> {
  const query = queryText(request.url)
  const result = await readRequest(query, deps)
  if (result.is !== 'request') return await refuse(result, request, reply, deps)
  const visitor = await readVisitor(request, 'member', deps)
  const page = pageContext(request, reply, visitor, deps)
  const member = visitor.session === null ? null : await deps.members.byId(visitor.session.accountId)
  const { app, redirectUri, scopes } = result.request
  if (member === null)
    return await renderSignIn(page, kind, { returnTo: `/oauth/authenticate?${query}`, appName: app.name })
  const consentToken = csrfToken(deps.vault, visitor.binding ?? '', `consent ${query}`)
  return await page.render(
    consentView,
    { title: `Connect ${app.name}` },
    consentData(app, member, { redirectUri, scopes, query, consentToken }),
  )
}

/**
 * Takes the member's decision. The form carries the request, so a lapsed session only means signing in
 * again.
 */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthorizeDeps,
): Promise<FastifyReply> {
  const form = readForm(request)
  const query = form.get('query') ?? ''
  const visitor = await readVisitor(request, 'member', deps)
  if (visitor.session === null) return await reply.redirect(asLocation(`/oauth/authenticate?${query}`), 303)
  if (!isGenuineForm(request, visitor, form.get('consent_token'), deps, `consent ${query}`))
    return await renderErrorPage(reply, 'invalid_form')
  const result = await readRequest(query, deps)
  if (result.is !== 'request') return await refuse(result, request, reply, deps)
  const page = pageContext(request, reply, visitor, deps)
  return await decide(page, result.request, visitor.session.accountId, deps)
}

async function readRequest(query: string, deps: AuthorizeDeps): Promise<AuthorizeResult> {
  const parameters = readParameters(query)
  const client = readClient(parameters)
  if ('error' in client) return { is: 'page', error: client.error, app: null }
  const found = await deps.apps.find(client.clientId)
  return readAuthorizeRequest(parameters, found?.app ?? null)
}

/** Sends the browser back with a code, or with access_denied for anything but `allow`. */
async function decide(
  { request, reply, form }: PageContext,
  { app, redirectUri, state, challenge, scopes }: AuthorizeRequest,
  memberId: string,
  deps: AuthorizeDeps,
): Promise<FastifyReply> {
  const { clientId } = app
  const iss = deps.settings.authUrl
  const entry = {
    actor: { kind: 'member' as const, id: memberId },
    memberId,
    clientId,
    address: request.ip,
    request: request.id,
  }
  if (form.get('decision') !== 'allow') {
    await deps.audit.record({ ...entry, event: 'consent_refused' })
    const description = 'The member refused the request.'
    const parameters = { error: 'access_denied', error_description: description, state, iss }
    return await reply.redirect(clientRedirect(redirectUri, parameters), 303)
  }
  const code = randomToken('')
  await deps.grants.approve({ clientId, memberId, redirectUri, challenge, scopes, hash: tokenHash(code) })
  await deps.audit.record({ ...entry, event: 'consent_given', detail: { scope: scopeText(scopes) } })
  return await reply.redirect(clientRedirect(redirectUri, { code, state, iss }), 303)
}

async function refuse(
  result: Exclude<AuthorizeResult, { is: 'request' }>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: AuthorizeDeps,
): Promise<FastifyReply> {
  if (result.app !== null) {
    await deps.audit.record({
      event: 'authorize_refused',
      actor: { kind: 'nobody', id: null },
      clientId: result.app.clientId,
      address: request.ip,
      request: request.id,
      anonymous: true,
      detail: { why: result.is === 'page' ? result.error : result.description },
    })
  }
  if (result.is === 'page') return await renderErrorPage(reply, result.error)
  const { error, description, state } = result
  const parameters = { error, error_description: description, state, iss: deps.settings.authUrl }
  return await reply.redirect(clientRedirect(result.redirectUri, parameters), 303)
}

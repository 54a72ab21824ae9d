/**
 * GET, HEAD and POST /oauth/authenticate: the member's part of the authorization code grant (oauth.md 5.1). The
 * path may end in a slash, as that of the token endpoint may.
 */
import type { MemberAccount } from '../../../schemas/oauth/account.js'
import { scopeText } from '../../../schemas/oauth/scope.js'
import type { SessionStore } from '../../../schemas/oauth/session.js'
import type { AuthorizeRequest, AuthorizeResult } from '../../oauth/authorize/authorize-request.js'
import { clientRedirect } from '../../oauth/authorize/client-redirect.js'
import { AUTHENTICATE_OPERATION } from '../../oauth/authorize/authorize-operation.js'
import { queryText } from '../../oauth/parameters.js'
import type { OauthDeps } from '../../oauth/ports.js'
import { randomToken, tokenHash } from '../../oauth/random-token.js'
import { readAuthorizeQuery } from '../authorize/authorize-query.js'
import { csrfToken } from '../lib/csrf-token.js'
import { hasProvenAll, originOf } from '../lib/page-access.js'
import { problem, redirect, view } from '../lib/page-result.js'
import type { PageResult } from '../lib/page-result.js'
import type { Page, PageRequest } from '../lib/page.js'
import { asLocation, withReturn } from '../lib/return-path.js'
import { isGenuineForm, readVisitor } from '../lib/session.js'
import type { Visitor } from '../lib/session.js'
import type { MemberAccountStore } from '../ports.js'
import { secondFactorPath } from '../sign-in/account-kind.js'
import type { AccountKind } from '../sign-in/account-kind.js'
import { signInForm } from '../sign-in/sign-in.js'
import { consentView } from './consent-page.js'
import { refusedRequestView } from './refused-request-page.js'

export type AuthorizeDeps = OauthDeps & { members: MemberAccountStore; sessions: SessionStore }

export const authorizePages = (kind: AccountKind): Array<Page<AuthorizeDeps>> => [
  {
    route: 'GET /oauth/authenticate',
    doc: AUTHENTICATE_OPERATION,
    answer: async (page, deps) => await ask(page, kind, deps),
  },
  { route: 'GET /oauth/authenticate/', answer: async (page, deps) => await ask(page, kind, deps) },
  { route: 'POST /oauth/authenticate', answer: takeDecision },
]

/** @returns `isDone`: the member has completed the sign-in, with the second factor if there is one */
async function readMember(
  { cookies }: PageRequest,
  deps: AuthorizeDeps,
): Promise<{ visitor: Visitor; member: MemberAccount | null; isDone: boolean }> {
  const visitor = await readVisitor(cookies, 'member', deps)
  const { session } = visitor
  const member = session === null ? null : await deps.members.byId(session.accountId)
  return { visitor, member, isDone: session !== null && member !== null && hasProvenAll(session, member) }
}

/** Shows the consent page, after the pages of the sign-in if they are needed. */
async function ask(page: PageRequest, kind: AccountKind, deps: AuthorizeDeps): Promise<PageResult> {
  const query = queryText(page.request.url)
  const result = await readAuthorizeQuery(query, deps)
  if (result.is !== 'request') return await refuse(result, page, deps)
  const { visitor, member, isDone } = await readMember(page, deps)
  page.shell.visitor = visitor
  const { app } = result.request
  const returnTo = `/oauth/authenticate?${query}`
  if (member === null) return signInForm(kind, { returnTo, appName: app.name })
  if (!isDone) return redirect(withReturn(secondFactorPath(kind), returnTo))
  const consentToken = csrfToken(deps.vault, visitor.binding ?? '', `consent ${query}`)
  return view({ title: `Connect ${app.name}` }, () =>
    consentView(result.request, member, { query, consentToken }),
  )
}

/**
 * Takes the member's decision. The form carries the request, so a lapsed session only means signing in
 * again.
 */
async function takeDecision(page: PageRequest, deps: AuthorizeDeps): Promise<PageResult> {
  const { request, sent } = page
  const query = sent.get('query') ?? ''
  const { visitor, isDone } = await readMember(page, deps)
  if (visitor.session === null || !isDone) return redirect(asLocation(`/oauth/authenticate?${query}`))
  if (!isGenuineForm(request, visitor, sent.get('consent_token'), deps, `consent ${query}`))
    return problem('invalid_form')
  const result = await readAuthorizeQuery(query, deps)
  if (result.is !== 'request') return await refuse(result, page, deps)
  return await decide(page, result.request, visitor.session.accountId, deps)
}

/** Sends the browser back with a code, or with access_denied for anything but `allow`. */
async function decide(
  page: PageRequest,
  { app, redirectUri, state, challenge, jkt, scopes, resource }: AuthorizeRequest,
  memberId: string,
  deps: AuthorizeDeps,
): Promise<PageResult> {
  const { clientId } = app
  const iss = deps.settings.authUrl
  const entry = {
    actor: { kind: 'member' as const, id: memberId },
    memberId,
    clientId,
    ...originOf(page),
  }
  if (page.sent.get('decision') !== 'allow') {
    await deps.audit.record({ ...entry, event: 'consent_refused' })
    const description = 'The member refused the request.'
    const parameters = { error: 'access_denied', error_description: description, state, iss }
    return redirect(clientRedirect(redirectUri, parameters))
  }
  const code = randomToken('')
  const hash = tokenHash(code)
  if (app.redirectUris !== undefined) await deps.apps.record(app)
  await deps.grants.approve({ clientId, memberId, redirectUri, challenge, jkt, scopes, resource, hash })
  await deps.audit.record({ ...entry, event: 'consent_given', detail: { scope: scopeText(scopes) } })
  return redirect(clientRedirect(redirectUri, { code, state, iss }))
}

async function refuse(
  result: Exclude<AuthorizeResult, { is: 'request' }>,
  page: PageRequest,
  deps: AuthorizeDeps,
): Promise<PageResult> {
  if (result.app !== null) {
    await deps.audit.record({
      event: 'authorize_refused',
      actor: { kind: 'nobody', id: null },
      clientId: result.app.clientId,
      ...originOf(page),
      anonymous: true,
      detail: { why: result.is === 'page' ? result.error : result.description },
    })
  }
  if (result.is === 'page') return problem(result.error)
  const { error, description, state } = result
  const parameters = { error, error_description: description, state, iss: deps.settings.authUrl }
  const address = clientRedirect(result.redirectUri, parameters)
  if (result.app.verified) return redirect(address)
  return view({ title: 'This link does not work', status: 400 }, () =>
    refusedRequestView(result.app, description, address),
  )
}

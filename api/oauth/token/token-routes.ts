/** POST /oauth/token and /oauth/revoke: a form in, JSON out, never cached. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scopeText } from '../../../schemas/oauth/scope.js'
import { limitHeaders } from '../../plugins/rate-limit-headers.js'
import type { LimitState } from '../../plugins/rate-limit-headers.js'
import { authenticateClient } from '../clients/client-auth.js'
import { OauthError } from '../oauth-error.js'
import { REVOKE_OPERATION, TOKEN_OPERATION } from '../openapi-operations.js'
import type { OauthDeps } from '../ports.js'
import { tokenHash } from '../random-token.js'
import { accessTokenSeconds, mintAccessToken } from './access-token.js'
import { minuteLimiter } from './minute-limiter.js'
import { readAccessToken } from './read-access-token.js'
import { GRANTS } from './token-grants.js'
import type { Grant, GrantOutcome } from './token-grants.js'
import { sendTokenError } from './token-errors.js'
import { readTokenForm } from './token-form.js'

/**
 * What is read of an oversized body: its sender receives a response and keeps the connection. Beyond this,
 * the connection is closed.
 */
const READ_LIMIT = 64 * 1024

type Limiter = (clientId: string) => LimitState | null

/**
 * A Fastify plugin with its own error handler: all its errors are RFC 6749 5.2 bodies. Older clients end the
 * path of the token endpoint in a slash (oauth.md 5.2, row 149).
 */
export async function tokenRoutes(app: FastifyInstance, deps: OauthDeps): Promise<void> {
  const limiter = minuteLimiter(deps.settings.tokenRequestsPerMinute, () => deps.keys.now())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: READ_LIMIT }, (_request, body, done) => {
    done(null, body)
  })
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  })
  app.setErrorHandler(async (error, request, reply) => await sendTokenError(error, request, reply, deps.log))
  const issue = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    await issueTokens(request, reply, limiter, deps)
  app.post('/oauth/token', { bodyLimit: READ_LIMIT, config: { operation: TOKEN_OPERATION } }, issue)
  app.post('/oauth/token/', { bodyLimit: READ_LIMIT }, issue)
  app.post(
    '/oauth/revoke',
    { bodyLimit: READ_LIMIT, config: { operation: REVOKE_OPERATION } },
    async (request, reply) => await revoke(request, reply, deps),
  )
  for (const url of ['/oauth/token', '/oauth/token/', '/oauth/revoke']) {
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: async () => {
        throw new OauthError('method_not_allowed', 'This endpoint accepts POST.', { allow: 'POST' })
      },
    })
  }
}

async function issueTokens(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: Limiter,
  deps: OauthDeps,
): Promise<FastifyReply> {
  const form = readTokenForm(request, 'grant_type')
  const client = await authenticateClient(request, form, deps)
  const { clientId } = client
  applyLimit(limiter(clientId), reply)
  const grantType = form.get('grant_type')
  const grant = findGrant(grantType)
  // Before anything is used up: without a signing key, a code or refresh token must not be spent in vain.
  const signer = deps.keys.signer()
  const outcome = await grant(client, form, deps)
  const { memberId } = outcome.is === 'refused' ? outcome.refusal : outcome.granted
  request.tokenClient = { client: clientId, member: memberId }
  await recordOutcome(outcome, { request, clientId, grantType }, deps)
  if (outcome.is === 'refused') throw new OauthError(outcome.refusal.error, outcome.refusal.why)
  const { granted, refreshToken } = outcome
  const expiresIn = accessTokenSeconds(granted)
  const accessToken = await mintAccessToken(signer, {
    issuer: deps.settings.authUrl,
    audience: deps.settings.baseUrl,
    clientId,
    memberId: granted.memberId,
    grantId: granted.grantId,
    generation: granted.generation,
    issuedAt: granted.now,
    scopes: granted.scopes,
    expiresIn,
  })
  return await reply.send({
    access_token: accessToken,
    expires_in: expiresIn,
    token_type: 'bearer',
    scope: scopeText(granted.scopes),
    refresh_token: refreshToken,
  })
}

/** Throws a 429 OauthError beyond the limit. */
function applyLimit(state: LimitState | null, reply: FastifyReply): void {
  if (state === null) return
  void reply.headers(limitHeaders('token', state))
  if (state.left < 0)
    throw new OauthError('rate_limited', 'Too many token requests; an access token lasts a day.', {
      'retry-after': String(state.reset),
    })
}

function findGrant(type: string | null): Grant {
  const grant = type === null ? undefined : GRANTS.get(type)
  if (grant === undefined)
    throw new OauthError(
      'unsupported_grant_type',
      'The grant types are authorization_code, refresh_token and client_credentials.',
    )
  return grant
}

/**
 * Records refusals and members' tokens. Applications ask for their own tokens often, and those entries
 * would say little.
 */
async function recordOutcome(
  outcome: GrantOutcome,
  { request, clientId, grantType }: { request: FastifyRequest; clientId: string; grantType: string | null },
  deps: OauthDeps,
): Promise<void> {
  const entry = {
    actor: { kind: 'app' as const, id: clientId },
    clientId,
    address: request.ip,
    request: request.id,
  }
  if (outcome.is === 'refused') {
    const { memberId, why } = outcome.refusal
    await deps.audit.record({
      ...entry,
      event: outcome.event,
      memberId,
      detail: { grant_type: grantType, why },
    })
  } else if (outcome.granted.memberId !== null) {
    const { memberId } = outcome.granted
    await deps.audit.record({ ...entry, event: 'token_granted', memberId, detail: { grant_type: grantType } })
  }
}

async function revoke(request: FastifyRequest, reply: FastifyReply, deps: OauthDeps): Promise<FastifyReply> {
  const form = readTokenForm(request, 'token')
  const { clientId } = await authenticateClient(request, form, deps)
  const token = form.get('token')
  if (token === null) throw new TypeError('a form without its token was read')
  const revoked = await revokeToken(token, clientId, deps)
  if (revoked !== null)
    await deps.audit.record({
      event: 'token_revoked',
      actor: { kind: 'app', id: clientId },
      clientId,
      memberId: revoked.memberId,
      address: request.ip,
      request: request.id,
      detail: { kind: revoked.kind },
    })
  // simple-oauth2 throws on an empty body.
  return await reply.send({})
}

/**
 * Revokes the grant of a refresh token, or one access token; null if the client has nothing to revoke (RFC
 * 7009 2.2).
 */
async function revokeToken(
  token: string,
  clientId: string,
  { grants, keys, settings }: OauthDeps,
): Promise<{ kind: string; memberId: string | null } | null> {
  const owner = await grants.refreshOwner(tokenHash(token))
  if (owner !== null) {
    if (owner.clientId !== clientId) return null
    const revoked = await grants.revokeGrant(owner.grantId, 'revoked by the application')
    return revoked ? { kind: 'refresh_token', memberId: owner.memberId } : null
  }
  const decoded = await readAccessToken(token, keys, settings)
  if (decoded === null || decoded.clientId !== clientId) return null
  await grants.revokeToken(decoded.jti)
  return { kind: 'access_token', memberId: decoded.memberId }
}

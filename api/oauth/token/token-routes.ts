/** POST /oauth/token and /oauth/revoke: form in, JSON out, never cached. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../schemas/base/errors.js'
import { sendError } from '../../http/errors.js'
import { FORM_TYPE } from '../../http/form.js'
import { limitHeaders } from '../../plugins/rate-limit-headers.js'
import { isTransientError } from '../../http/transient-errors.js'
import { ACCESS_TOKEN_SECONDS, mintAccessToken } from './access-token.js'
import { authenticateClient } from '../clients/client-auth.js'
import { REVOKE_OPERATION, TOKEN_OPERATION } from '../openapi-operations.js'
import { NoSigningKeyError } from '../keys/key-ring.js'
import { OauthError } from '../oauth-error.js'
import { readParameters } from '../parameters.js'
import type { Parameters } from '../parameters.js'
import type { OauthDeps } from '../ports.js'
import { tokenHash } from '../random-token.js'
import { readAccessToken } from './read-access-token.js'
import { GRANTS } from './token-grants.js'
import { minuteLimiter } from './minute-limiter.js'

const BODY_LIMIT = 16 * 1024
/** What is read of a body that is too long, so that its sender gets its answer and keeps its connection; beyond, the connection ends. */
const READ_LIMIT = 64 * 1024
/** Nodes read their keys again this often, and make one that is missing. */
const SIGNING_KEY_WAIT_SECONDS = 10
const TOKEN_PARAMETERS = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'token',
  'token_type_hint',
]

/** A Fastify plugin with an error handler of its own: all its failures are RFC 6749 5.2 bodies. */
export async function tokenRoutes(app: FastifyInstance, deps: OauthDeps): Promise<void> {
  const take = minuteLimiter(deps.settings.tokenRequestsPerMinute, () => deps.keys.now())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: READ_LIMIT }, (_request, body, done) => {
    done(null, body)
  })
  app.addHook('onSend', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  })
  app.setErrorHandler(async (error, request, reply) => await answerError(error, request, reply, deps))

  app.post(
    '/oauth/token',
    { bodyLimit: READ_LIMIT, config: { operation: TOKEN_OPERATION } },
    async (request, reply) => {
      const form = readForm(request)
      const client = await authenticateClient(request, form, deps)
      const allowance = take(client.clientId)
      if (allowance !== null) void reply.headers(limitHeaders('token', allowance))
      if (allowance !== null && allowance.left < 0)
        throw new OauthError('rate_limited', 'Too many token requests; an access token lasts a day.', {
          'retry-after': String(allowance.reset),
        })
      const type = form.get('grant_type')
      if (type === null) throw new OauthError('invalid_request', 'The parameter grant_type is required.')
      const grant = GRANTS.get(type)
      if (grant === undefined)
        throw new OauthError(
          'unsupported_grant_type',
          'The grant types are authorization_code, refresh_token and client_credentials.',
        )
      // Before anything is used up: without a key to sign with, a code or a refresh token is not spent for nothing.
      const signer = deps.keys.signer()
      const outcome = await grant(client, form, deps)
      const note = {
        actor: { kind: 'app' as const, id: client.clientId },
        clientId: client.clientId,
        address: request.ip,
        request: request.id,
      }
      if (outcome.is === 'refused') {
        const { refusal } = outcome
        await deps.audit.record({
          ...note,
          event: outcome.event,
          memberId: refusal.memberId,
          detail: { grant_type: type, why: refusal.why },
        })
        throw new OauthError('invalid_grant', refusal.why)
      }
      const { facts, refreshToken } = outcome
      const accessToken = await mintAccessToken(signer, {
        issuer: deps.settings.authUrl,
        audience: deps.settings.baseUrl,
        clientId: client.clientId,
        memberId: facts.memberId,
        grantId: facts.grantId,
        generation: facts.generation,
        issuedAt: facts.now,
      })
      // A token of an application for itself is asked for often and tells little; the others are noted one by one.
      if (facts.memberId !== null)
        await deps.audit.record({
          ...note,
          event: 'token_granted',
          memberId: facts.memberId,
          detail: { grant_type: type },
        })
      return await reply.send({
        access_token: accessToken,
        expires_in: ACCESS_TOKEN_SECONDS,
        token_type: 'bearer',
        scope: '',
        refresh_token: refreshToken,
      })
    },
  )

  app.post(
    '/oauth/revoke',
    { bodyLimit: READ_LIMIT, config: { operation: REVOKE_OPERATION } },
    async (request, reply) => {
      const form = readForm(request)
      const client = await authenticateClient(request, form, deps)
      const token = form.get('token')
      if (token === null) throw new OauthError('invalid_request', 'The parameter token is required.')
      const ended = await revokeToken(token, client.clientId, deps)
      if (ended !== null) {
        await deps.audit.record({
          event: 'token_revoked',
          actor: { kind: 'app', id: client.clientId },
          clientId: client.clientId,
          memberId: ended.memberId,
          address: request.ip,
          request: request.id,
          detail: { kind: ended.kind },
        })
      }
      // simple-oauth2 throws on an empty body.
      return await reply.send({})
    },
  )

  for (const url of ['/oauth/token', '/oauth/revoke']) {
    app.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      handler: async () => {
        throw new OauthError('method_not_allowed', 'This endpoint takes POST.', { allow: 'POST' })
      },
    })
  }
}

/** Ends a refresh token's grant or an access token of the client; null when there is nothing of it to end (RFC 7009 2.2). */
async function revokeToken(
  token: string,
  clientId: string,
  deps: OauthDeps,
): Promise<{ kind: string; memberId: string | null } | null> {
  const owner = await deps.grants.refreshOwner(tokenHash(token))
  if (owner !== null) {
    if (owner.clientId !== clientId) return null
    return (await deps.grants.revokeGrant(owner.grantId, 'revoked by the application'))
      ? { kind: 'refresh_token', memberId: owner.memberId }
      : null
  }
  const read = await readAccessToken(token, deps.keys, deps.settings)
  if (read === null || read.clientId !== clientId) return null
  await deps.grants.revokeToken(read.jti)
  return { kind: 'access_token', memberId: read.memberId }
}

function readForm(request: FastifyRequest): Parameters {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== FORM_TYPE || typeof request.body !== 'string')
    throw new OauthError('invalid_request', `The body has to be ${FORM_TYPE}.`)
  if (Buffer.byteLength(request.body) > BODY_LIMIT) throw tooLong()
  const form = readParameters(request.body)
  const repeated = form.firstRepeated(TOKEN_PARAMETERS)
  if (repeated !== null) throw new OauthError('invalid_request', `The parameter ${repeated} is repeated.`)
  return form
}

async function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: OauthDeps,
): Promise<FastifyReply> {
  // Turned away at the door, before the endpoint.
  if (error instanceof ApiError) return await sendError(error, request, reply)
  const known = asOauthError(error)
  if (known.status >= 500) deps.log.error({ error, request: request.id }, 'a token request failed')
  return await reply
    .code(known.status)
    .headers(known.headers)
    .send({ error: known.code, error_description: known.message })
}

function tooLong(): OauthError {
  return new OauthError('payload_too_large', `The body may have ${BODY_LIMIT} bytes.`)
}

function asOauthError(error: unknown): OauthError {
  if (error instanceof OauthError) return error
  if (error instanceof NoSigningKeyError) return unavailable(SIGNING_KEY_WAIT_SECONDS)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLong()
  if (code.startsWith('FST_ERR_CTP')) return new OauthError('invalid_request', 'The body could not be read.')
  if (isTransientError(error)) return unavailable(5)
  return new OauthError('server_error', 'Something went wrong on our side.')
}

function unavailable(seconds: number): OauthError {
  return new OauthError('temporarily_unavailable', 'The service is not able to answer just now.', {
    'retry-after': String(seconds),
  })
}

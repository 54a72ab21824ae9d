/** POST /oauth/token and /oauth/revoke: a form in, JSON out (oauth.md 5.2, 5.3 and 5.5). */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { RESOURCE_PARAMETER, resourceUrl } from '../../../schemas/oauth/resource.js'
import { scopeText } from '../../../schemas/oauth/scope.js'
import { FORM_TYPE } from '../../http/form/form-fields.js'
import { open } from '../../operation/access.js'
import { nothing, ok } from '../../operation/answer.js'
import { operation } from '../../operation/declaration.js'
import { limitHeaders } from '../../plugins/rate-limit-headers.js'
import type { LimitState } from '../../plugins/rate-limit-headers.js'
import type { SetHeader } from '../../plugins/rate-limits.js'
import { authenticateClient } from '../clients/client-auth.js'
import { OauthError } from '../oauth-error.js'
import { CLIENT_CREDENTIALS, CLIENT_ERRORS } from '../oauth-responses.js'
import type { OauthDeps } from '../ports.js'
import { tokenHash } from '../random-token.js'
import { accessTokenSeconds, mintAccessToken } from './access-token.js'
import { readAccessToken } from './read-access-token.js'
import { GRANTS } from './token-grants.js'
import type { Grant, GrantOutcome } from './token-grants.js'
import { readTokenForm } from './token-form.js'
import { provenKey } from './token-proof.js'

/**
 * What is read of an oversized body: its sender receives a response and keeps the connection. Beyond this,
 * the connection is closed.
 */
export const READ_LIMIT = 64 * 1024

/** What the token endpoint needs besides. */
export interface TokenDeps extends OauthDeps {
  limiter: (clientId: string) => LimitState | null
}

const Tokens = Type.Object(
  {
    access_token: Type.String({ description: 'The access token.' }),
    expires_in: Type.Integer({ description: 'Seconds until it expires: one day.' }),
    token_type: Type.Enum(['bearer', 'DPoP'], { description: 'DPoP if the request had a proof.' }),
    scope: Type.String({
      description: 'What the access token allows, separated by spaces; empty: everything.',
    }),
    refresh_token: Type.String({ description: 'Valid for a year and for one use, which returns a new one.' }),
  },
  { description: 'Tokens.' },
)

const GET_TOKENS = {
  route: 'POST /oauth/token',
  id: 'getTokens',
  tag: 'OAuth',
  summary: 'Get tokens',
  access: open,
  selfContained: true,
  bodyLimit: READ_LIMIT,
  description:
    'The three grants: authorization_code (a code lives for one minute and works once), refresh_token, and ' +
    'client_credentials for the application itself. The client authenticates in the form or by HTTP Basic. ' +
    'Using a code twice revokes the tokens issued for it.',
  repeats: 'Each request makes tokens; a code and a refresh token can be used once.',
  body: {
    schema: Type.Object(
      {
        grant_type: Type.Enum(['authorization_code', 'refresh_token', 'client_credentials'], {
          description: 'The grant.',
        }),
        ...CLIENT_CREDENTIALS,
        code: Type.Optional(Type.String({ description: 'The authorization code.' })),
        redirect_uri: Type.Optional(
          Type.String({ description: 'The registered redirect URL; needed with a code.' }),
        ),
        code_verifier: Type.Optional(
          Type.String({ description: 'Needed with a code that was requested with a challenge (RFC 7636).' }),
        ),
        refresh_token: Type.Optional(Type.String({ description: 'The refresh token.' })),
        scope: Type.Optional(
          Type.String({
            description:
              'With a refresh token: scopes for the new access token, of those that the member allowed; ' +
              'the refresh token keeps them all. Ignored with other grants.',
          }),
        ),
        resource: Type.Optional(Type.String({ description: RESOURCE_PARAMETER })),
      },
      { description: 'A token request.' },
    ),
    example: {
      grant_type: 'client_credentials',
      client_id: 'tf_example',
      client_secret: 'secret of the application',
    },
    types: [FORM_TYPE],
    unread: true,
  },
  responses: {
    200: {
      description: 'The tokens.',
      schema: Tokens,
      example: {
        access_token: 'header.claims.signature',
        expires_in: 86_400,
        token_type: 'bearer' as const,
        scope: '',
        refresh_token: 'rt_example',
      },
    },
    ...CLIENT_ERRORS,
  },
} as const

const issue = async ({ request, header }: Asked, deps: TokenDeps) =>
  ok(await issueTokens(request, header, deps))

export const getTokens = operation(GET_TOKENS, issue)

/** Older clients end the path in a slash (oauth.md 5.2, row 149). */
export const getTokensAlias = operation(
  { ...GET_TOKENS, route: 'POST /oauth/token/', undocumented: true },
  issue,
)

interface Asked {
  request: FastifyRequest
  header: SetHeader
}

async function issueTokens(request: FastifyRequest, header: SetHeader, deps: TokenDeps) {
  const form = readTokenForm(request, 'grant_type')
  const client = await authenticateClient(request, form, deps)
  const { clientId } = client
  applyLimit(deps.limiter(clientId), header)
  const grantType = form.get('grant_type')
  const grant = findGrant(grantType)
  // Before anything is used up: without a signing key, a code or refresh token must not be spent in vain.
  const signer = deps.keys.signer()
  const jkt = await provenKey(request, client, deps)
  const outcome = await grant({ app: client, form, jkt }, deps)
  const { memberId } = outcome.is === 'refused' ? outcome.refusal : outcome.granted
  request.tokenClient = { client: clientId, member: memberId }
  await recordOutcome(outcome, { request, clientId, grantType }, deps)
  if (outcome.is === 'refused') throw new OauthError(outcome.refusal.error, outcome.refusal.why)
  const { granted, refreshToken } = outcome
  const expiresIn = accessTokenSeconds(granted)
  const accessToken = await mintAccessToken(signer, {
    issuer: deps.settings.authUrl,
    audience: resourceUrl(deps.settings.baseUrl, granted.resource),
    clientId,
    memberId: granted.memberId,
    grantId: granted.grantId,
    generation: granted.generation,
    issuedAt: granted.now,
    scopes: granted.scopes,
    jkt,
    expiresIn,
  })
  return {
    access_token: accessToken,
    expires_in: expiresIn,
    token_type: jkt === null ? ('bearer' as const) : ('DPoP' as const),
    scope: scopeText(granted.scopes),
    refresh_token: refreshToken,
  }
}

/** Throws a 429 OauthError beyond the limit. */
function applyLimit(state: LimitState | null, header: SetHeader): void {
  if (state === null) return
  for (const [name, value] of Object.entries(limitHeaders('token', state))) header(name, value)
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
      'The grant_type must be authorization_code, refresh_token or client_credentials.',
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

export const revokeToken = operation(
  {
    route: 'POST /oauth/revoke',
    id: 'revokeToken',
    tag: 'OAuth',
    summary: 'Revoke a token',
    access: open,
    selfContained: true,
    bodyLimit: READ_LIMIT,
    description:
      'Revokes an access token, or a refresh token and everything issued for it, within a second (RFC 7009). ' +
      'A token that is unknown or belongs to another client is answered 200 too.',
    body: {
      schema: Type.Object(
        {
          token: Type.String({ description: 'The token.' }),
          token_type_hint: Type.Optional(Type.String({ description: 'Ignored.' })),
          ...CLIENT_CREDENTIALS,
        },
        { description: 'A token to revoke.' },
      ),
      example: { token: 'rt_example', client_id: 'tf_example', client_secret: 'secret of the application' },
      types: [FORM_TYPE],
      unread: true,
    },
    responses: {
      200: { description: 'The token is revoked.', schema: Type.Object({}), example: {} },
      ...CLIENT_ERRORS,
    },
  },
  async ({ request }, deps: TokenDeps) => {
    const form = readTokenForm(request, 'token')
    const { clientId } = await authenticateClient(request, form, deps)
    const token = form.get('token')
    if (token === null) throw new TypeError('a form without its token was read')
    const revoked = await endToken(token, clientId, deps)
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
    return nothing()
  },
)

/**
 * Revokes the grant of a refresh token, or one access token; null if the client has nothing to revoke (RFC
 * 7009 2.2).
 */
async function endToken(
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

/**
 * Verifies access tokens: JWTs of the RFC 9068 profile, without a query (oauth.md 3.3). Verified tokens are
 * remembered by the whole header that carried them; expiry and revocation are checked on every request
 * regardless.
 */
import { errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'
import { knownScopes } from '../../schemas/oauth/scope.js'
import { RESOURCES, resourceUrl } from '../../schemas/oauth/resource.js'
import type { Resource } from '../../schemas/oauth/resource.js'
import type { GrantedScopes } from '../../schemas/oauth/scope.js'
import type { RevocationClaims } from '../../schemas/oauth/revocation.js'
import type { Caller, Revocations, TokenKeys } from '../ports/credentials.js'
import { holderOf } from '../http/auth-error.js'
import type { CredentialHolder } from '../http/auth-error.js'
import {
  expiredToken,
  malformedCredential,
  malformedToken,
  missingToken,
  revokedToken,
  wrongAudience,
  wrongProof,
} from './challenge.js'
import type { TokenSource } from './challenge.js'

/** A token that is valid now. */
export interface VerifiedToken {
  caller: Caller
  /** Thumbprint of the key that the token is bound to (oauth.md 1.4); null: it is not bound. */
  jkt: string | null
  claims: RevocationClaims
  /** What it is for. */
  audience: unknown
  /** Epoch milliseconds. */
  expires: number
}

export interface VerifierDeps {
  keys: TokenKeys
  revocations: Revocations
  /** Epoch milliseconds. */
  now: () => number
  baseUrl: string
  authUrl: string
}

/**
 * Verifies the value of an Authorization header; synchronously if its token is remembered and the revocation view is
 * fresh. Tokens that are bound to a key need the scheme DPoP, others Bearer. `onUnknown` is called before the signature
 * of a token is verified. Throws an AuthError for an invalid token or one for another resource, and
 * `temporarily_unavailable` if revocation cannot be known.
 */
export type TokenVerifier = (
  authorization: string,
  resource: Resource,
  onUnknown: () => void,
) => VerifiedToken | Promise<VerifiedToken>

const MAX_REMEMBERED = 20_000
const RETRY_AFTER_SECONDS = 5
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/
const REQUIRED_CLAIMS = ['exp', 'iat', 'sub', 'jti', 'client_id', 'gid', 'gen']

/** The cache of verified tokens is emptied when a signing key is withdrawn. */
export function tokenVerifier(deps: VerifierDeps): TokenVerifier {
  const { revocations } = deps
  const remembered = twoGenerationCache<VerifiedToken>(MAX_REMEMBERED)
  deps.keys.onWithdrawn(() => {
    remembered.clear()
  })
  const verifySignature = signatureVerifier(deps)
  const admit = (
    authorization: string,
    token: VerifiedToken,
    resource: Resource,
  ): VerifiedToken | Promise<VerifiedToken> => {
    const { expires, claims, caller } = token
    if (expires <= deps.now()) {
      remembered.delete(authorization)
      throw expiredToken(holderOf(caller))
    }
    if (token.audience !== resourceUrl(deps.baseUrl, resource)) throw wrongAudience()
    if (revocations.isRevoked(claims)) throw revokedToken(holderOf(caller))
    return revocations.isFresh() ? token : admitFromDatabase(revocations, token)
  }
  const verify = async (authorization: string, resource: Resource): Promise<VerifiedToken> => {
    const { isBound, jwt } = sentToken(authorization, deps)
    try {
      const token = await verifySignature(jwt)
      if (isBound !== (token.jkt !== null)) throw wrongScheme(token)
      remembered.set(authorization, token)
      return await admit(authorization, token, resource)
    } catch (error) {
      throw error instanceof errors.JOSEError ? refusal(error) : error
    }
  }
  return (authorization, resource, onUnknown) => {
    const token = remembered.get(authorization)
    if (token !== undefined) return admit(authorization, token, resource)
    onUnknown()
    return verify(authorization, resource)
  }
}

/**
 * What is wrong with a token (contract.md 6.2). jose verifies the signature before it looks at a claim, so only of
 * tokens that we signed more is said than that they are malformed.
 */
function refusal(error: errors.JOSEError): Error {
  if (error instanceof errors.JWTExpired) return expiredToken(holderOfClaims(error.payload))
  const isForOthers =
    error instanceof errors.JWTClaimValidationFailed && (error.claim === 'aud' || error.claim === 'iss')
  return isForOthers ? wrongAudience() : malformedToken()
}

/** The same by the claims of a token that we signed, where they are as we write them. */
function holderOfClaims({ client_id: client, sub, app }: JWTPayload): CredentialHolder | null {
  if (typeof client !== 'string' || sub === undefined) return null
  return { client, member: app === true || !isId(sub) ? null : sub }
}

/** The token of an Authorization header (RFC 6750 2.1, RFC 9449 7.1), and whether its scheme is DPoP. */
function sentToken(authorization: string, source: TokenSource): { isBound: boolean; jwt: string } {
  const [scheme, token, ...rest] = authorization.trim().split(/ +/)
  const isBound = scheme!.toLowerCase() === 'dpop'
  if (!isBound && scheme!.toLowerCase() !== 'bearer') {
    const found =
      token === undefined
        ? 'The Authorization header has no scheme'
        : 'The Authorization header has another scheme'
    throw missingToken(source, `${found}; write Bearer and a space before the token.`)
  }
  if (token === undefined || rest.length > 0 || !TOKEN.test(token))
    throw malformedCredential('The Authorization header must be Bearer or DPoP, a space and one token.')
  return { isBound, jwt: token }
}

const wrongScheme = ({ caller, jkt }: VerifiedToken): Error =>
  wrongProof(
    'invalid_token',
    jkt === null
      ? 'The access token is not bound to a key: send it as Bearer.'
      : 'The access token is bound to a key: send it as DPoP, with a proof in the DPoP header.',
    holderOf(caller),
  )

/** Rejects with a JOSEError for a token that is not ours or whose claims are not. */
function signatureVerifier(deps: VerifierDeps): (jwt: string) => Promise<VerifiedToken> {
  const keyOf: JWTVerifyGetKey = async (header) => {
    const found = header.kid === undefined ? null : await deps.keys.verifier(header.kid)
    if (found === null || found.alg !== header.alg) throw new errors.JWKSNoMatchingKey()
    return found.key
  }
  return async (jwt) => {
    const { payload } = await jwtVerify(jwt, keyOf, {
      typ: 'at+jwt',
      issuer: deps.authUrl,
      audience: RESOURCES.map((one) => resourceUrl(deps.baseUrl, one)),
      currentDate: new Date(deps.now()),
      requiredClaims: REQUIRED_CLAIMS,
    })
    return readClaims(payload)
  }
}

function readClaims({
  sub,
  jti,
  exp,
  aud,
  client_id: client,
  gid,
  gen,
  app,
  scope,
  cnf,
}: JWTPayload): VerifiedToken {
  if (
    typeof sub !== 'string' ||
    typeof jti !== 'string' ||
    typeof client !== 'string' ||
    typeof gid !== 'string' ||
    typeof gen !== 'number'
  ) {
    throw new errors.JWTInvalid('a claim has an unexpected type')
  }
  return {
    caller:
      app === true
        ? { kind: 'app', client, by: 'token' }
        : { kind: 'member', member: sub, client, grant: gid, scopes: readScopes(scope) },
    jkt: readKey(cnf),
    claims: { grantId: gid, jti, clientId: client, generation: gen },
    audience: aud,
    expires: exp! * 1000,
  }
}

/** The scopes of the claim (RFC 9068 2.2.3). Only a token without the claim allows everything. */
function readScopes(claim: unknown): GrantedScopes {
  if (claim === undefined) return null
  if (typeof claim !== 'string') throw new errors.JWTInvalid('the claim scope has an unexpected type')
  return knownScopes(claim.split(' '))
}

/** The key in the claim `cnf` (RFC 9449 6.1). A kind of binding that is unknown here is refused, not ignored. */
function readKey(claim: unknown): string | null {
  if (claim === undefined) return null
  const jkt = (claim as { jkt?: unknown } | null)?.jkt
  if (typeof jkt !== 'string') throw new errors.JWTInvalid('the claim cnf has an unexpected type')
  return jkt
}

/** Returns the token, unless it is revoked in the database. */
async function admitFromDatabase(revocations: Revocations, token: VerifiedToken): Promise<VerifiedToken> {
  let isRevoked: boolean
  try {
    isRevoked = await revocations.queryRevoked(token.claims)
  } catch (cause) {
    throw new ApiError('temporarily_unavailable', 'The access token cannot be checked at the moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
      cause,
    })
  }
  if (isRevoked) throw revokedToken(holderOf(token.caller))
  return token
}

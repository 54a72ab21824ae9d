/**
 * Access tokens: JWTs of the RFC 9068 profile, verified without a query (oauth.md 3.3). A verified token is
 * remembered by the whole header that carried it; expiry and revocation are looked at on every request all
 * the same.
 */
import { errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { ApiError } from '../../schemas/base/errors.js'
import type { Caller, RevocationClaims, Revocations, TokenKeys } from '../ports/credentials.js'
import { invalidToken, malformedCredential, missingToken } from './challenge.js'
import { twoGenerationCache } from '../../schemas/base/two-generation-cache.js'

interface Verified {
  caller: Caller
  marks: RevocationClaims
  expires: number
  kid: string
}

export interface VerifierDeps {
  keys: TokenKeys
  revocations: Revocations
  now: () => number
  baseUrl: string
  authUrl: string
}

const REMEMBERED = 20_000

/**
 * Who the value of an Authorization header speaks for: at once when its token is remembered and revocation is
 * known here. Throws a Refusal for a bad one, `temporarily_unavailable` when revocation cannot be known.
 */
export type TokenVerifier = (authorization: string) => Caller | Promise<Caller>

const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

/** The token of an Authorization header (RFC 6750 2.1). */
function bearer(authorization: string): string {
  const [scheme, token, ...rest] = authorization.trim().split(/ +/)
  if (scheme!.toLowerCase() !== 'bearer') throw missingToken()
  if (token === undefined || rest.length > 0 || !TOKEN.test(token))
    throw malformedCredential('The Authorization header must be Bearer and one token.')
  return token
}

/** A verifier that remembers the tokens it has seen, until a signing key is withdrawn (oauth.md 3.3). */
export function tokenVerifier(deps: VerifierDeps): TokenVerifier {
  const known = twoGenerationCache<Verified>(REMEMBERED)
  deps.keys.onWithdrawn(() => {
    known.clear()
  })
  const keyOf: JWTVerifyGetKey = async (header) => {
    const found = header.kid === undefined ? null : await deps.keys.verifier(header.kid)
    if (found === null || found.alg !== header.alg) throw new errors.JWKSNoMatchingKey()
    return found.key
  }
  const verify = async (token: string): Promise<Verified> => {
    const { payload, protectedHeader } = await jwtVerify(token, keyOf, {
      typ: 'at+jwt',
      issuer: deps.authUrl,
      audience: deps.baseUrl,
      currentDate: new Date(deps.now()),
      requiredClaims: ['exp', 'iat', 'sub', 'jti', 'client_id', 'gid', 'gen'],
    })
    const { sub, jti, exp, client_id: client, gid, gen, app } = payload
    if (
      typeof sub !== 'string' ||
      typeof jti !== 'string' ||
      typeof client !== 'string' ||
      typeof gid !== 'string' ||
      typeof gen !== 'number'
    ) {
      throw new errors.JWTInvalid('a claim has another type than ours')
    }
    return {
      caller: app === true ? { kind: 'app', client, by: 'token' } : { kind: 'member', member: sub, client },
      marks: { grantId: gid, jti, clientId: client, generation: gen },
      expires: exp! * 1000,
      kid: protectedHeader.kid!,
    }
  }
  const admit = (authorization: string, { expires, marks, caller }: Verified): Caller | Promise<Caller> => {
    if (expires <= deps.now()) {
      known.delete(authorization)
      throw invalidToken('The access token has expired.')
    }
    if (deps.revocations.isRevoked(marks)) throw revoked()
    return deps.revocations.isFresh() ? caller : unlessEnded(deps.revocations, marks, caller)
  }
  const meet = async (authorization: string): Promise<Caller> => {
    const token = bearer(authorization)
    try {
      const found = await verify(token)
      known.set(authorization, found)
      return await admit(authorization, found)
    } catch (error) {
      if (error instanceof errors.JOSEError) throw invalidToken()
      throw error
    }
  }
  return (authorization) => {
    const found = known.get(authorization)
    return found === undefined ? meet(authorization) : admit(authorization, found)
  }
}

const revoked = (): Error => invalidToken('The access token was revoked.')

/** The caller, if the database does not know the token as ended. */
async function unlessEnded(
  revocations: Revocations,
  marks: RevocationClaims,
  caller: Caller,
): Promise<Caller> {
  let ended: boolean
  try {
    ended = await revocations.queryRevoked(marks)
  } catch (cause) {
    throw new ApiError('temporarily_unavailable', 'The access token cannot be checked at the moment.', {
      retryAfter: 5,
      cause,
    })
  }
  if (ended) throw revoked()
  return caller
}

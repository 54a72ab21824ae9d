/**
 * Access tokens: JWTs of the RFC 9068 profile, verified without a query (oauth.md 3.3). A verified token is remembered;
 * expiry and revocation are looked at on every request all the same.
 */
import { errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { Fault } from '../../schemas/faults.js'
import type { Caller, Revocations, TokenKeys, TokenMarks } from '../deps.js'
import { invalidToken } from './challenge.js'
import { recentCache } from './token-cache.js'

interface Verified { caller: Caller, marks: TokenMarks, expires: number, kid: string }

export interface VerifierDeps { keys: TokenKeys, revocations: Revocations, now: () => number, baseUrl: string, authUrl: string }

const REMEMBERED = 20_000

/** Who a token speaks for. Throws a Refusal for a bad one, `temporarily_unavailable` when revocation cannot be known. */
export type TokenVerifier = (token: string) => Promise<Caller>

export function tokenVerifier (deps: VerifierDeps): TokenVerifier {
  const known = recentCache<Verified>(REMEMBERED)
  deps.keys.onWithdrawn(() => { known.clear() })
  const keyOf: JWTVerifyGetKey = async header => {
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
      requiredClaims: ['exp', 'iat', 'sub', 'jti', 'client_id', 'gid', 'gen']
    })
    const { sub, jti, exp, client_id: client, gid, gen, app } = payload
    if (typeof sub !== 'string' || typeof jti !== 'string' || typeof client !== 'string' || typeof gid !== 'string' || typeof gen !== 'number') {
      throw new errors.JWTInvalid('a claim has another type than ours')
    }
    return {
      caller: app === true ? { kind: 'app', client, by: 'token' } : { kind: 'member', member: sub, client },
      marks: { grantId: gid, jti, clientId: client, generation: gen },
      expires: exp! * 1000,
      kid: protectedHeader.kid!
    }
  }
  return async token => {
    let found = known.get(token)
    if (found === undefined) {
      try {
        found = await verify(token)
      } catch (error) {
        if (error instanceof errors.JOSEError) throw invalidToken()
        throw error
      }
      known.set(token, found)
    }
    if (found.expires <= deps.now()) {
      known.delete(token)
      throw invalidToken('The access token has expired.')
    }
    if (await ended(deps.revocations, found.marks)) throw invalidToken('The access token was revoked.')
    return found.caller
  }
}

async function ended (revocations: Revocations, marks: TokenMarks): Promise<boolean> {
  if (revocations.revoked(marks)) return true
  if (revocations.fresh()) return false
  try {
    return await revocations.ask(marks)
  } catch (cause) {
    throw new Fault('temporarily_unavailable', 'The access token cannot be checked at the moment.', { retryAfter: 5, cause })
  }
}

/** Access tokens: JWTs of the RFC 9068 profile with own claims for revocation (oauth.md 3.3). */
import { SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import type { Signer } from '../keys/key-ring.js'

/** interface.txt 8: an access token lives 24 hours. */
export const ACCESS_TOKEN_SECONDS = 86_400

export interface AccessTokenParams {
  /** `{auth_url}`. */
  issuer: string
  /** `{base_url}`. */
  audience: string
  clientId: string
  /** The member it speaks for; null makes an app token. */
  memberId: string | null
  grantId: string
  /** The application's generation at the time: a higher one ends the token. */
  generation: number
  /** Epoch seconds by the database's clock. */
  issuedAt: number
}

/** Signs an access token. The empty scope of interface.txt 2.8 leaves the claim out (RFC 9068 2.2.3). */
export async function mintAccessToken(signer: Signer, facts: AccessTokenParams): Promise<string> {
  const claims = {
    iss: facts.issuer,
    aud: facts.audience,
    sub: facts.memberId ?? facts.clientId,
    client_id: facts.clientId,
    iat: facts.issuedAt,
    exp: facts.issuedAt + ACCESS_TOKEN_SECONDS,
    jti: randomBytes(16).toString('base64url'),
    gid: facts.grantId,
    gen: facts.generation,
    ...(facts.memberId === null ? { app: true } : {}),
  }
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: signer.alg, typ: 'at+jwt', kid: signer.kid })
    .sign(signer.key)
}

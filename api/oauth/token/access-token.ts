/** Issues access tokens: JWTs of the RFC 9068 profile with private claims for revocation (oauth.md 3.3). */
import { SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { scopeText } from '../../../schemas/oauth/scope.js'
import type { GrantedScopes } from '../../../schemas/oauth/scope.js'
import type { Signer } from '../keys/key-ring.js'

/** Lifetime of an access token: 24 hours, as the interface specification demands. */
export const ACCESS_TOKEN_SECONDS = 86_400

/**
 * Seconds for which an access token of a grant is valid: no longer than the grant.
 * @param grant when it is issued and when the grant ends (null: never), epoch seconds
 */
export function accessTokenSeconds({ now, ends }: { now: number; ends: number | null }): number {
  return ends === null ? ACCESS_TOKEN_SECONDS : Math.min(ACCESS_TOKEN_SECONDS, Math.max(0, ends - now))
}

export interface AccessTokenParams {
  /** `{auth_url}`. */
  issuer: string
  /** The URL of its resource. */
  audience: string
  clientId: string
  /** The member it speaks for; null for a token of the application itself. */
  memberId: string | null
  grantId: string
  /** The application's generation; a higher one revokes the token. */
  generation: number
  /** Epoch seconds by the database's clock. */
  issuedAt: number
  /** What it allows; null: everything. */
  scopes: GrantedScopes
  /** Thumbprint of the key that it is bound to (RFC 9449 6.1); null: it is not bound. */
  jkt: string | null
  /** Seconds until it expires. */
  expiresIn: number
}

/** Signs an access token. One that allows everything has no scope claim (RFC 9068 2.2.3). */
export async function mintAccessToken(signer: Signer, params: AccessTokenParams): Promise<string> {
  const { scopes, jkt } = params
  const claims = {
    iss: params.issuer,
    aud: params.audience,
    sub: params.memberId ?? params.clientId,
    client_id: params.clientId,
    iat: params.issuedAt,
    exp: params.issuedAt + params.expiresIn,
    jti: randomBytes(16).toString('base64url'),
    gid: params.grantId,
    gen: params.generation,
    ...(params.memberId === null ? { app: true } : {}),
    ...(jkt === null ? {} : { cnf: { jkt } }),
    ...(scopes === null ? {} : { scope: scopeText(scopes) }),
  }
  return await new SignJWT(claims)
    .setProtectedHeader({ alg: signer.alg, typ: 'at+jwt', kid: signer.kid })
    .sign(signer.key)
}

/** Reading an access token of ours for revocation (RFC 7009): signature and issuer count, expiry does not. */
import { decodeProtectedHeader, jwtVerify } from 'jose'
import type { KeyRing } from '../keys/key-ring.js'

export interface DecodedAccessToken {
  jti: string
  clientId: string
  memberId: string | null
}

/** The facts of the token, or null when it is not one that we signed and that still lives. */
export async function readAccessToken(
  token: string,
  keys: KeyRing,
  settings: { authUrl: string; baseUrl: string },
): Promise<DecodedAccessToken | null> {
  try {
    const { kid } = decodeProtectedHeader(token)
    const verifier = kid === undefined ? null : await keys.verifier(kid)
    if (verifier === null) return null
    const { payload } = await jwtVerify(token, verifier.key, {
      algorithms: [verifier.alg],
      typ: 'at+jwt',
      issuer: settings.authUrl,
      audience: settings.baseUrl,
      currentDate: new Date(keys.now()),
    })
    const clientId = payload['client_id']
    if (typeof clientId !== 'string' || payload.jti === undefined || payload.sub === undefined) return null
    return { jti: payload.jti, clientId, memberId: payload['app'] === true ? null : payload.sub }
  } catch (error) {
    // Whatever cannot be read as a live token of ours is unknown, which RFC 7009 2.2 answers like a success.
    if (
      error instanceof TypeError ||
      (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'))
    )
      return null
    throw error
  }
}

/** Reads an access token that is to be revoked (RFC 7009). */
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { RESOURCES, resourceUrl } from '../../../schemas/oauth/resource.js'
import type { KeyRing } from '../keys/key-ring.js'

export interface DecodedAccessToken {
  jti: string
  clientId: string
  memberId: string | null
}

/** The content of the token, or null if we did not sign it or it has expired. */
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
      audience: RESOURCES.map((one) => resourceUrl(settings.baseUrl, one)),
      currentDate: new Date(keys.now()),
    })
    const clientId = payload['client_id']
    if (typeof clientId !== 'string' || payload.jti === undefined || payload.sub === undefined) return null
    return { jti: payload.jti, clientId, memberId: payload['app'] === true ? null : payload.sub }
  } catch (error) {
    if (isUnreadable(error)) return null
    throw error
  }
}

/** Errors of text that is no valid token of ours: unknown, which RFC 7009 2.2 answers like a success. */
function isUnreadable(error: unknown): boolean {
  if (error instanceof TypeError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')
}

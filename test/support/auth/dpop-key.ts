/** Keys that prove their tokens (RFC 9449), made with node:crypto: nothing of what the service reads proofs with. */
import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'

export interface ProofParts {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

export interface DpopKey {
  /** Its public half. */
  jwk: JsonWebKey
  privateJwk: JsonWebKey
  /** Its thumbprint (RFC 7638). */
  jkt: string
  /** Signs what it is given, by the algorithm in the header; `none` is not signed at all. */
  signed: (parts: ProofParts) => string
  /** A right proof of a request, now. */
  proof: (method: string, url: string, token?: string) => string
}

const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
export const sha256 = (value: string): string => createHash('sha256').update(value).digest('base64url')

/** A right proof in its parts. */
export const proofParts = (
  { jwk, alg }: { jwk: JsonWebKey; alg: string },
  {
    method,
    url,
    token,
    at = Date.now(),
  }: { method: string; url: string; token?: string | undefined; at?: number },
): ProofParts => ({
  header: { typ: 'dpop+jwt', alg, jwk },
  claims: {
    jti: randomUUID(),
    htm: method,
    htu: url,
    iat: Math.floor(at / 1000),
    ...(token === undefined ? {} : { ath: sha256(token) }),
  },
})

export function dpopKey(alg: 'ES256' | 'EdDSA' | 'RS256' = 'ES256'): DpopKey {
  const { publicKey, privateKey } = pairOf(alg)
  const jwk = publicKey.export({ format: 'jwk' })
  const { crv, e, kty, n, x, y } = jwk
  const signed = ({ header, claims }: ProofParts): string => {
    const content = `${text(header)}.${text(claims)}`
    return `${content}.${signature(content, header['alg'], privateKey)}`
  }
  return {
    jwk,
    privateJwk: privateKey.export({ format: 'jwk' }),
    jkt: sha256(JSON.stringify({ crv, e, kty, n, x, y })),
    signed,
    proof: (method, url, token) => signed(proofParts({ jwk, alg }, { method, url, token })),
  }
}

function pairOf(alg: string): { publicKey: KeyObject; privateKey: KeyObject } {
  if (alg === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
}

function signature(content: string, alg: unknown, key: KeyObject): string {
  if (alg === 'none') return ''
  const data = Buffer.from(content)
  if (alg === 'HS256')
    return createHmac('sha256', key.export({ format: 'der', type: 'pkcs8' }))
      .update(data)
      .digest('base64url')
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return sign(digest, data, { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
}

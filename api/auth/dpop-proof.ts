/**
 * Proofs that the sender of a request holds a key (DPoP, RFC 9449 4; oauth.md 1.4), at the token endpoint and at
 * resources. A proof is a JWT for one request, signed with the key in its header.
 */
import { EmbeddedJWK, calculateJwkThumbprint, errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { createHash } from 'node:crypto'
import { PROOF_ALGORITHMS } from '../http/auth-error.js'

/** How far the time of a proof may be from ours, either way. Used proofs are remembered for twice as long. */
const PROOF_SECONDS = 30

/** What a proof is checked against. */
export interface ProvenRequest {
  method: string
  /** The address that the client used; the query does not count. */
  url: string
  /** The access token that comes with it; null at the token endpoint. */
  token: string | null
  /** Epoch milliseconds. */
  now: number
}

export interface Proof {
  /** SHA-256 thumbprint of its key (RFC 7638). */
  jkt: string
  /** Identifies the proof: a hash of its key and its jti. */
  id: string
}

const MALFORMED =
  'The DPoP proof must be one JWT in the DPoP header, with the public key that signed it as its jwk.'
/** What is wrong, by the error code of jose. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_JOSE_ALG_NOT_ALLOWED: `The alg of the DPoP proof must be one of ${PROOF_ALGORITHMS.join(', ')}.`,
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'The DPoP proof was not signed with the key in its jwk.',
}

/** Reads the DPoP header (RFC 9449 4.3): the proof, or a sentence that says what is wrong with it. */
export async function readProof(
  header: string,
  request: ProvenRequest,
): Promise<Proof | { problem: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(header, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: PROOF_ALGORITHMS,
      currentDate: new Date(request.now),
    })
    const problem = claimProblem(payload, request)
    if (problem !== null) return { problem }
    const jkt = await calculateJwkThumbprint(protectedHeader.jwk!)
    return { jkt, id: sha256(`${jkt} ${payload.jti!}`) }
  } catch (error) {
    // Any error comes from the sender's key or claims: nothing here depends on the service.
    if (error instanceof errors.JWTClaimValidationFailed)
      return { problem: `The ${error.claim} of the DPoP proof is missing or wrong.` }
    return { problem: (error instanceof errors.JOSEError ? PROBLEMS[error.code] : undefined) ?? MALFORMED }
  }
}

function claimProblem({ jti, htm, htu, iat, ath }: JWTPayload, request: ProvenRequest): string | null {
  if (typeof jti !== 'string' || jti === '') return 'The DPoP proof has no jti.'
  if (htm !== request.method) return `The htm of the DPoP proof must be ${request.method}.`
  if (typeof htu !== 'string' || comparable(htu) !== comparable(request.url))
    return `The htu of the DPoP proof must be the URL of this request, at ${new URL(request.url).origin}.`
  if (typeof iat !== 'number' || Math.abs(iat - request.now / 1000) > PROOF_SECONDS)
    return (
      `The iat of the DPoP proof is more than ${PROOF_SECONDS} seconds off this service's clock ` +
      '(see the Date header).'
    )
  if (request.token !== null && ath !== sha256(request.token))
    return 'The ath of the DPoP proof must be the SHA-256 of the access token.'
  return null
}

const UNRESERVED = /[A-Za-z0-9\-._~]/

/** An address without query and fragment in its normal form (RFC 3986 6.2.2 and 6.2.3); null if it is not a URL. */
function comparable(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { origin, pathname } = new URL(text)
  const path = pathname.replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return UNRESERVED.test(character) ? character : escaped.toUpperCase()
  })
  return origin + path
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

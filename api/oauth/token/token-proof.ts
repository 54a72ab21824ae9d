/** The key that the client of a token request has proven to hold (RFC 9449 5; oauth.md 1.4). */
import type { FastifyRequest } from 'fastify'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { readProof } from '../../auth/dpop-proof.js'
import { OauthError } from '../oauth-error.js'
import type { OauthDeps } from '../ports.js'

/**
 * The thumbprint of the key; null without a proof. Rejects with `invalid_dpop_proof` for a wrong proof, and for none if
 * the application wants all its tokens bound. Proofs are not remembered here: the code or refresh token works only once.
 */
export async function provenKey(
  { headers, method, url }: FastifyRequest,
  app: OauthApp,
  { settings, keys }: Pick<OauthDeps, 'settings' | 'keys'>,
): Promise<string | null> {
  const { dpop } = headers
  if (dpop === undefined) {
    if (!app.dpopBound) return null
    throw new OauthError(
      'invalid_dpop_proof',
      'This application must send a proof in the DPoP header to get tokens.',
    )
  }
  const request = { method, url: settings.authUrl + url, token: null, now: keys.now() }
  const proof = await readProof(String(dpop), request)
  if ('problem' in proof) throw new OauthError('invalid_dpop_proof', proof.problem)
  return proof.jkt
}

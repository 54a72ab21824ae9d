import type { JWK } from 'jose'
import type { KeyRing } from './key-ring.js'

/** A public key of `v1a` signatures (webhooks.md 3.3). */
export interface WebhookKey extends JWK {
  /** The same key as Standard Webhooks writes it: `whpk_` and base64 of its 32 bytes. */
  whpk: string
}

/** The public keys that verify webhooks, as a JSON Web Key Set (RFC 7517). Further members of a key are allowed (4). */
export function webhookKeySet(ring: Pick<KeyRing, 'jwks'>): { keys: WebhookKey[] } {
  return {
    keys: ring.jwks().keys.map((jwk) => {
      const bytes = Buffer.from(jwk.x ?? '', 'base64url')
      return { ...jwk, whpk: `whpk_${bytes.toString('base64')}` }
    }),
  }
}

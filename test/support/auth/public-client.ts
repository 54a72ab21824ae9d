/** A client that registered nowhere and has no secret, and how outside clients reach a node over its own TLS. */
import { fetch as undiciFetch } from 'undici'
import { s256 } from '../../../api/oauth/random-token.js'
import type { AuthNode } from './auth-node.js'

export const CLIENT = 'https://assistant.example/client.json'
export const REDIRECT = 'http://127.0.0.1:7777/callback'
export const VERIFIER = 'v'.repeat(43)
export const PKCE = { code_challenge: s256(VERIFIER), code_challenge_method: 'S256' }

/** A fetch that trusts the certificate of a node. */
export const trustedFetch =
  ({ agent }: Pick<AuthNode, 'agent'>) =>
  async (url: string | URL, options: object = {}): Promise<Response> =>
    (await undiciFetch(url, { ...options, dispatcher: agent })) as unknown as Response

/** The error of a refused credential, which answers carry a challenge for. */
import { ApiError } from '../../schemas/base/errors.js'
import type { Caller } from '../ports/credentials.js'

/** Algorithms of DPoP proofs (RFC 9449). No RSA: the sender chooses the key, and a large one is slow to verify. */
export const PROOF_ALGORITHMS = ['ES256', 'EdDSA', 'Ed25519']

/** The application that a credential of ours was issued to, and the member it is for, if any. */
export interface CredentialHolder {
  client: string
  member: string | null
}

export const holderOf = (caller: Caller): CredentialHolder => ({
  client: caller.client,
  member: caller.kind === 'member' ? caller.member : null,
})

export interface AuthErrorOptions {
  hint?: string | null
  holder?: CredentialHolder | null
}

/** A refused credential; `challenge` is the value of WWW-Authenticate (RFC 6750 3). */
export class AuthError extends ApiError {
  readonly challenge: string
  /** Whose credential it is, for the request log; null if it is none of ours. */
  readonly holder: CredentialHolder | null
  constructor(
    code: 'invalid_token' | 'insufficient_scope' | 'invalid_request',
    description: string,
    challenge: string,
    { hint = null, holder = null }: AuthErrorOptions = {},
  ) {
    super(code, description, { hint })
    this.challenge = challenge
    this.holder = holder
  }
}

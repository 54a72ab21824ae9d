/** Access tokens for tests, signed with a key of their own. */
import { SignJWT, generateKeyPair } from 'jose'
import { randomUUID } from 'node:crypto'
import type { Revocations, TokenKeys } from '../../../api/ports/credentials.js'

type Claims = Record<string, unknown>

export interface TokenSigner {
  keys: TokenKeys
  revocations: Revocations
  /** Grants whose tokens count as revoked. */
  revoked: Set<string>
  memberToken: (member: string, client?: string, claims?: Claims) => Promise<string>
  appToken: (client?: string) => Promise<string>
}

/** @param issuer issuer and audience of the tokens */
export async function tokenSigner(issuer: string): Promise<TokenSigner> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const revoked = new Set<string>()
  const sign = async (claims: Claims): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const all = { iss: issuer, aud: issuer, iat: now, exp: now + 3600, jti: randomUUID(), gid: 'g1', gen: 0 }
    return await new SignJWT({ ...all, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'k1' })
      .sign(privateKey)
  }
  return {
    keys: {
      verifier: async (kid) => (kid === 'k1' ? { alg: 'ES256', key: publicKey } : null),
      onWithdrawn: () => {},
    },
    revocations: {
      isFresh: () => true,
      isRevoked: ({ grantId }) => revoked.has(grantId),
      queryRevoked: async () => false,
    },
    revoked,
    memberToken: async (member, client = 'app-one', claims = {}) =>
      await sign({ sub: member, client_id: client, ...claims }),
    appToken: async (client = 'app-one') => await sign({ sub: client, client_id: client, app: true }),
  }
}

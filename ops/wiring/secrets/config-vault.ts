import { vault } from '../../../api/oauth/vault.js'
import type { Vault } from '../../../api/oauth/vault.js'

/** The keys of a configuration: what encrypts, and while it is replaced, what is read as well. */
export interface SecretKeys {
  SECRET_KEY: string
  SECRET_KEY_OTHER?: string
}

export function configVault({ SECRET_KEY, SECRET_KEY_OTHER }: SecretKeys): Vault {
  return vault(SECRET_KEY, SECRET_KEY_OTHER)
}

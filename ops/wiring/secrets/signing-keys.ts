import type { Knex } from 'knex'
import { openKeyRing } from '../../../api/oauth/keys/key-ring.js'
import type { KeyRing } from '../../../api/oauth/keys/key-ring.js'
import { signingKeyStore } from '../../../db/oauth/signing-keys.js'
import { configVault } from './config-vault.js'
import type { SecretKeys } from './config-vault.js'
import { explainWrongSecretKey } from '../../config/wrong-secret-key.js'

/** The keys that sign access tokens. Throws a ConfigError if SECRET_KEY cannot decrypt them. */
export async function openSigningKeys(knex: Knex, secrets: SecretKeys): Promise<KeyRing> {
  return await openKeyRing({
    store: signingKeyStore(knex),
    vault: configVault(secrets),
    now: Date.now,
  }).catch(explainWrongSecretKey)
}

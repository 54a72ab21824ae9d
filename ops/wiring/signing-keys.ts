import type { Knex } from 'knex'
import { openKeyRing } from '../../api/oauth/keys/key-ring.js'
import type { KeyRing } from '../../api/oauth/keys/key-ring.js'
import { vault } from '../../api/oauth/vault.js'
import { signingKeyStore } from '../../db/oauth/signing-keys.js'
import { explainWrongSecretKey } from '../config/wrong-secret-key.js'

/** The keys that sign access tokens. Throws a ConfigError if SECRET_KEY cannot decrypt them. */
export async function openSigningKeys(knex: Knex, secretKey: string): Promise<KeyRing> {
  return await openKeyRing({
    store: signingKeyStore(knex),
    vault: vault(secretKey),
    now: Date.now,
  }).catch(explainWrongSecretKey)
}

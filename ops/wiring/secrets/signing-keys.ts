import type { Knex } from 'knex'
import { TOKEN_KEYS, WEBHOOK_KEYS } from '../../../api/oauth/keys/key-schedule.js'
import { openKeyRing } from '../../../api/oauth/keys/key-ring.js'
import type { KeyRing } from '../../../api/oauth/keys/key-ring.js'
import { signingKeyStore } from '../../../db/oauth/signing-keys.js'
import type { KeyTable } from '../../../db/oauth/signing-keys.js'
import type { Log } from '../../../schemas/base/log.js'
import { repeat } from '../../../schemas/work/repeat.js'
import type { Repeated } from '../../../schemas/work/repeat.js'
import { configVault } from './config-vault.js'
import type { SecretKeys } from './config-vault.js'
import { explainWrongSecretKey } from '../../config/wrong-secret-key.js'

const RELOAD_INTERVAL_MS = 10_000
const KINDS = { signing_key: TOKEN_KEYS, webhook_key: WEBHOOK_KEYS }

/** The keys that sign access tokens. Throws a ConfigError if SECRET_KEY cannot decrypt them. */
export async function openSigningKeys(knex: Knex, secrets: SecretKeys): Promise<KeyRing> {
  return await openKeys(knex, secrets, 'signing_key')
}

/** The keys of asymmetric signatures of webhooks (webhooks.md 3.3). Throws as above. */
export async function openWebhookKeys(knex: Knex, secrets: SecretKeys): Promise<KeyRing> {
  return await openKeys(knex, secrets, 'webhook_key')
}

/** Loads the keys again every ten seconds, so that each process has a new one before it signs. Returns how to stop. */
export function reloadKeys(rings: readonly KeyRing[], log: Log): Repeated['stop'] {
  const reload = async (): Promise<void> => {
    await Promise.all(rings.map(async (ring) => ring.reload()))
  }
  return repeat(RELOAD_INTERVAL_MS, reload, (error) => {
    log.warn({ error }, 'signing keys not reloaded; will retry')
  }).stop
}

async function openKeys(knex: Knex, secrets: SecretKeys, table: KeyTable): Promise<KeyRing> {
  return await openKeyRing({
    kind: KINDS[table],
    store: signingKeyStore(knex, table),
    vault: configVault(secrets),
    now: Date.now,
  }).catch(explainWrongSecretKey)
}

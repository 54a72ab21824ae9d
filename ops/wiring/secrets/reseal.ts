import type { Knex } from 'knex'
import { SIGNING_KEY_SEAL } from '../../../api/oauth/keys/signing-key.js'
import type { Vault } from '../../../api/oauth/vault.js'
import { SECOND_FACTOR_SEAL } from '../../../api/pages/sign-in/second-factor.js'
import { resealColumn } from '../../../db/operator/sealed-values.js'
import type { SealedColumn } from '../../../db/operator/sealed-values.js'
import { WEBHOOK_SEAL } from '../console-webhooks.js'
import { SECRET_CHECK_SEAL } from './prove-secret-key.js'

interface SealedKind extends SealedColumn {
  label: string
  /** In the plural. */
  name: string
}

/** All that is stored encrypted. The check value is last: while it is under the old key, the change is not done. */
const SEALED: SealedKind[] = [
  { table: 'signing_key', id: 'kid', column: 'private', label: SIGNING_KEY_SEAL, name: 'signing keys' },
  { table: 'webhook_key', id: 'kid', column: 'private', label: SIGNING_KEY_SEAL, name: 'keys of webhooks' },
  {
    table: 'developer',
    id: 'id',
    column: 'totp',
    label: SECOND_FACTOR_SEAL,
    name: 'second factors of developers',
  },
  {
    table: 'member_login',
    id: 'member_id',
    column: 'totp',
    label: SECOND_FACTOR_SEAL,
    name: 'second factors of members',
  },
  { table: 'callback', id: 'id', column: 'secret', label: WEBHOOK_SEAL, name: 'secrets of webhooks' },
  {
    table: 'callback',
    id: 'id',
    column: 'previous_secret',
    label: WEBHOOK_SEAL,
    name: 'former secrets of webhooks',
  },
  { table: 'callback', id: 'id', column: 'headers', label: WEBHOOK_SEAL, name: 'custom headers of webhooks' },
  { table: 'secret_check', id: null, column: 'sealed', label: SECRET_CHECK_SEAL, name: 'check values' },
]

/**
 * Encrypts everything under the current key that is under this or the other one. May be repeated. Returns how many
 * values of each kind there are.
 * @throws Error of node:crypto if a value is under neither key
 */
export async function resealAll(knex: Knex, vault: Vault): Promise<Array<{ name: string; count: number }>> {
  const counts = []
  for (const { label, name, ...column } of SEALED) {
    const count = await resealColumn(knex, column, (sealed) => vault.seal(label, vault.open(label, sealed)))
    counts.push({ name, count })
  }
  return counts
}

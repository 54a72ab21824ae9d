/** The developer console's webhook field over the callbacks of an application. */
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { WebhookDesk } from '../api/console/ports.js'
import type { Vault } from '../api/oauth/vault.js'
import { createCallback, deleteCallback, listCallbacks, rotateCallback } from '../db/callbacks.js'
import { readCallbackUrl } from '../schemas/callback-url.js'
import type { CallbackUrlRules } from '../schemas/callback-url.js'
import { CALLBACK_DEFAULTS, CALLBACK_LIMIT, DEFAULT_OVERLAP_SECONDS } from '../schemas/callback.js'
import { isId } from '../schemas/ids.js'
import type { IdGenerator } from '../schemas/ids.js'

/** The label under which callbacks' secrets and credentials are sealed. */
export const SEAL = 'webhook'

/** One webhook URL given in the console makes one callback that hears everything. */
export function webhookDesk (deps: { pool: Pool, vault: Vault, ids: IdGenerator, rules: CallbackUrlRules }): WebhookDesk {
  const { pool, vault, ids, rules } = deps
  return {
    list: async clientId => (await listCallbacks(pool, clientId)).map(row => ({ id: row.id, url: row.url, status: row.status, failures: row.failure_count })),
    register: async (clientId, url) => {
      const read = readCallbackUrl(url, rules)
      if (read.is === 'refused') return { refused: read.why }
      const secret = newSecret()
      const made = await createCallback(pool, clientId, ids.next(), {
        ...CALLBACK_DEFAULTS,
        url: read.url,
        events: ['*'],
        description: null,
        status: 'Active',
        ordered: 'none',
        rate_per_second: null,
        credentials: read.credentials === null ? null : vault.seal(SEAL, Buffer.from(read.credentials)),
        secret: vault.seal(SEAL, Buffer.from(secret))
      })
      return made === null ? { refused: `An application has at most ${CALLBACK_LIMIT} webhook URLs.` } : { secret }
    },
    remove: async (clientId, id) => isId(id) && await deleteCallback(pool, clientId, id),
    rotate: async (clientId, id) => {
      const secret = newSecret()
      const row = isId(id) ? await rotateCallback(pool, clientId, id, vault.seal(SEAL, Buffer.from(secret)), DEFAULT_OVERLAP_SECONDS) : null
      return row === null ? null : { secret }
    }
  }
}

function newSecret (): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

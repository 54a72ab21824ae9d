/** The callbacks and deliveries of an application, as the pages of the developer console use them. */
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import type { AppWebhookStore, DeliveryStore } from '../../api/pages/developer/webhooks/webhook-stores.js'
import { webhookKeySet } from '../../api/oauth/keys/webhook-key-set.js'
import type { KeyRing } from '../../api/oauth/keys/key-ring.js'
import type { Vault } from '../../api/oauth/vault.js'
import { attemptsByHour } from '../../db/webhooks/attempts-by-hour.js'
import { redeliver, retryDeliveries } from '../../db/webhooks/replay.js'
import { callbackNotices, findRecentEvent, recentEvents, tripNames } from '../../db/reads/recent-events.js'
import { sealHeaders } from '../../schemas/webhooks/custom-headers.js'
import { callbackHealth } from '../../schemas/webhooks/callback-health.js'
import { callbackUrlHint, checkCallbackUrl } from '../../schemas/webhooks/callback-url.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'
import {
  CALLBACK_DEFAULTS,
  CALLBACK_LIMIT,
  DEFAULT_OVERLAP_SECONDS,
  SecretOverlapError,
  type CallbackSettingsChange,
} from '../../schemas/webhooks/callback.js'
import { isId } from '../../schemas/base/ids.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { AnnouncingCallbackStore } from './announcing-callbacks.js'
import { overConnection } from './over-connection.js'

/** The vault label of the secrets and credentials of callbacks. */
export const WEBHOOK_SEAL = 'webhook'

const NOTICES_SHOWN = 10

/** A webhook URL entered in the console is a callback that receives all events. */
export function consoleWebhooks(deps: {
  callbacks: AnnouncingCallbackStore
  vault: Vault
  ids: IdGenerator
  rules: CallbackUrlRules
  keys: Pick<KeyRing, 'jwks'>
}): AppWebhookStore {
  const { callbacks, vault, ids, rules, keys } = deps
  const sealed = (credentials: string | null): Uint8Array | null =>
    credentials === null ? null : vault.seal(WEBHOOK_SEAL, Buffer.from(credentials))
  return {
    urlHint: callbackUrlHint(rules),
    publicKeys: () => webhookKeySet(keys).keys.map(({ whpk }) => whpk),
    list: async (clientId) =>
      (await callbacks.list(clientId)).map((row) => ({
        id: row.id,
        url: row.url,
        description: row.description,
        status: row.status,
        test: row.test,
        events: row.events,
        failures: row.failure_count,
        health: callbackHealth(row),
        lastDelivery: row.last_delivery,
        lastStatus: row.last_status_code,
        oldUntil: row.previous_secret_expires,
      })),
    register: async (clientId, url, test) => {
      const checked = checkCallbackUrl(url, rules)
      if (checked.is === 'refused') return { refused: checked.why }
      const secret = newSecret()
      const created = await callbacks.create(clientId, ids.next(), {
        ...CALLBACK_DEFAULTS,
        test,
        url: checked.url,
        events: ['*'],
        description: null,
        status: 'Active',
        ordered: 'none',
        rate_per_second: null,
        credentials: sealed(checked.credentials),
        secret: vault.seal(WEBHOOK_SEAL, Buffer.from(secret)),
      })
      return created === null
        ? { refused: `An application has at most ${CALLBACK_LIMIT} webhooks. Remove one first.` }
        : { secret }
    },
    change: async (clientId, id, { url, headers, ...rest }) => {
      const checked = url === undefined ? null : checkCallbackUrl(url, rules)
      if (checked?.is === 'refused') return { refused: checked.why }
      const change: CallbackSettingsChange = checked === null ? rest : { ...rest, url: checked.url }
      if (headers !== undefined)
        change.headers = sealHeaders(headers, (text) => vault.seal(WEBHOOK_SEAL, Buffer.from(text)))
      // Undefined: the credentials stay. Null: there are none in the new URL.
      await callbacks.change(clientId, id, change, checked === null ? undefined : sealed(checked.credentials))
      return null
    },
    remove: async (clientId, id) => isId(id) && (await callbacks.remove(clientId, id)),
    rotate: async (clientId, id, endOld) => {
      if (!isId(id)) return null
      const secret = newSecret()
      try {
        const row = await callbacks.rotate(clientId, id, {
          secret: vault.seal(WEBHOOK_SEAL, Buffer.from(secret)),
          overlapSeconds: DEFAULT_OVERLAP_SECONDS,
          endOld,
        })
        return row === null ? null : { secret }
      } catch (error) {
        if (error instanceof SecretOverlapError) return { oldUntil: error.until }
        throw error
      }
    },
  }
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** What the console's pages about callbacks, deliveries and events read and change. */
export function consoleDeliveries(deps: {
  pool: Pool
  callbacks: AnnouncingCallbackStore
  ping: DeliveryStore['ping']
}): DeliveryStore {
  const { pool, callbacks, ping } = deps
  return {
    find: callbacks.find,
    deliveries: callbacks.deliveries,
    delivery: callbacks.delivery,
    ...overConnection(pool, {
      health: attemptsByHour,
      events: recentEvents,
      event: findRecentEvent,
      tripNames,
    }),
    notices: async (clientId, id) => await callbackNotices(pool, clientId, id, NOTICES_SHOWN),
    ping,
    enable: async (clientId, id, on) => {
      await callbacks.change(clientId, id, { status: on ? 'Active' : 'Disabled', by: 'developer' }, undefined)
    },
    resume: callbacks.resume,
    retry: async (...args) => await retryDeliveries(pool, ...args),
    countReplay: callbacks.countReplay,
    queueReplay: callbacks.queueReplay,
    redeliver: async (clientId, event, id) => (await redeliver(pool, clientId, event, id)).length,
  }
}

/** Puts the stores into what delivers webhooks, and into the routes about them. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { encodeSecret } from '../../actors/delivery/webhook-signature.js'
import type { Vault } from '../../api/oauth/vault.js'
import type { WebhookDeps } from '../../api/ports/webhook-deps.js'
import { deliveryStore } from '../../db/webhooks/delivery-store.js'
import { eventStore } from '../../db/reads/events.js'
import type { CallbackChanged } from '../../schemas/webhooks/delivery.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { dnsResolve } from '../../workers/deliver/send/ssrf-guard.js'
import type { SsrfRules } from '../../workers/deliver/send/ssrf-guard.js'
import { pinger } from '../../workers/deliver/ping.js'
import type { DeliverDeps } from '../../workers/deliver/service.js'
import { callbackChanges } from '../../workers/stream/broadcast/callback-changes.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { consumeEvents } from '../../workers/stream/event-consumer.js'
import { announcingCallbackStore } from './announcing-callbacks.js'
import { WEBHOOK_SEAL } from './console-webhooks.js'

export interface DeliverWiring {
  worker: string
  nc: NatsConnection
  pool: pg.Pool
  vault: Vault
  dev: boolean
  log: Log
}

/** What the delivery worker needs. */
export function deliverDeps({ worker, nc, pool, vault, dev, log }: DeliverWiring): DeliverDeps {
  return {
    worker,
    store: deliveryStore(pool),
    consumeEvents: (judge) => consumeEvents(nc, judge, log),
    onSettingsChange: callbackChanges(nc).hear,
    ssrfRules: guardRules(dev),
    open: opener(vault),
    log,
  }
}

/** What the routes of events and callbacks need. */
export function webhookDeps(parts: {
  pool: pg.Pool
  vault: Vault
  ids: IdGenerator
  rules: CallbackUrlRules
  tell: (news: CallbackChanged) => void
  baseUrl: string
}): WebhookDeps {
  const { pool, vault, ids, rules, tell, baseUrl } = parts
  return {
    newId: ids.next,
    callbacks: announcingCallbackStore(pool, tell),
    events: eventStore(pool),
    ping: callbackPing({ pool, vault, dev: rules.dev }),
    newSecret: () => encodeSecret(randomBytes(32)),
    seal: (text) => vault.seal(WEBHOOK_SEAL, Buffer.from(text)),
    urlRules: rules,
    baseUrl,
  }
}

/** Sends a ping from this process. */
export function callbackPing({
  pool,
  vault,
  dev,
}: {
  pool: pg.Pool
  vault: Vault
  dev: boolean
}): WebhookDeps['ping'] {
  return pinger({ store: deliveryStore(pool), ssrfRules: guardRules(dev), open: opener(vault) })
}

function guardRules(dev: boolean): Omit<SsrfRules, 'timeoutMs'> {
  return { developerMode: dev, resolve: dnsResolve() }
}

function opener(vault: Vault): (sealed: Uint8Array) => string {
  return (sealed) => vault.open(WEBHOOK_SEAL, sealed).toString('utf8')
}

/** Connects the stores to the delivery worker and to the routes about webhooks and events. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { encodeSecret } from '../../actors/delivery/webhook-signature.js'
import type { FetchDocument } from '../../api/oauth/clients/client-documents.js'
import type { Vault } from '../../api/oauth/vault.js'
import { callbackMailText } from '../../api/pages/developer/webhooks/callback-mail-text.js'
import type { WebhookDeps } from '../../api/ports/webhook-deps.js'
import { deliveryStore } from '../../db/webhooks/delivery-store.js'
import { callbackMailStore } from '../../db/webhooks/mails/callback-mails.js'
import { eventStore } from '../../db/reads/events.js'
import type { CallbackChanged } from '../../schemas/webhooks/delivery.js'
import type { CallbackUrlRules } from '../../schemas/webhooks/callback-url.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { startCallbackMails } from '../../workers/deliver/callback-mails.js'
import { dnsResolve } from '../../workers/deliver/send/dns-resolve.js'
import { fetchText } from '../../workers/deliver/send/fetch-text.js'
import type { SsrfRules } from '../../workers/deliver/send/ssrf-guard.js'
import { pinger } from '../../workers/deliver/ping.js'
import type { DeliverDeps } from '../../workers/deliver/service.js'
import { callbackChanges } from '../../workers/stream/broadcast/callback-changes.js'
import type { NatsConnection } from '../../workers/stream/connection/connect.js'
import { consumeEvents } from '../../workers/stream/event-consumer.js'
import { addresses } from '../config/addresses.js'
import type { Config } from '../config/config.js'
import { announcingCallbackStore } from './announcing-callbacks.js'
import { WEBHOOK_SEAL } from './console-webhooks.js'
import { createMailer } from './mailer.js'

export interface DeliverWiring {
  worker: string
  nc: NatsConnection
  pool: pg.Pool
  vault: Vault
  dev: boolean
  baseUrl: string
  log: Log
}

/** The dependencies of the delivery worker. */
export function deliverDeps({ worker, nc, pool, vault, dev, baseUrl, log }: DeliverWiring): DeliverDeps {
  return {
    worker,
    store: deliveryStore(pool),
    consumeEvents: (handle) => consumeEvents(nc, handle, log),
    onSettingsChange: callbackChanges(nc).subscribe,
    ssrfRules: ssrfRules(dev),
    open: unsealer(vault),
    baseUrl,
    log,
  }
}

/** The dependencies of the routes about events and callbacks. */
export function webhookDeps(parts: {
  pool: pg.Pool
  vault: Vault
  ids: IdGenerator
  rules: CallbackUrlRules
  announce: (change: CallbackChanged) => void
  baseUrl: string
}): WebhookDeps {
  const { pool, vault, ids, rules, announce, baseUrl } = parts
  return {
    newId: ids.next,
    callbacks: announcingCallbackStore(pool, announce),
    events: eventStore(pool),
    ping: callbackPing({ pool, vault, dev: rules.dev, baseUrl }),
    newSecret: () => encodeSecret(randomBytes(32)),
    seal: (text) => vault.seal(WEBHOOK_SEAL, Buffer.from(text)),
    urlRules: rules,
    baseUrl,
  }
}

/** Sends a ping to a callback from this process. */
export function callbackPing({
  pool,
  vault,
  dev,
  baseUrl,
}: {
  pool: pg.Pool
  vault: Vault
  dev: boolean
  baseUrl: string
}): WebhookDeps['ping'] {
  return pinger({ store: deliveryStore(pool), ssrfRules: ssrfRules(dev), open: unsealer(vault), baseUrl })
}

function ssrfRules(dev: boolean): Omit<SsrfRules, 'timeoutMs'> {
  return { developerMode: dev, resolve: dnsResolve() }
}

/** Fetches the documents of clients (oauth.md 1.3). */
export const clientDocumentFetcher =
  (dev: boolean): FetchDocument =>
  async (url) =>
    await fetchText(url, ssrfRules(dev))

function unsealer(vault: Vault): (sealed: Uint8Array) => string {
  return (sealed) => vault.open(WEBHOOK_SEAL, sealed).toString('utf8')
}

/** Starts to send the queued mails to the owners of callbacks. */
export function sendCallbackMails(config: Config, pool: pg.Pool, log: Log): { stop: () => Promise<void> } {
  const mailer = createMailer(config, log)
  const { authUrl } = addresses(config)
  return startCallbackMails({
    store: callbackMailStore(pool),
    send: async (to, mail) => {
      await mailer.deliver(callbackMailText(to, mail, authUrl))
    },
    log,
  })
}

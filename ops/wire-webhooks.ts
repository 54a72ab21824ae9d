/** Puts the stores into what delivers webhooks, and into the routes about them. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { secretText } from '../actors/delivery/sign.js'
import type { Vault } from '../api/oauth/vault.js'
import type { WebhookDeps } from '../api/webhook-deps.js'
import { deliveryStore } from '../db/deliveries.js'
import { eventStore } from '../db/events.js'
import type { CallbackNews } from '../schemas/delivery.js'
import type { CallbackUrlRules } from '../schemas/callback-url.js'
import type { IdGenerator } from '../schemas/ids.js'
import type { Log } from '../schemas/log.js'
import { dnsResolve } from '../workers/deliver/guard.js'
import type { GuardRules } from '../workers/deliver/guard.js'
import { pinger } from '../workers/deliver/ping.js'
import type { DeliverDeps } from '../workers/deliver/service.js'
import { callbackNews } from '../workers/stream/callback-news.js'
import type { NatsConnection } from '../workers/stream/connect.js'
import { feedEvents } from '../workers/stream/events.js'
import { announcedCallbacks } from './announced-callbacks.js'
import { SEAL } from './webhook-desk.js'

export interface DeliverParts {
  worker: string
  nc: NatsConnection
  pool: pg.Pool
  vault: Vault
  dev: boolean
  log: Log
}

/** What the delivery worker needs. */
export function deliverDeps({ worker, nc, pool, vault, dev, log }: DeliverParts): DeliverDeps {
  return {
    worker,
    store: deliveryStore(pool),
    feed: (judge) => feedEvents(nc, judge, log),
    news: callbackNews(nc).hear,
    guard: guardRules(dev),
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
  tell: (news: CallbackNews) => void
  baseUrl: string
}): WebhookDeps {
  const { pool, vault, ids, rules, tell, baseUrl } = parts
  return {
    id: ids.next,
    callbacks: announcedCallbacks(pool, tell),
    events: eventStore(pool),
    ping: callbackPing({ pool, vault, dev: rules.dev }),
    newSecret: () => secretText(randomBytes(32)),
    seal: (text) => vault.seal(SEAL, Buffer.from(text)),
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
  return pinger({ store: deliveryStore(pool), guard: guardRules(dev), open: opener(vault) })
}

function guardRules(dev: boolean): Omit<GuardRules, 'timeout'> {
  return { dev, resolve: dnsResolve() }
}

function opener(vault: Vault): (sealed: Uint8Array) => string {
  return (sealed) => vault.open(SEAL, sealed).toString('utf8')
}

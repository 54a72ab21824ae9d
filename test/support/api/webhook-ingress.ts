/** The API of events and callbacks together with delivery, on one database and broker. */
import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { encodeSecret } from '../../../actors/delivery/webhook-signature.js'
import { vault } from '../../../api/oauth/vault.js'
import type { WebhookDeps } from '../../../api/ports/webhook-deps.js'
import { webhookRoutes } from '../../../api/routes/webhooks/webhook-routes.js'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import { eventStore } from '../../../db/reads/events.js'
import { announcingCallbackStore } from '../../../ops/wiring/announcing-callbacks.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import { pinger } from '../../../workers/deliver/ping.js'
import { callbackChanges } from '../../../workers/stream/broadcast/callback-changes.js'
import { BASE, startIngress } from './ingress.js'
import type { Ingress, IngressOptions } from './ingress.js'
import type { HttpAnswer, RequestOptions } from './request.js'
import { LOCAL_GUARD } from '../delivery/test-worker.js'
import { SECRET_KEY, webhookParts } from '../delivery/webhooks.js'
import type { WebhookStack } from '../delivery/webhooks.js'

export interface WebhookIngress extends Omit<WebhookStack, 'databaseUrl' | 'natsUrl'> {
  ingress: Ingress
  /** A request of the application `partner` (or another) with its app token. */
  request: (path: string, options?: RequestOptions & { client?: string }) => Promise<HttpAnswer>
}

export async function startWebhookIngress(
  t: Test,
  options: Omit<IngressOptions, 'plugins'> = {},
): Promise<WebhookIngress> {
  const safe = vault(SECRET_KEY)
  const ids = idGenerator(2, Date.now)
  const ingress = await startIngress(t, {
    ...options,
    plugins: ({ pool }, nats) => [
      webhookRoutes({
        newId: ids.next,
        callbacks: announcingCallbackStore(pool, callbackChanges(nats).publish),
        events: eventStore(pool),
        ping: pinger({
          store: deliveryStore(pool),
          ssrfRules: LOCAL_GUARD,
          open: (sealed) => safe.open('webhook', sealed).toString('utf8'),
          signingKeys: () => [],
          baseUrl: BASE,
        }),
        newSecret: () => encodeSecret(randomBytes(32)),
        seal: (text) => safe.seal('webhook', Buffer.from(text)),
        urlRules: { dev: true, ports: [443, 8443] },
        baseUrl: BASE,
      }),
    ],
  })
  await ingress.database.pool.query(
    `insert into app (client_id, name) values ('partner', 'Partner'), ('other', 'Other')
      on conflict do nothing`,
  )
  return {
    ...webhookParts(t, ingress.database, ingress.nats),
    ingress,
    request: async (path, { client = 'partner', ...options } = {}) =>
      await ingress.request(path, { ...options, token: options.token ?? (await ingress.appToken(client)) }),
  }
}

const broken = (): never => {
  throw new TypeError('broken on purpose')
}

/** Webhook routes whose ports throw, for a second server. */
export function brokenWebhooks(): ReturnType<typeof webhookRoutes> {
  const all = new Proxy({}, { get: () => async () => broken() })
  return webhookRoutes({
    callbacks: all,
    events: all,
    ping: async () => broken(),
    id: () => '1',
    newSecret: () => encodeSecret(randomBytes(32)),
    seal: (text: string) => Buffer.from(text),
    urlRules: { dev: true, ports: [443] },
    baseUrl: BASE,
  } as unknown as WebhookDeps)
}

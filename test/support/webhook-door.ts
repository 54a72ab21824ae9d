/** The API of events and callbacks together with what delivers: one database, one broker. */
import { randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { secretText } from '../../actors/delivery/sign.js'
import { vault } from '../../api/oauth/vault.js'
import type { WebhookDeps } from '../../api/webhook-deps.js'
import { webhookRoutes } from '../../api/webhook-routes.js'
import { deliveryStore } from '../../db/deliveries.js'
import { eventStore } from '../../db/events.js'
import { announcedCallbacks } from '../../ops/announced-callbacks.js'
import { idGenerator } from '../../schemas/ids.js'
import { pinger } from '../../workers/deliver/ping.js'
import { callbackNews } from '../../workers/stream/callback-news.js'
import { BASE, openDoor } from './door.js'
import type { Answer, Ask, Door, DoorOptions } from './door.js'
import { LOCAL_GUARD, SECRET_KEY, webhookParts } from './webhooks.js'
import type { WebhookStack } from './webhooks.js'

export interface WebhookDoor extends Omit<WebhookStack, 'databaseUrl' | 'natsUrl'> {
  door: Door
  /** A request of the application `partner` (or another) with its app token. */
  ask: (path: string, options?: Ask & { client?: string }) => Promise<Answer>
}

export async function webhookDoor(t: Test, options: Omit<DoorOptions, 'plugins'> = {}): Promise<WebhookDoor> {
  const safe = vault(SECRET_KEY)
  const ids = idGenerator(2, Date.now)
  const door = await openDoor(t, {
    ...options,
    plugins: ({ pool }, nats) => [
      webhookRoutes({
        id: ids.next,
        callbacks: announcedCallbacks(pool, callbackNews(nats).tell),
        events: eventStore(pool),
        ping: pinger({
          store: deliveryStore(pool),
          guard: LOCAL_GUARD,
          open: (sealed) => safe.open('webhook', sealed).toString('utf8'),
        }),
        newSecret: () => secretText(randomBytes(32)),
        seal: (text) => safe.seal('webhook', Buffer.from(text)),
        urlRules: { dev: true, ports: [443, 8443] },
        baseUrl: BASE,
      }),
    ],
  })
  await door.database.pool.query(
    "insert into app (client_id, name) values ('partner', 'Partner'), ('other', 'Other') on conflict do nothing",
  )
  return {
    ...webhookParts(t, door.database, door.nats),
    door,
    ask: async (path, { client = 'partner', ...options } = {}) =>
      await door.ask(path, { ...options, token: options.token ?? (await door.appToken(client)) }),
  }
}

const broken = (): never => {
  throw new TypeError('broken on purpose')
}

/** Routes of webhooks whose outside throws, for a door beside another. */
export function brokenWebhooks(): ReturnType<typeof webhookRoutes> {
  const all = new Proxy({}, { get: () => async () => broken() })
  return webhookRoutes({
    callbacks: all,
    events: all,
    ping: async () => broken(),
    id: () => '1',
    newSecret: () => secretText(randomBytes(32)),
    seal: (text: string) => Buffer.from(text),
    urlRules: { dev: true, ports: [443] },
    baseUrl: BASE,
  } as unknown as WebhookDeps)
}

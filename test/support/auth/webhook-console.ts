/** An application with a webhook registered in the console, a receiver, and a delivery worker. */
import type { Test } from 'tap'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { connect } from '../../../db/pg/connect.js'
import type { CallbackChanged } from '../../../schemas/webhooks/delivery.js'
import { callbackChanges } from '../../../workers/stream/broadcast/callback-changes.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { anApp } from './auth-fixtures.js'
import { authNode } from './auth-node.js'
import { aDeveloper, signedInDeveloper } from './developer-fixtures.js'
import { receiver } from '../delivery/receiver.js'
import type { Receiver } from '../delivery/receiver.js'
import { testNats } from '../servers.js'
import { silentLog } from '../silent-log.js'
import { webhookParts } from '../delivery/webhooks.js'
import { until } from '../until.js'
import { logSettled } from '../log-settled.js'

export interface WebhookConsole {
  node: Awaited<ReturnType<typeof authNode>>
  hooks: ReturnType<typeof webhookParts>
  who: Awaited<ReturnType<typeof signedInDeveloper>>
  app: Awaited<ReturnType<typeof anApp>>
  partner: Receiver
  /** The changes of callbacks announced to the workers. */
  callbackChanges: CallbackChanged[]
  /** Path of the application's page, and of its webhook's. */
  appPath: string
  hookPath: string
}

/** Member 11 has authorised the application. `query` is appended to the webhook's URL. */
export async function webhookConsole(t: Test, name: OauthApp['name'], query = ''): Promise<WebhookConsole> {
  const nats = await testNats(t)
  const nc = await connectStream({ url: nats.url, name: 'webhook console' })
  const announced: CallbackChanged[] = []
  const { publish, subscribe } = callbackChanges(nc)
  subscribe((change) => {
    announced.push(change)
  })
  const node = await authNode(t, {
    callbackUrls: { dev: true, ports: [443, 8443] },
    onCallbackChanged: publish,
  })
  const database = connect({ url: node.databaseUrl, name: 'webhook console', log: silentLog() })
  await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  t.teardown(async () => {
    await nc.close()
    await database.close()
  })
  const hooks = webhookParts(t, database, nc, node.auth.vault)
  await hooks.worker()
  const developer = await aDeveloper(node)
  const who = await signedInDeveloper(node, developer)
  const app = await anApp(node, { developerId: developer.id, name })
  const partner = await receiver(t)
  await hooks.member('11', app.clientId)
  const home = `/console/apps/${app.clientId}`
  const registered = await who.fillAt(`${home}/webhooks`, `${home}/webhook`, {
    webhook_url: `${partner.url}${query}`,
  })
  if (registered.status !== 200) throw new Error(registered.text)
  const at = /href="(\/console\/apps\/[^"]+\/webhooks\/\d+)"/.exec(
    (await who.get(`${home}/webhooks`)).text,
  )?.[1]
  if (at === undefined) throw new Error('the application shows no webhook')
  return { node, hooks, who, app, partner, callbackChanges: announced, appPath: home, hookPath: at }
}

/** Copies delivered attempts of trip.updated events to some hours ago, as delivered or failed ones. */
export async function backdateAttempts(
  { database }: WebhookConsole['hooks'],
  { hours, state, addedMs, count }: { hours: number; state: string; addedMs: number; count: number },
): Promise<void> {
  await database.pool.query(
    `insert into attempt (callback_id, event_id, event_at, no, at, state, status, address, ms, type, resource_id, signed)
     select callback_id, event_id, event_at, no, at - make_interval(hours => $1), $2::delivery_state,
       case when $2::text = 'failed' then 503 else status end, address, ms + $3, type, resource_id, signed
     from attempt where type = 'trip.updated' and state = 'delivered' limit $4`,
    [hours, state, addedMs, count],
  )
}

/** Delivers 30 events of member 11, and spreads further attempts over the hours before, so that charts have data. */
export async function deliverForCharts(hooks: WebhookConsole['hooks']): Promise<void> {
  await hooks.emit(
    Array.from({ length: 30 }, () => '11'),
    'trip.updated',
  )
  await until(
    'delivered',
    async () => (await hooks.count('attempt', "type = 'trip.updated' and state = 'delivered'")) === 30,
  )
  await backdateAttempts(hooks, { hours: 3, state: 'failed', addedMs: 40, count: 9 })
  await backdateAttempts(hooks, { hours: 5, state: 'delivered', addedMs: 20, count: 20 })
  await logSettled(hooks.count)
}

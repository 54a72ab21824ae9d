/** Everything between a committed event and a partner: database, broker, applications, callbacks, delivery workers. */
import { createHash, randomBytes } from 'node:crypto'
import type { Test } from 'tap'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'
import type { DeliveryPolicy } from '../../../actors/delivery/policy.js'
import { encodeSecret } from '../../../actors/delivery/webhook-signature.js'
import { vault } from '../../../api/oauth/vault.js'
import type { Vault } from '../../../api/oauth/vault.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import { offsetInstant } from '../../../schemas/webhooks/event.js'
import type { AttemptWrite, RecordBatch } from '../../../schemas/webhooks/delivery.js'
import { eventNotices } from '../../../schemas/stream/event-notice.js'
import { eventSubject } from '../../../schemas/stream/subjects.js'
import type { SsrfRules } from '../../../workers/deliver/send/ssrf-guard.js'
import { startDeliveryWorker } from '../../../workers/deliver/service.js'
import type { DeliverSettings } from '../../../workers/deliver/service.js'
import { callbackChanges } from '../../../workers/stream/broadcast/callback-changes.js'
import { connectStream } from '../../../workers/stream/connection/connect.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { consumeEvents } from '../../../workers/stream/event-consumer.js'
import { publisher } from '../../../workers/stream/publish.js'
import { ensureStreams } from '../../../workers/stream/setup.js'
import { silentLog } from '../silent-log.js'
import { testDatabase, testNats } from '../servers.js'

/** The ladder and everything beside it, a thousand times faster. */
export const FAST: DeliveryPolicy = {
  retrySchedule: [40, 60, 80, 100, 120, 140, 160, 180, 200],
  jitter: 0.2,
  throttleWait: 150,
  maxRetryAfter: 2_000,
  disableAfter: 10_000,
  slowAttempt: 5_000,
  breaker: { ...DELIVERY_POLICY.breaker, openFor: 300, maxOpenFor: 1_200 },
}

export const SETTINGS: DeliverSettings = { policy: FAST, leaseMs: 1_500, pollMs: 20 }

export const LOCAL_GUARD: Omit<SsrfRules, 'timeoutMs'> = {
  developerMode: true,
  resolve: async () => {
    throw new Error('no names in this test')
  },
}

export const SECRET_KEY = 'webhook tests: a key of no importance'

export interface NewCallback {
  url: string
  client?: string
  events?: string[]
  ordered?: 'none' | 'member'
  maxInFlight?: number
  rate?: number | null
  timeoutMs?: number
  status?: 'Active' | 'Disabled'
  credentials?: string
}

export interface TestEvent {
  id: string
  member: string
  sequence: number
  type: string
}

export interface WebhookStack {
  database: Database
  databaseUrl: string
  natsUrl: string
  nc: NatsConnection
  vault: Vault
  /** A member, authorised for the application (`partner` by default). */
  member: (id: string, client?: string) => Promise<void>
  callback: (made: NewCallback) => Promise<{ id: string; secret: string }>
  /** Commits events of members to the log, in their sequence. */
  commit: (members: string[], type?: string, extra?: Record<string, unknown>) => Promise<TestEvent[]>
  /** Tells the stream of committed events. */
  tell: (events: TestEvent[]) => Promise<void>
  /** `commit` and `tell`. */
  emit: (members: string[], type?: string) => Promise<TestEvent[]>
  /** A delivery worker; stopped with the test. */
  worker: (options?: {
    settings?: DeliverSettings
    guard?: Omit<SsrfRules, 'timeoutMs'>
    fanOut?: boolean
    seen?: (attempt: AttemptWrite) => void
    written?: (batch: RecordBatch) => void
  }) => Promise<{ stop: () => Promise<void> }>
  count: (table: string, where?: string) => Promise<number>
}

export async function webhookStack(t: Test): Promise<WebhookStack> {
  const databaseUrl = await testDatabase(t)
  const nats = await testNats(t)
  const database = connect({ url: databaseUrl, name: 'webhook test', log: silentLog(), size: 10 })
  const nc = await connectStream({ url: nats.url, name: 'webhook test' })
  await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  t.teardown(async () => {
    await nc.close()
    await database.close()
  })
  return { ...webhookParts(t, database, nc), databaseUrl, natsUrl: nats.url }
}

/** The same on a database and a broker that are there, streams made; secrets are sealed by `safe`. */
export function webhookParts(
  t: Test,
  database: Database,
  nc: NatsConnection,
  safe: Vault = vault(SECRET_KEY),
): Omit<WebhookStack, 'databaseUrl' | 'natsUrl'> {
  const stream = publisher(nc)
  t.teardown(() => {
    stream.close()
  })
  const { pool } = database
  const sequences = new Map<string, number>()
  const bodies = new Map<string, string>()
  const instants = new Map<string, number>()
  let ids = 1_000
  let workers = 0
  const app = async (client: string): Promise<void> => {
    await pool.query('insert into app (client_id, name) values ($1, $1) on conflict do nothing', [client])
  }

  const commit: WebhookStack['commit'] = async (members, type = 'trip.updated', extra = {}) => {
    const events = members.map((member) => {
      const sequence = (sequences.get(member) ?? 0) + 1
      sequences.set(member, sequence)
      return { id: uuidOf(`${member} ${sequence}`), member, sequence, type }
    })
    const created = new Date()
    for (const event of events) {
      instants.set(event.id, created.getTime())
      bodies.set(
        event.id,
        JSON.stringify({
          id: event.id,
          type,
          created: offsetInstant(created),
          member_id: event.member,
          resource_id: '77',
          sequence: event.sequence,
          api_version: '2',
          data: {
            object: { id: '77', ...extra },
            previous_attributes: null,
            changed_fields: [],
            material: true,
          },
        }),
      )
    }
    await pool.query(
      `
      insert into event (id, member_id, sequence, type, resource_id, created, body)
      select id, member_id, sequence, type, '77', $5, body
      from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $6::text[]) as x(id, member_id, sequence, type, body)`,
      [
        events.map((one) => one.id),
        members,
        events.map((one) => one.sequence),
        events.map((one) => one.type),
        created,
        events.map((one) => bodies.get(one.id)),
      ],
    )
    return events
  }

  const tell: WebhookStack['tell'] = async (events) => {
    const encoder = new TextEncoder()
    const notices = events.flatMap(({ id, member }) =>
      eventNotices(member, [{ id, created: instants.get(id) ?? 0 }]),
    )
    await Promise.all(
      notices.map(async ({ id, body }) => await stream.publish(encoder.encode(body), eventSubject(0), id)),
    )
  }

  return {
    database,
    nc,
    vault: safe,
    member: async (id, client = 'partner') => {
      await app(client)
      await pool.query("insert into member (id, doc) values ($1, '{}') on conflict do nothing", [id])
      await pool.query(
        "insert into oauth_grant (client_id, member_id, created_at) values ($1, $2, now() - interval '1 hour')",
        [client, id],
      )
    },
    callback: async (made) => {
      await app(made.client ?? 'partner')
      const id = String((ids += 1))
      const secret = encodeSecret(randomBytes(32))
      await pool.query(
        `
        insert into callback (id, client_id, url, credentials, status, events, ordered, max_in_flight, rate_per_second, timeout_ms, secret, created)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() - interval '30 minutes')`,
        [
          id,
          made.client ?? 'partner',
          made.url,
          made.credentials === undefined ? null : safe.seal('webhook', Buffer.from(made.credentials)),
          made.status ?? 'Active',
          made.events ?? ['*'],
          made.ordered ?? 'none',
          made.maxInFlight ?? 10,
          made.rate ?? null,
          made.timeoutMs ?? 1_000,
          safe.seal('webhook', Buffer.from(secret)),
        ],
      )
      await pool.query('insert into callback_due (callback_id) values ($1)', [id])
      return { id, secret }
    },
    commit,
    tell,
    emit: async (members, type) => {
      const events = await commit(members, type)
      await tell(events)
      return events
    },
    worker: async (options = {}) => {
      const own = connect({
        url: pool.options.connectionString ?? '',
        name: 'deliver',
        log: silentLog(),
        size: 6,
      })
      workers += 1
      const store = deliveryStore(own.pool)
      const service = await startDeliveryWorker({
        store: {
          ...store,
          record: async (batch, again) => {
            options.written?.(batch)
            await store.record(batch, again)
          },
        },
        consumeEvents:
          options.fanOut === false
            ? null
            : (judge) => consumeEvents(nc, judge, silentLog(), { ackWaitMs: 2_000 }),
        onSettingsChange: callbackChanges(nc).subscribe,
        ssrfRules: options.guard ?? LOCAL_GUARD,
        open: (sealed) => safe.open('webhook', sealed).toString('utf8'),
        log: silentLog(),
        worker: `w${workers}`,
        ...(options.seen === undefined ? {} : { onAttempt: options.seen }),
        settings: { ...SETTINGS, ...options.settings },
      })
      let over: Promise<void> | null = null
      const stop = async (): Promise<void> => {
        over ??= service.stop().then(async () => {
          await own.close()
        })
        await over
      }
      t.teardown(stop)
      return { stop }
    },
    count: async (table, where = 'true') => {
      const {
        rows: [row],
      } = await pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
      return row?.n ?? -1
    },
  }
}

function uuidOf(text: string): string {
  const hex = createHash('sha1').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Delivery workers in this process. */
import type pg from 'pg'
import type { Test } from 'tap'
import { DELIVERY_POLICY } from '../../../actors/delivery/policy.js'
import type { DeliveryPolicy } from '../../../actors/delivery/policy.js'
import type { Vault } from '../../../api/oauth/vault.js'
import { connect } from '../../../db/pg/connect.js'
import { deliveryStore } from '../../../db/webhooks/delivery-store.js'
import type { Log } from '../../../schemas/base/log.js'
import type { AttemptWrite, RecordBatch } from '../../../schemas/webhooks/delivery.js'
import type { SigningKeys } from '../../../workers/deliver/send/signed-request.js'
import type { SsrfRules } from '../../../workers/deliver/send/ssrf-guard.js'
import { startDeliveryWorker } from '../../../workers/deliver/service.js'
import type { DeliverSettings, DeliveryWorker } from '../../../workers/deliver/service.js'
import { callbackChanges } from '../../../workers/stream/broadcast/callback-changes.js'
import type { NatsConnection } from '../../../workers/stream/connection/connect.js'
import { consumeEvents } from '../../../workers/stream/event-consumer.js'
import { asRole } from '../as-role.js'
import { silentLog } from '../silent-log.js'

/** The retry schedule and everything around it, a thousand times faster. */
export const FAST: DeliveryPolicy = {
  retrySchedule: [40, 60, 80, 100, 120, 140, 160, 180, 200],
  jitter: 0.2,
  throttleWait: 150,
  maxRetryAfter: 2_000,
  reportFailingAfter: 8_000,
  disableAfter: 10_000,
  outAfter: 40,
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

export interface TestWorkerOptions {
  /** In place of those that make tests fast; 'defaults': as the product has them. */
  settings?: DeliverSettings | 'defaults'
  guard?: Omit<SsrfRules, 'timeoutMs'>
  fanOut?: boolean
  /** Milliseconds between two removals of what the fan-out has read from EVENTS. */
  trimEveryMs?: number
  seen?: (attempt: AttemptWrite) => void
  written?: (batch: RecordBatch) => void
  /** The answer to a claim's first read waits for it. */
  afterFirst?: () => Promise<void>
  /** Keys of asymmetric signatures; by default none. */
  signingKeys?: SigningKeys
  /** Instead of the key that sealed the callbacks. */
  vault?: Vault
  log?: Log
}

/** Starts delivery workers that stop with the test. */
export type StartTestWorker = (options?: TestWorkerOptions) => Promise<DeliveryWorker>

export function testWorkers(t: Test, pool: pg.Pool, nc: NatsConnection, vault: Vault): StartTestWorker {
  let workers = 0
  return async (options = {}) => {
    const session = { direct: true, keyPlans: true }
    const database = connect({
      url: asRole(pool.options.connectionString ?? '', 'deliver', session),
      ...session,
      name: 'deliver',
      log: silentLog(),
      size: 6,
    })
    workers += 1
    const store = deliveryStore(database.pool)
    const isDefault = options.settings === 'defaults'
    const fast = { ackWaitMs: 2_000, trimEveryMs: options.trimEveryMs ?? 10_000 }
    const service = await startDeliveryWorker({
      store: {
        ...store,
        first: async (...query) => {
          const due = await store.first(...query)
          await options.afterFirst?.()
          return due
        },
        record: async (batch, again) => {
          options.written?.(batch)
          await store.record(batch, again)
        },
      },
      consumeEvents:
        options.fanOut === false
          ? null
          : (judge) => consumeEvents(nc, judge, silentLog(), isDefault ? {} : fast),
      onSettingsChange: callbackChanges(nc).subscribe,
      ssrfRules: options.guard ?? LOCAL_GUARD,
      open: (sealed) => (options.vault ?? vault).open('webhook', sealed).toString('utf8'),
      signingKeys: options.signingKeys ?? (() => []),
      baseUrl: 'https://api.example',
      log: options.log ?? silentLog(),
      worker: `w${workers}`,
      ...(options.seen === undefined ? {} : { onAttempt: options.seen }),
      settings: options.settings === 'defaults' ? {} : { ...SETTINGS, ...options.settings },
    })
    let stopped: Promise<void> | null = null
    const stop = async (): Promise<void> => {
      stopped ??= service.stop().then(async () => {
        await database.close()
      })
      await stopped
    }
    t.teardown(stop)
    return { ...service, stop }
  }
}

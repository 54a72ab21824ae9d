/**
 * The delivery worker: claims callbacks that are due, runs one endpoint runner for each, renews the claims,
 * and turns event notices into deliveries. Any number of workers share the callbacks.
 */
import { DELIVERY_POLICY } from '../../actors/delivery/policy.js'
import type { DeliveryPolicy } from '../../actors/delivery/policy.js'
import type { Log } from '../../schemas/base/log.js'
import type { Tracer } from '../../schemas/trace/tracer.js'
import { LEASE_MS } from '../../schemas/webhooks/delivery.js'
import type { AttemptWrite, CallbackChanged } from '../../schemas/webhooks/delivery.js'
import { databaseClock } from '../lib/database-clock.js'
import type { OngoingFailure } from '../lib/ongoing-failures.js'
import { retriedLoops } from '../lib/retried-loops.js'
import { wakeSignal } from '../lib/wake-signal.js'
import type { EventOutcome } from '../ports.js'
import { attemptSlots } from './attempt-slots.js'
import { Claims } from './claims.js'
import { fanOutBatch } from './fan-out.js'
import { isolatingFanOut } from './isolate-events.js'
import type { DeliveryStore, FanOutStore } from '../../schemas/webhooks/delivery-store.js'
import { fanOutSweep } from './fan-out-sweep.js'
import { recorder } from './record/recorder.js'
import { unrecordedAttempts } from './record/unrecorded-attempts.js'
import { sender } from './send/sender.js'
import type { RequestDeps } from './send/signed-request.js'
import type { SsrfRules } from './send/ssrf-guard.js'

export interface DeliverSettings {
  policy?: DeliveryPolicy
  /** Milliseconds after which a claim that is not renewed is free. */
  leaseMs?: number
  /** Milliseconds between two polls for callbacks that are due. */
  pollMs?: number
  /** Most callbacks claimed at once. */
  maxCallbacks?: number
  /** Most attempts in flight. */
  maxInFlight?: number
  /**
   * How long `stop` waits for attempts in flight, and then for their outcomes to be written; milliseconds.
   */
  stopTimeoutMs?: number
  /**
   * Milliseconds between two searches of the log for events without deliveries, and the age from which an
   * event should have some.
   */
  sweepMs?: number
}

export interface DeliverDeps extends RequestDeps {
  store: DeliveryStore & FanOutStore
  /**
   * Starts to pass on batches of event notices (stream/event-consumer.ts). Null: another process fans out.
   */
  consumeEvents:
    ((handle: (bodies: Uint8Array[]) => Promise<EventOutcome[]>) => { stop: () => Promise<void> }) | null
  /** Subscribes to changes of callbacks, which may be incomplete; returns how to unsubscribe. */
  onSettingsChange: (listener: (change: CallbackChanged) => void) => () => void
  ssrfRules: Omit<SsrfRules, 'timeoutMs'>
  log: Log
  /** Name of this process among the workers, unique per start. */
  worker: string
  /** A number from 0 to 1. */
  random?: () => number
  onAttempt?: (attempt: AttemptWrite) => void
  /** Absent: nothing is traced, and webhooks carry no `traceparent`. */
  tracer?: Tracer
  settings?: DeliverSettings
}

const SYNC_MS = 30_000
const IDLE_CONNECTIONS_MS = 60_000
const STOP_TIMEOUT_MS = 10_000
const RENEWALS_PER_LEASE = 4
const SWEEP_MS = 5_000

export interface DeliveryWorker {
  /** Number of due callbacks left to other workers, because this one cannot open their secrets. */
  unopenedCallbacks: () => number
  /** Loops of this worker whose last step failed. */
  failing: () => OngoingFailure<string>[]
  stop: () => Promise<void>
}

/**
 * Starts delivering. `stop` lets attempts in flight finish within its timeout, abandons the rest (the next
 * claim of their callback sends them again), gives every claim back and writes what is left to write.
 */
export async function startDeliveryWorker(deps: DeliverDeps): Promise<DeliveryWorker> {
  const { store, log, worker, settings = {} } = deps
  const { policy = DELIVERY_POLICY, leaseMs = LEASE_MS, pollMs = 200, sweepMs = SWEEP_MS } = settings
  const { maxCallbacks = 1_000, maxInFlight = 1_000, stopTimeoutMs = STOP_TIMEOUT_MS } = settings
  const clock = await databaseClock(store.clock)
  const outcomes = recorder(store.record, log)
  const requests = sender(deps.ssrfRules)
  const stopping = new AbortController()
  const { signal } = stopping
  const wake = wakeSignal()
  const claims = new Claims({
    store,
    log,
    worker,
    leaseMs,
    maxCallbacks,
    onRunnerEnd: wake.notify,
    runner: {
      recorder: outcomes,
      sender: requests,
      slots: attemptSlots(maxInFlight),
      unrecorded: unrecordedAttempts(),
      clock,
      policy,
      open: deps.open,
      signingKeys: deps.signingKeys,
      baseUrl: deps.baseUrl,
      random: deps.random ?? Math.random,
      onAttempt: deps.onAttempt ?? (() => undefined),
      ...(deps.tracer === undefined ? {} : { tracer: deps.tracer }),
    },
  })

  const fanOut = isolatingFanOut(store, log)
  const sweep =
    deps.consumeEvents === null ? async () => false : fanOutSweep(store, fanOut, log, sweepMs, wake.notify)
  const { repeat, failing } = retriedLoops(log, signal)
  const loops = [
    repeat('callbacks not claimed', async () => {
      if (!(await claims.claimDue())) await wake.wait(pollMs, signal)
      return 0
    }),
    repeat('claims not renewed', async () => {
      await claims.renewAll()
      return leaseMs / RENEWALS_PER_LEASE
    }),
    repeat('database clock not readable', async () => {
      requests.closeIdle(IDLE_CONNECTIONS_MS)
      await clock.sync()
      return SYNC_MS
    }),
    repeat('events without deliveries not looked for', async () => {
      return (await sweep()) ? 0 : sweepMs
    }),
  ]
  const unsubscribe = deps.onSettingsChange((change) => {
    claims.onSettingsChange(change)
  })
  const consumer = deps.consumeEvents?.(fanOutBatch(fanOut, log, wake.notify, deps.tracer))

  return {
    unopenedCallbacks: () => claims.unopenedCount(),
    failing,
    stop: async () => {
      stopping.abort()
      unsubscribe()
      await consumer?.stop()
      await Promise.all(loops)
      await claims.releaseAll(stopTimeoutMs)
      await requests.close()
      await outcomes.flush(stopTimeoutMs).catch((error: unknown) => {
        log.warn({ error }, 'stopped with unwritten delivery outcomes: these deliveries will be repeated')
      })
    },
  }
}

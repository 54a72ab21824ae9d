/**
 * The delivery worker: claims callbacks that are due, runs one runner each, prolongs their leases, and turns what the
 * EVENTS stream tells into deliveries. Any number of workers share the callbacks.
 */
import { DELIVERY_POLICY } from '../../actors/delivery/policy.js'
import type { DeliveryPolicy } from '../../actors/delivery/policy.js'
import { LEASE_MS } from '../../schemas/webhooks/delivery.js'
import type {
  AttemptWrite,
  CallbackChanged,
  CallbackSettings,
  ClaimedCallback,
  DueDelivery,
} from '../../schemas/webhooks/delivery.js'
import { concurrencyLimit } from '../../schemas/base/concurrency-limit.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { pause } from '../lib/backoff.js'
import { wakeSignal } from '../lib/wake-signal.js'
import { databaseClock } from '../lib/database-clock.js'
import { fanOutBatch } from './fan-out.js'
import type { EventVerdict } from '../ports.js'
import type { SsrfRules } from './send/ssrf-guard.js'
import type { DeliveryStore, FanOutStore, Open } from './ports.js'
import { recorder } from './record/recorder.js'
import { startEndpointRunner } from './endpoint-runner.js'
import type { EndpointRunner } from './endpoint-runner.js'
import { sender } from './send/sender.js'
import { attemptSlots } from './attempt-slots.js'
import { unrecordedAttempts } from './record/unrecorded-attempts.js'

export interface DeliverSettings {
  policy?: DeliveryPolicy
  /** A claim not prolonged for this long is anybody's; milliseconds. */
  leaseMs?: number
  /** Between two looks for callbacks that are due; milliseconds. */
  pollMs?: number
  /** Callbacks held at once. */
  maxCallbacks?: number
  /** Attempts in flight at once. */
  maxInFlight?: number
  /** How long a worker that stops waits for what is in flight, and then for what is to be written; milliseconds. */
  stopTimeoutMs?: number
}

export interface DeliverDeps {
  store: DeliveryStore & FanOutStore
  /** Begins to feed batches of event bodies; the stream's room does it. Null: another process fans out. */
  consumeEvents:
    ((judge: (bodies: Uint8Array[]) => Promise<EventVerdict[]>) => { stop: () => Promise<void> }) | null
  /** Begins to tell which callbacks were set otherwise, not always all of them; answers what ends it. */
  onSettingsChange: (hear: (news: CallbackChanged) => void) => () => void
  ssrfRules: Omit<SsrfRules, 'timeoutMs'>
  /** Opens sealed secrets. */
  open: Open
  log: Log
  /** Names this process among the workers; unique per start. */
  worker: string
  random?: () => number
  onAttempt?: (attempt: AttemptWrite) => void
  settings?: DeliverSettings
}

const INITIAL_DELIVERIES = 32
const CLAIM_BATCH = 100
const SYNC_MS = 30_000
const IDLE_CONNECTIONS_MS = 60_000
const STOP_PATIENCE_MS = 10_000
const BAD_SECRET_PAUSE_MS = 60_000
const RETRY_MS = 500
/**
 * After a claim that failed: longer than a recorder waits, so that after an outage of the database whoever has outcomes to
 * write does so before anybody takes the callback over and sends them again.
 */
const CLAIM_RETRY_MS = 1_000
/** Readings at once: the other connections of the pool are for writing outcomes and for prolonging claims in time. */
const CONCURRENT_READS = 2
/** Prolongings in a lease; and the part of a lease in which a worker sends: it stops before the callback can be another's. */
const RENEWALS_PER_LEASE = 4
const SENDING_SHARE = 2 / 3

/**
 * Starts delivering. `stop` lets what is in flight finish, within its patience, cuts off the rest, which is sent again by
 * whoever claims the callback next, gives every callback back and writes what is left to write.
 */
export async function startDeliveryWorker(deps: DeliverDeps): Promise<{ stop: () => Promise<void> }> {
  const { store, log, worker } = deps
  const {
    policy = DELIVERY_POLICY,
    leaseMs: lease = LEASE_MS,
    pollMs: poll = 200,
    maxCallbacks: callbacks = 1_000,
    maxInFlight: inFlight = 1_000,
    stopTimeoutMs: patience = STOP_PATIENCE_MS,
  } = deps.settings ?? {}
  const clock = await databaseClock(store.clock)
  const record = recorder(store.record, log)
  const send = sender(deps.ssrfRules)
  const runners = new Map<Id, EndpointRunner>()
  const reading = concurrencyLimit(CONCURRENT_READS)
  const shared = {
    store: {
      more: async (...asked: Parameters<DeliveryStore['more']>) =>
        await reading(async () => await store.more(...asked)),
    },
    unrecorded: unrecordedAttempts(),
    recorder: record,
    sender: send,
    slots: attemptSlots(inFlight),
    clock,
    policy,
    open: deps.open,
    random: deps.random ?? Math.random,
    log,
    onAttempt: deps.onAttempt ?? (() => undefined),
  }
  const stopping = new AbortController()
  const bell = wakeSignal()
  /** News of the time since claiming began: what is claimed may have been read before. */
  const fresh = new Map<Id, number | null>()

  const begin = (claimed: ClaimedCallback, heads: DueDelivery[], sendsUntil: number): void => {
    const { callback } = claimed.settings
    try {
      const started = startEndpointRunner(claimed, heads, sendsUntil, shared)
      runners.set(callback, started)
      if (isOutdated(claimed.settings, fresh.get(callback))) started.release()
      void started.done.then(() => {
        if (runners.get(callback) === started) runners.delete(callback)
        bell.notify()
      })
    } catch (error) {
      log.error(
        { callback, error },
        'a callback cannot be served; its secrets may be sealed with another key',
      )
      record.claim(
        {
          callback,
          claim: claimed.claim,
          keep: false,
          saved: claimed.saved,
          failures: 0,
          lastAt: null,
          lastStatus: null,
          notBefore: clock.now() + BAD_SECRET_PAUSE_MS,
        },
        () => undefined,
      )
    }
  }

  const claimSome = async (): Promise<boolean> => {
    fresh.clear()
    const asked = Math.min(CLAIM_BATCH, callbacks - runners.size)
    if (asked <= 0) return false
    const sendsUntil = performance.now() + lease * SENDING_SHARE
    const claimed = await store.claim(worker, asked, lease)
    if (claimed.length === 0) return false
    // A callback of ours whose lease we let run out comes back under a new claim: the old runner only finishes.
    for (const {
      settings: { callback },
    } of claimed)
      runners.get(callback)?.claimLost()
    const heads = await store.first(
      claimed.map((one) => one.settings.callback),
      INITIAL_DELIVERIES,
    )
    for (const one of claimed) begin(one, heads.get(one.settings.callback) ?? [], sendsUntil)
    return claimed.length === asked
  }

  const claiming = repeat(
    stopping.signal,
    log,
    'callbacks could not be claimed',
    CLAIM_RETRY_MS,
    async () => {
      if (!(await claimSome())) await bell.wait(poll, stopping.signal)
    },
  )
  const renewing = repeat(stopping.signal, log, 'claims could not be prolonged', RETRY_MS, async () => {
    await pause(lease / RENEWALS_PER_LEASE, stopping.signal)
    await renewAll(store, runners, lease)
  })
  const tidying = repeat(stopping.signal, log, 'the clock could not be read', RETRY_MS, async () => {
    await pause(SYNC_MS, stopping.signal)
    send.closeIdle(IDLE_CONNECTIONS_MS)
    await clock.sync()
  })
  const deaf = deps.onSettingsChange(({ callback, version }) => {
    fresh.set(callback, version)
    const one = runners.get(callback)
    if (one !== undefined && isOutdated(one.claimed.settings, version)) one.release()
  })
  const feed = deps.consumeEvents?.(fanOutBatch(store, log, bell.notify))

  return {
    stop: async () => {
      stopping.abort()
      deaf()
      await feed?.stop()
      await Promise.all([claiming, renewing, tidying])
      await releaseAll([...runners.values()], patience)
      for (const one of runners.values()) one.abandonInFlight()
      await send.close()
      await record.flush(patience).catch((error: unknown) => {
        log.warn({ error }, 'stopped with outcomes unwritten: these deliveries will be repeated')
      })
    },
  }
}

/** Whether there are other settings by now; `version` undefined: nothing was heard. */
function isOutdated(settings: CallbackSettings, version: number | null | undefined): boolean {
  return version !== undefined && (version === null || version > settings.version)
}

async function renewAll(
  store: DeliveryStore,
  runners: Map<Id, EndpointRunner>,
  lease: number,
): Promise<void> {
  if (runners.size === 0) return
  const mine = [...runners.values()]
  const until = performance.now() + lease * SENDING_SHARE
  const held = await store.renew(
    mine.map((one) => ({ callback: one.claimed.settings.callback, claim: one.claimed.claim })),
    lease,
  )
  for (const one of mine) {
    const { settings } = one.claimed
    const now = held.get(settings.callback)
    if (now === undefined) {
      one.claimLost()
      continue
    }
    one.extendLease(until)
    // Disabled, set otherwise, or with deliveries that are not to be sent: given back, and claimed again as it is now.
    if (now.version !== settings.version || now.invalidations !== settings.invalidations) one.release()
  }
}

async function releaseAll(runners: EndpointRunner[], patience: number): Promise<void> {
  for (const one of runners) one.release()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([
    Promise.all(
      runners.map(async (one) => {
        await one.done
      }),
    ),
    late,
  ])
  clearTimeout(timer)
}

async function repeat(
  signal: AbortSignal,
  log: Log,
  complaint: string,
  again: number,
  step: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await step()
    } catch (error) {
      log.warn({ error }, complaint)
      await pause(again, signal)
    }
  }
}

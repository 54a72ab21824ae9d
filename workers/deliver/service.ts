/**
 * The delivery worker: claims callbacks that are due, runs one runner each, prolongs their leases, and turns what the
 * EVENTS stream tells into deliveries. Any number of workers share the callbacks.
 */
import { POLICY } from '../../actors/delivery/policy.js'
import type { DeliveryPolicy } from '../../actors/delivery/policy.js'
import { LEASE_MS } from '../../schemas/delivery.js'
import type {
  AttemptWrite,
  CallbackNews,
  CallbackSettings,
  Claimed,
  DueHead,
} from '../../schemas/delivery.js'
import { gate } from '../../schemas/gate.js'
import type { Id } from '../../schemas/ids.js'
import type { Log } from '../../schemas/log.js'
import { pause } from '../fold/backoff.js'
import { makeBell } from './bell.js'
import { databaseClock } from './clock.js'
import { fanOutBatch } from './fanout.js'
import type { Verdict } from './fanout.js'
import type { GuardRules } from './guard.js'
import type { DeliveryStore, FanOutStore, Open } from './ports.js'
import { recorder } from './recorder.js'
import { runner } from './runner.js'
import type { Runner } from './runner.js'
import { sender } from './send.js'
import { slots } from './slots.js'
import { unsettled } from './unsettled.js'

export interface DeliverSettings {
  policy?: DeliveryPolicy
  /** A claim not prolonged for this long is anybody's; milliseconds. */
  lease?: number
  /** Between two looks for callbacks that are due; milliseconds. */
  poll?: number
  /** Callbacks held at once. */
  callbacks?: number
  /** Attempts in flight at once. */
  inFlight?: number
  /** How long a worker that stops waits for what is in flight, and then for what is to be written; milliseconds. */
  patience?: number
}

export interface DeliverDeps {
  store: DeliveryStore & FanOutStore
  /** Begins to feed batches of event bodies; the stream's room does it. Null: another process fans out. */
  feed: ((judge: (bodies: Uint8Array[]) => Promise<Verdict[]>) => { stop: () => Promise<void> }) | null
  /** Begins to tell which callbacks were set otherwise, not always all of them; answers what ends it. */
  news: (hear: (news: CallbackNews) => void) => () => void
  guard: Omit<GuardRules, 'timeout'>
  /** Opens sealed secrets. */
  open: Open
  log: Log
  /** Names this process among the workers; unique per start. */
  worker: string
  dice?: () => number
  seen?: (attempt: AttemptWrite) => void
  settings?: DeliverSettings
}

const FIRST_HEADS = 32
const CLAIM_AT_ONCE = 100
const SYNC_MS = 30_000
const IDLE_CONNECTIONS_MS = 60_000
const STOP_PATIENCE_MS = 10_000
const BAD_SECRET_PAUSE_MS = 60_000
const RETRY_MS = 500
/**
 * After a claim that failed: longer than a recorder waits, so that after an outage of the database whoever has outcomes to
 * write does so before anybody takes the callback over and sends them again.
 */
const CLAIM_AGAIN_MS = 1_000
/** Readings at once: the other connections of the pool are for writing outcomes and for prolonging claims in time. */
const READINGS = 2
/** Prolongings in a lease; and the part of a lease in which a worker sends: it stops before the callback can be another's. */
const RENEWALS = 4
const SENDS = 2 / 3

/**
 * Starts delivering. `stop` lets what is in flight finish, within its patience, cuts off the rest, which is sent again by
 * whoever claims the callback next, gives every callback back and writes what is left to write.
 */
export async function startDeliver(deps: DeliverDeps): Promise<{ stop: () => Promise<void> }> {
  const { store, log, worker } = deps
  const {
    policy = POLICY,
    lease = LEASE_MS,
    poll = 200,
    callbacks = 1_000,
    inFlight = 1_000,
    patience = STOP_PATIENCE_MS,
  } = deps.settings ?? {}
  const clock = await databaseClock(store.clock)
  const record = recorder(store.record, log)
  const send = sender(deps.guard)
  const runners = new Map<Id, Runner>()
  const reading = gate(READINGS)
  const shared = {
    store: {
      more: async (...asked: Parameters<DeliveryStore['more']>) =>
        await reading(async () => await store.more(...asked)),
    },
    unsettled: unsettled(),
    recorder: record,
    sender: send,
    slots: slots(inFlight),
    clock,
    policy,
    open: deps.open,
    dice: deps.dice ?? Math.random,
    log,
    seen: deps.seen ?? (() => undefined),
  }
  const stopping = new AbortController()
  const bell = makeBell()
  /** News of the time since claiming began: what is claimed may have been read before. */
  const fresh = new Map<Id, number | null>()

  const begin = (claimed: Claimed, heads: DueHead[], sendsUntil: number): void => {
    const { callback } = claimed.settings
    try {
      const started = runner(claimed, heads, sendsUntil, shared)
      runners.set(callback, started)
      if (outdated(claimed.settings, fresh.get(callback))) started.end()
      void started.over.then(() => {
        if (runners.get(callback) === started) runners.delete(callback)
        bell.ring()
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
    const asked = Math.min(CLAIM_AT_ONCE, callbacks - runners.size)
    if (asked <= 0) return false
    const sendsUntil = performance.now() + lease * SENDS
    const claimed = await store.claim(worker, asked, lease)
    if (claimed.length === 0) return false
    // A callback of ours whose lease we let run out comes back under a new claim: the old runner only finishes.
    for (const {
      settings: { callback },
    } of claimed)
      runners.get(callback)?.lost()
    const heads = await store.first(
      claimed.map((one) => one.settings.callback),
      FIRST_HEADS,
    )
    for (const one of claimed) begin(one, heads.get(one.settings.callback) ?? [], sendsUntil)
    return claimed.length === asked
  }

  const claiming = repeat(
    stopping.signal,
    log,
    'callbacks could not be claimed',
    CLAIM_AGAIN_MS,
    async () => {
      if (!(await claimSome())) await bell.wait(poll, stopping.signal)
    },
  )
  const renewing = repeat(stopping.signal, log, 'claims could not be prolonged', RETRY_MS, async () => {
    await pause(lease / RENEWALS, stopping.signal)
    await renewAll(store, runners, lease)
  })
  const tidying = repeat(stopping.signal, log, 'the clock could not be read', RETRY_MS, async () => {
    await pause(SYNC_MS, stopping.signal)
    send.sweep(IDLE_CONNECTIONS_MS)
    await clock.sync()
  })
  const deaf = deps.news(({ callback, version }) => {
    fresh.set(callback, version)
    const one = runners.get(callback)
    if (one !== undefined && outdated(one.claimed.settings, version)) one.end()
  })
  const feed = deps.feed?.(fanOutBatch(store, log, bell.ring))

  return {
    stop: async () => {
      stopping.abort()
      deaf()
      await feed?.stop()
      await Promise.all([claiming, renewing, tidying])
      await giveBack([...runners.values()], patience)
      for (const one of runners.values()) one.cut()
      await send.close()
      await record.flush(patience).catch((error: unknown) => {
        log.warn({ error }, 'stopped with outcomes unwritten: these deliveries will be repeated')
      })
    },
  }
}

/** Whether there are other settings by now; `version` undefined: nothing was heard. */
function outdated(settings: CallbackSettings, version: number | null | undefined): boolean {
  return version !== undefined && (version === null || version > settings.version)
}

async function renewAll(store: DeliveryStore, runners: Map<Id, Runner>, lease: number): Promise<void> {
  if (runners.size === 0) return
  const mine = [...runners.values()]
  const until = performance.now() + lease * SENDS
  const held = await store.renew(
    mine.map((one) => ({ callback: one.claimed.settings.callback, claim: one.claimed.claim })),
    lease,
  )
  for (const one of mine) {
    const { settings } = one.claimed
    const now = held.get(settings.callback)
    if (now === undefined) {
      one.lost()
      continue
    }
    one.lease(until)
    // Disabled, set otherwise, or with deliveries that are not to be sent: given back, and claimed again as it is now.
    if (now.version !== settings.version || now.recalls !== settings.recalls) one.end()
  }
}

async function giveBack(runners: Runner[], patience: number): Promise<void> {
  for (const one of runners) one.end()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([
    Promise.all(
      runners.map(async (one) => {
        await one.over
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

/**
 * The callbacks this worker has claimed: claims those that are due, runs each, renews the claims and gives
 * them back.
 */
import { concurrencyLimit } from '../../schemas/work/concurrency-limit.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type {
  CallbackChanged,
  CallbackSettings,
  ClaimedCallback,
  DueDelivery,
} from '../../schemas/webhooks/delivery.js'
import { startEndpointRunner, type EndpointRunner, type EndpointRunnerDeps } from './endpoint-runner.js'
import type { DeliveryStore } from '../../schemas/webhooks/delivery-store.js'
import { untouchedClaimWrite } from './record/claim-write.js'
import { UnopenedCallbacks } from './unopened-callbacks.js'

export interface ClaimsDeps {
  store: DeliveryStore
  log: Log
  worker: string
  /** Milliseconds after which a claim that is not renewed is free. */
  leaseMs: number
  /** Most callbacks claimed at once. */
  maxCallbacks: number
  /** A runner has ended: there is room for another claim. */
  onRunnerEnd: () => void
  runner: Omit<EndpointRunnerDeps, 'store' | 'log'>
}

const INITIAL_DELIVERIES = 32
const CLAIM_BATCH = 100
/** The other connections of the pool are for writing outcomes and for renewing claims in time. */
const CONCURRENT_READS = 2
/**
 * The share of a lease in which a worker sends: it stops before the callback can belong to another worker.
 */
const SENDING_SHARE = 2 / 3

export class Claims {
  private readonly deps: ClaimsDeps
  private readonly runners = new Map<Id, EndpointRunner>()
  private readonly runnerDeps: EndpointRunnerDeps
  private readonly unopened: UnopenedCallbacks
  /** Versions announced since the last claim began: what it returns may have been read before. */
  private readonly announced = new Map<Id, number | null>()

  constructor(deps: ClaimsDeps) {
    this.deps = deps
    this.unopened = new UnopenedCallbacks(deps.log)
    const limit = concurrencyLimit(CONCURRENT_READS)
    this.runnerDeps = {
      ...deps.runner,
      log: deps.log,
      store: {
        more: async (...query) => await limit(async () => await deps.store.more(...query)),
      },
    }
  }

  /** Claims callbacks that are due and starts their runners. True if there may be more. */
  async claimDue(): Promise<boolean> {
    const { store, worker, leaseMs, maxCallbacks } = this.deps
    const { unrecorded } = this.deps.runner
    this.announced.clear()
    const limit = Math.min(CLAIM_BATCH, maxCallbacks - this.runners.size)
    const except = this.unopened.except()
    if (limit <= 0 || except === null) return false
    const sendUntil = this.sendUntil()
    const claimed = await store.claim(worker, limit, leaseMs, except)
    if (claimed.length === 0) return false
    const callbacks = claimed.map(({ settings }) => settings.callback)
    // A callback of ours whose lease expired comes back under a new claim: the old runner only finishes.
    for (const callback of callbacks) this.runners.get(callback)?.claimLost()
    // What is unrecorded when the read begins may be recorded before its answer is here, which still calls it due.
    const sent = new Map(callbacks.map((callback) => [callback, new Set(unrecorded.of(callback))]))
    const due = await store.first(callbacks, INITIAL_DELIVERIES)
    for (const claim of claimed) {
      const { callback } = claim.settings
      const unsent = (due.get(callback) ?? []).filter(({ event }) => !sent.get(callback)?.has(event))
      this.start(claim, unsent, sendUntil)
    }
    return claimed.length === limit
  }

  /** Number of callbacks that this worker leaves to others, because it cannot open their secrets. */
  unopenedCount(): number {
    return this.unopened.count()
  }

  async renewAll(): Promise<void> {
    if (this.runners.size === 0) return
    const runners = [...this.runners.values()]
    const sendUntil = this.sendUntil()
    const held = await this.deps.store.renew(
      runners.map(({ claimed }) => ({ callback: claimed.settings.callback, claim: claimed.claim })),
      this.deps.leaseMs,
    )
    for (const runner of runners) {
      const { settings } = runner.claimed
      const current = held.get(settings.callback)
      if (current === undefined) {
        runner.claimLost()
        continue
      }
      runner.extendLease(sendUntil)
      // Disabled, changed, or with deliveries that must not be sent: given back, and claimed again as it is
      // now.
      if (current.version !== settings.version || current.invalidations !== settings.invalidations)
        runner.release()
    }
  }

  /** A callback's settings were changed: stops using outdated ones at once. */
  onSettingsChange({ callback, version }: CallbackChanged): void {
    this.announced.set(callback, version)
    this.unopened.forget(callback)
    const runner = this.runners.get(callback)
    if (runner !== undefined && isOutdated(runner.claimed.settings, version)) runner.release()
  }

  /**
   * Gives every claim back; attempts in flight may finish within `timeoutMs`, what is left then is abandoned.
   */
  async releaseAll(timeoutMs: number): Promise<void> {
    const runners = [...this.runners.values()]
    for (const runner of runners) runner.release()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs)
    })
    await Promise.race([Promise.all(runners.map(async (runner) => await runner.done)), timeout])
    clearTimeout(timer)
    for (const runner of this.runners.values()) runner.abandonInFlight()
  }

  private sendUntil(): number {
    return performance.now() + this.deps.leaseMs * SENDING_SHARE
  }

  private start(claimed: ClaimedCallback, due: DueDelivery[], sendUntil: number): void {
    const { callback } = claimed.settings
    try {
      const runner = startEndpointRunner(claimed, due, sendUntil, this.runnerDeps)
      this.runners.set(callback, runner)
      if (isOutdated(claimed.settings, this.announced.get(callback))) runner.release()
      void runner.done.then(() => {
        if (this.runners.get(callback) === runner) this.runners.delete(callback)
        this.deps.onRunnerEnd()
      })
    } catch (error) {
      this.unopened.add(callback, error)
      // At once and as it was: another worker may be able to open it.
      this.deps.runner.recorder.giveBack(untouchedClaimWrite(claimed), () => undefined)
    }
  }
}

/** Whether there are other settings by now; undefined: no change was announced. */
function isOutdated(settings: CallbackSettings, version: number | null | undefined): boolean {
  return version !== undefined && (version === null || version > settings.version)
}

/**
 * Delivers to one claimed endpoint: the shell around its delivery actor. It reads due deliveries, lets the actor decide
 * what goes now, sends, and reports outcomes. It gives the claim back when nothing is due, the circuit breaker is open,
 * settings changed, or on `release`; after a lost claim it only lets attempts in flight finish. It stops sending before
 * its lease expires, so that every attempt is written before another worker may send the same delivery.
 */
import { nextDeliveries, recordResult, returnUnsent } from '../../actors/delivery/decide.js'
import type { DeliveryPolicy } from '../../actors/delivery/policy.js'
import { startEndpoint } from '../../actors/delivery/endpoint-state.js'
import type { EndpointState, SavedEndpoint } from '../../actors/delivery/endpoint-state.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { AttemptWrite, ClaimedCallback, DueDelivery } from '../../schemas/webhooks/delivery.js'
import type { Tracer } from '../../schemas/trace/tracer.js'
import type { DatabaseClock } from '../lib/database-clock.js'
import { traceAttempt } from './attempt-trace.js'
import type { AttemptSlots } from './attempt-slots.js'
import { DueDeliveries, type DueDeliveriesDeps } from './due-deliveries.js'
import { PumpTimer } from './pump-timer.js'
import { attemptWrite, type SendableDelivery } from './record/attempt-write.js'
import { claimWrite } from './record/claim-write.js'
import { formerAttempts, nextPhase, sendBudget, type Phase, type SendBudget } from './runner-rules.js'
import type { SendFigures } from './runner-rules.js'
import type { SentAttempt } from './send/attempt-handler.js'
import type { Sender, Target } from './send/sender.js'
import { requestTemplate, signedRequest } from './send/signed-request.js'
import type { RequestDeps, RequestTemplate } from './send/signed-request.js'

export interface EndpointRunnerDeps extends DueDeliveriesDeps, RequestDeps {
  sender: Sender
  slots: AttemptSlots
  clock: DatabaseClock
  policy: DeliveryPolicy
  /** A number from 0 to 1. */
  random: () => number
  log: Log
  /** An attempt has ended, for metrics. */
  onAttempt: (attempt: AttemptWrite) => void
  tracer?: Tracer
}

export interface EndpointRunner {
  readonly claimed: ClaimedCallback
  /** Allows sending until then, on the scale of `performance.now()`. */
  extendLease: (until: number) => void
  /** Stops sending and gives the claim back once nothing is in flight. */
  release: () => void
  /** Another worker has the endpoint now. */
  claimLost: () => void
  /** Attempts in flight are about to be cut off: a failure from now on is no attempt, its delivery stays due. */
  abandonInFlight: () => void
  /** Resolves when the claim is given back or lost and nothing is in flight. */
  readonly done: Promise<void>
}

const OVERLOAD_PAUSE_MS = 50
/** How often to check whether a former claim still has attempts in flight. */
const FORMER_CLAIM_POLL_MS = 50
/** Longer waits are spent without a claim. */
const MAX_WAIT_WITH_CLAIM_MS = 500

/** Starts at once with the given deliveries. Throws if the sealed secrets cannot be opened. */
export function startEndpointRunner(
  claimed: ClaimedCallback,
  deliveries: DueDelivery[],
  sendUntil: number,
  deps: EndpointRunnerDeps,
): EndpointRunner {
  const runner = new ClaimedEndpoint(claimed, sendUntil, deps)
  runner.start(deliveries)
  return runner
}

class ClaimedEndpoint implements EndpointRunner {
  readonly claimed: ClaimedCallback
  readonly done: Promise<void>
  private readonly deps: EndpointRunnerDeps
  private readonly callback: Id
  private readonly template: RequestTemplate
  private readonly state: EndpointState<SendableDelivery>
  private readonly target: Target
  private readonly due: DueDeliveries
  private readonly timer: PumpTimer
  private phase: Phase = 'running'
  private sendUntil: number
  /** Attempts of this claim that are answered and not written yet. */
  private unwritten = 0
  /** Sending waits until outcomes are written. */
  private awaitingRecorder = false
  private abandoned = false
  private notBefore: number | null = null
  private lastAttempt: { at: number; status: number | null } | null = null
  private resolveDone = (): void => undefined

  constructor(claimed: ClaimedCallback, sendUntil: number, deps: EndpointRunnerDeps) {
    const { settings } = claimed
    this.claimed = claimed
    this.sendUntil = sendUntil
    this.deps = deps
    this.callback = settings.callback
    this.template = requestTemplate(settings, deps)
    const saved = JSON.parse(claimed.saved) as SavedEndpoint
    this.state = startEndpoint<SendableDelivery>(settings, saved, deps.clock.now(), deps.policy)
    this.target = {
      callback: settings.callback,
      url: settings.url,
      connections: settings.maxInFlight,
      timeoutMs: settings.timeoutMs,
    }
    this.timer = new PumpTimer(this.pump)
    this.due = new DueDeliveries(claimed.claim, this.state, deps, () => {
      this.timer.soon()
    })
    this.done = new Promise<void>((resolve) => {
      this.resolveDone = resolve
    })
  }

  start(deliveries: DueDelivery[]): void {
    this.due.accept(deliveries)
    this.timer.soon()
  }

  extendLease(until: number): void {
    this.sendUntil = until
    this.pump()
  }

  release(): void {
    this.phase = nextPhase(this.phase, 'release')
    this.pump()
  }

  claimLost(): void {
    this.phase = nextPhase(this.phase, 'claimLost')
    this.pump()
  }

  abandonInFlight(): void {
    this.abandoned = true
  }

  /** Does what is possible now: send, read, or finish. An arrow function, because timers and the slots call it. */
  private readonly pump = (): void => {
    this.timer.clear()
    if (this.phase === 'done') return
    if (this.phase === 'running') {
      // The claim may belong to another worker soon: nothing goes out until it is renewed, or found lost.
      if (performance.now() > this.sendUntil) return
      this.send(this.figures())
    }
    if (this.phase === 'running') this.readIfNeeded()
    else this.finishIfIdle()
  }

  private figures(): SendFigures {
    const { state, deps } = this
    return {
      recorderOverloaded: deps.recorder.isOverloaded(),
      freeSlots: deps.slots.free(),
      queued: state.queues.size,
      inFlightOfThisClaim: state.inFlight,
      unwrittenOfThisClaim: this.unwritten,
      unrecordedOfThisProcess: deps.unrecorded.of(this.callback).size,
      maxInFlight: state.settings.maxInFlight,
    }
  }

  private send(figures: SendFigures): void {
    const budget = sendBudget(figures)
    if (typeof budget !== 'number') {
      this.waitFor(budget)
      return
    }
    if (formerAttempts(figures) > 0) this.timer.after(FORMER_CLAIM_POLL_MS)
    this.sendDeliveries(budget)
  }

  private waitFor(obstacle: Exclude<SendBudget, number>): void {
    switch (obstacle) {
      case 'recorderOverloaded':
        this.timer.after(OVERLOAD_PAUSE_MS)
        return
      case 'noFreeSlot':
        this.deps.slots.onFree(this.pump)
        return
      case 'formerClaimFull':
        this.timer.after(FORMER_CLAIM_POLL_MS)
        return
      case 'tooManyUnwritten':
        this.awaitingRecorder = true
        this.deps.recorder.writeSoon()
    }
  }

  private sendDeliveries(budget: number): void {
    const { state, deps } = this
    const now = deps.clock.now()
    const next = nextDeliveries(state, now, budget)
    deps.slots.acquire(next.send.length)
    for (const delivery of next.send) this.sendAttempt(delivery)
    this.notBefore = next.wake
    if (next.wake === null) return
    const wait = next.wake - now
    if (wait <= MAX_WAIT_WITH_CLAIM_MS || state.inFlight > 0) this.timer.after(Math.max(1, wait))
    else this.phase = nextPhase(this.phase, 'release')
  }

  private sendAttempt(delivery: SendableDelivery): void {
    const { deps } = this
    deps.unrecorded.add(this.callback, delivery.event)
    // Whole milliseconds, as the log keeps it: the signed timestamp follows from it.
    const at = Math.floor(deps.clock.now())
    const { event, type, body: webhookBody } = delivery
    const { headers, body, signed } = signedRequest(this.template, event, type, webhookBody, at)
    const endTrace = traceAttempt(deps.tracer, delivery, this.target.url, headers)
    deps.sender.send(this.target, headers, body, (sent) => {
      endTrace?.(sent)
      deps.slots.release()
      if (this.abandoned && sent.result.is === 'failed') this.takeBack(delivery)
      else this.handleResult(delivery, sent, at, signed)
      this.timer.soon()
    })
  }

  private takeBack(delivery: SendableDelivery): void {
    this.deps.unrecorded.remove(this.callback, delivery.event)
    this.due.defer(returnUnsent(this.state, delivery))
  }

  private handleResult(delivery: SendableDelivery, sent: SentAttempt, at: number, signed: string): void {
    const { deps, state, callback } = this
    const jitter = deps.random() * 2 - 1
    const decision = recordResult(state, delivery, sent.result, deps.clock.now(), jitter)
    const attempt = attemptWrite(this.claimed, delivery, sent, decision, { at, signed })
    this.lastAttempt = { at, status: attempt.status }
    this.unwritten += 1
    deps.recorder.attempt(attempt, () => {
      this.onWritten(delivery)
      if (decision.isRepaired) this.due.lookBack()
    })
    this.due.defer(decision.defer)
    deps.onAttempt(attempt)
    if (decision.disable === null) return
    deps.recorder.disabled({ callback, reason: decision.disable })
    this.phase = nextPhase(this.phase, 'release')
  }

  private onWritten(delivery: SendableDelivery): void {
    this.deps.unrecorded.remove(this.callback, delivery.event)
    this.unwritten -= 1
    if (this.state.settings.ordered) this.due.finished(delivery)
    if (this.awaitingRecorder) {
      this.awaitingRecorder = false
      this.timer.soon()
    }
  }

  private readIfNeeded(): void {
    const ms = this.due.msUntilRead()
    if (ms === null) return
    if (ms <= 0) void this.read()
    else this.timer.after(ms)
  }

  private async read(): Promise<void> {
    const { deps, callback } = this
    try {
      const wasIdle = (await this.due.read()) === 0 && this.isIdle()
      if (wasIdle) this.phase = nextPhase(this.phase, 'release')
    } catch (error) {
      deps.log.warn({ callback, error }, 'due deliveries not readable; releasing the callback')
      this.phase = nextPhase(this.phase, 'release')
    } finally {
      this.pump()
    }
  }

  private isIdle(): boolean {
    const { state, deps, callback, unwritten } = this
    return state.queues.size === 0 && state.inFlight === 0 && deps.unrecorded.of(callback).size === unwritten
  }

  private finishIfIdle(): void {
    const { state, phase } = this
    if (state.inFlight > 0 || this.due.isReading) return
    this.phase = nextPhase(phase, 'finished')
    if (phase === 'releasing') this.giveClaimBack()
    else this.resolveDone()
  }

  private giveClaimBack(): void {
    const write = claimWrite(this.claimed, this.state, this.lastAttempt, this.notBefore)
    this.deps.recorder.giveBack(write, this.resolveDone)
  }
}

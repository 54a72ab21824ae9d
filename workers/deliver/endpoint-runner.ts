/**
 * One claimed callback: the shell around its delivery actor. It reads heads, lets the actor say what goes now, sends, and
 * reports. It gives the callback back when nothing is due, when the breaker is open, when its settings changed, or on
 * `end`; when the lease is lost it only lets what is in flight finish. It stops sending a while before its lease runs out
 * (its owner says when), so that what is out is answered and written before anybody else may send it.
 */
import { enqueue, recordResult, nextDeliveries, returnUnsent } from '../../actors/delivery/decide.js'
import type { DeliveryPolicy } from '../../actors/delivery/policy.js'
import { forgetFinished, waitingDeliveries } from '../../actors/delivery/delivery-queues.js'
import { saveDelivery, startDelivery } from '../../actors/delivery/state.js'
import type { SavedDelivery } from '../../actors/delivery/state.js'
import type { AttemptWrite, ClaimedCallback, DueDelivery } from '../../schemas/webhooks/delivery.js'
import type { Log } from '../../schemas/base/log.js'
import type { DatabaseClock } from '../lib/database-clock.js'
import type { DeliveryStore, Open } from './ports.js'
import type { Recorder } from './record/recorder.js'
import { openCredentials, signedRequest } from './send/signed-request.js'
import type { SentAttempt, Sender } from './send/sender.js'
import type { AttemptSlots } from './attempt-slots.js'
import type { UnrecordedAttempts } from './record/unrecorded-attempts.js'

export interface EndpointRunnerDeps {
  store: Pick<DeliveryStore, 'more'>
  recorder: Recorder
  sender: Sender
  slots: AttemptSlots
  /** Shared by the runners of a process, one after the other on the same callback. */
  unrecorded: UnrecordedAttempts
  clock: DatabaseClock
  policy: DeliveryPolicy
  open: Open
  /** A number from 0 to 1. */
  random: () => number
  log: Log
  /** An attempt has ended, for metrics. */
  onAttempt: (attempt: AttemptWrite) => void
}

export interface EndpointRunner {
  readonly claimed: ClaimedCallback
  /** Until when it may send, in the scale of `performance.now()`. */
  extendLease: (until: number) => void
  /** Stops sending and gives the callback back once nothing is in flight. */
  release: () => void
  /** The callback is somebody else's now. */
  claimLost: () => void
  /** What is in flight is about to be cut off by us: what fails from now on was no attempt, and stays due. */
  abandonInFlight: () => void
  /** Resolves when the callback is given back or lost, and nothing is in flight. */
  done: Promise<void>
}

const MAX_READ = 512
const MAX_READ_BYTES = 8 * 2 ** 20
/** Between two readings when the last one emptied the store; twice as long each time nothing is found, up to `LONGEST_PAUSE_MS`. */
const MIN_READ_PAUSE_MS = 10
const MAX_READ_PAUSE_MS = 500
/** Heads a slot that are kept ready while there are more in the store: reading goes on beside sending. */
const READ_AHEAD = 4
/**
 * Attempts out or answered whose outcome is not in the store yet, as a multiple of the slots: so many, and no more, would be
 * repeated if this process were killed now. Writing takes a few milliseconds, so that it holds nothing back in good times.
 */
const UNWRITTEN_PER_SLOT = 6
/** Between two looks at what a former claim has out. */
const FORMER_CLAIM_POLL_MS = 50
/** A wait longer than this is waited for in the store. */
const MAX_WAIT_WITH_CLAIM_MS = 500

/** A head that can be sent. */
type SendableDelivery = DueDelivery & { body: Buffer }

/** Begins at once with the heads given. */
export function startEndpointRunner(
  claimed: ClaimedCallback,
  heads: DueDelivery[],
  sendsUntil: number,
  deps: EndpointRunnerDeps,
): EndpointRunner {
  const { settings, claim } = claimed
  const { policy, clock, recorder } = deps
  const { callback } = settings
  const { unrecorded: unsettled } = deps
  const identity = openCredentials(settings, deps.open)
  const state = startDelivery<SendableDelivery>(
    settings,
    JSON.parse(claimed.saved) as SavedDelivery,
    clock.now(),
    policy,
  )
  const target = {
    callback,
    url: settings.url,
    connections: settings.maxInFlight,
    timeoutMs: settings.timeoutMs,
  }
  let phase: 'running' | 'ending' | 'lost' | 'over' = 'running'
  /** Answered, and not written yet. */
  let unwritten = 0
  /** Written as over since the reading under way began: what it brings may have been read before. */
  let settled: SendableDelivery[] = []
  let held = false
  /** Heads set aside that the store still takes to be due: read now, they would come and be set aside again, faster than they are written. */
  let parking = 0
  let cutting = false
  let pumping = false
  let reading = false
  let dry = false
  let readPause = MIN_READ_PAUSE_MS
  let readAgainAt = 0
  let bytesEach = 4_096
  let timer: NodeJS.Timeout | null = null
  let timerAt = Infinity
  let notBefore: number | null = null
  let last: { at: number; status: number | null } | null = null
  let finished = (): void => undefined
  const over = new Promise<void>((resolve) => {
    finished = resolve
  })

  const take = (found: DueDelivery[]): void => {
    const out = unsettled.of(callback)
    const whole = found.filter((head): head is SendableDelivery => {
      if (out.has(head.event)) return false
      if (head.body !== null) return true
      recorder.missing({ callback, event: head.event })
      return false
    })
    if (whole.length > 0) bytesEach = whole.reduce((sum, head) => sum + head.body.length, 0) / whole.length
    park(enqueue(state, whole))
  }

  const park = (behind: SendableDelivery[]): void => {
    parking += behind.length
    recorder.deferred(
      behind.map((head) => ({ callback, claim, event: head.event })),
      () => {
        parking -= behind.length
        if (behind.length > 0 && parking === 0) soon()
      },
    )
  }

  const read = async (): Promise<void> => {
    reading = true
    const limit = Math.max(
      1,
      Math.min(MAX_READ, settings.maxInFlight * 16, Math.floor(MAX_READ_BYTES / bytesEach)),
    )
    try {
      // What waits here and what is out: a reading must not bring it again.
      const found = await deps.store.more(callback, limit, [
        ...waitingDeliveries(state.queues).map((head) => head.event),
        ...unsettled.of(callback),
      ])
      dry = found.length < limit
      readPause = found.length > 0 ? MIN_READ_PAUSE_MS : Math.min(readPause * 2, MAX_READ_PAUSE_MS)
      readAgainAt = performance.now() + (dry ? readPause : 0)
      if (
        found.length === 0 &&
        state.queues.size === 0 &&
        state.inFlight === 0 &&
        unsettled.of(callback).size === unwritten
      )
        phase = phase === 'running' ? 'ending' : phase
      take(found)
    } catch (error) {
      deps.log.warn({ callback, error }, 'deliveries could not be read')
      phase = phase === 'running' ? 'ending' : phase
    } finally {
      reading = false
      forget()
      pump()
    }
  }

  const forget = (): void => {
    if (reading) return
    for (const head of settled) forgetFinished(state.queues, head)
    settled = []
  }

  const pump = (): void => {
    if (timer !== null) {
      clearTimeout(timer)
      timer = null
      timerAt = Infinity
    }
    if (phase === 'over') return
    // Unsure whose the callback will be: nothing goes out until the claim has been prolonged, or found lost.
    if (phase === 'running' && performance.now() > sendsUntil) return
    if (phase === 'running') send()
    if (phase !== 'running') {
      finish()
      return
    }
    const wanted = dry
      ? state.inFlight < settings.maxInFlight && state.queues.size < settings.maxInFlight
      : state.queues.size < settings.maxInFlight * READ_AHEAD
    if (!reading && parking === 0 && wanted) {
      const pause = readAgainAt - performance.now()
      if (pause <= 0) void read()
      else again(pause)
    }
  }

  /** Once for all that happened in one go. */
  const soon = (): void => {
    if (pumping) return
    pumping = true
    queueMicrotask(() => {
      pumping = false
      pump()
    })
  }

  const again = (ms: number): void => {
    const at = performance.now() + ms
    if (at >= timerAt) return
    if (timer !== null) clearTimeout(timer)
    timerAt = at
    timer = setTimeout(pump, ms)
  }

  const send = (): void => {
    if (recorder.isOverloaded()) {
      again(50)
      return
    }
    const now = clock.now()
    const free = deps.slots.free()
    if (free <= 0 && state.queues.size > 0) {
      deps.slots.onFree(pump)
      return
    }
    const unsure = settings.maxInFlight * UNWRITTEN_PER_SLOT - unwritten - state.inFlight
    if (unsure <= 0) {
      held = true
      recorder.writeSoon()
      return
    }
    // What a former claim of ours still has out takes the callback's slots too.
    const former = unsettled.of(callback).size - unwritten - state.inFlight
    if (former > 0) again(FORMER_CLAIM_POLL_MS)
    const room = former > 0 ? settings.maxInFlight - former - state.inFlight : Infinity
    if (room <= 0) return
    const step = nextDeliveries(state, now, Math.min(free, unsure, room))
    deps.slots.acquire(step.send.length)
    for (const head of step.send) fly(head)
    notBefore = step.wake
    if (step.wake === null) return
    const wait = step.wake - now
    if (wait <= MAX_WAIT_WITH_CLAIM_MS || state.inFlight > 0) again(Math.max(1, wait))
    else phase = 'ending'
  }

  const fly = (head: SendableDelivery): void => {
    unsettled.add(callback, head.event)
    const at = clock.now()
    const { headers, body, signed } = signedRequest(identity, head.event, head.type, head.body, at)
    deps.sender.send(target, headers, body, (posted) => {
      deps.slots.release()
      if (cutting && posted.result.is === 'failed') takeBack(head)
      else digest(head, posted, at, signed)
      soon()
    })
  }

  const takeBack = (head: SendableDelivery): void => {
    unsettled.remove(callback, head.event)
    park(returnUnsent(state, head))
  }

  const digest = (
    head: SendableDelivery,
    { result: answer, address, excerpt }: SentAttempt,
    at: number,
    signed: string,
  ): void => {
    const decided = recordResult(state, head, answer, clock.now(), deps.random() * 2 - 1)
    const { outcome } = decided
    const attempt: AttemptWrite = {
      callback,
      event: head.event,
      eventAt: head.at,
      type: head.type,
      resource: head.resource,
      no: head.attemptCount + 1,
      retryIndex: head.retryIndex + 1,
      at,
      state: outcome.is === 'ended' ? outcome.state : outcome.is === 'waiting' ? 'retrying' : 'delivered',
      status: answer.is === 'answered' ? answer.status : null,
      error: answer.is === 'failed' ? answer.error : null,
      address,
      ms: answer.ms,
      until: outcome.is === 'waiting' ? outcome.until : null,
      signed,
      answer: excerpt,
      ordered: settings.ordered,
      member: head.member,
    }
    last = { at, status: attempt.status }
    unwritten += 1
    recorder.attempt(attempt, () => {
      unsettled.remove(callback, head.event)
      unwritten -= 1
      if (settings.ordered) {
        settled.push(head)
        forget()
      }
      if (held) {
        held = false
        soon()
      }
    })
    park(decided.defer)
    deps.onAttempt(attempt)
    if (decided.disable === null) return
    recorder.disabled({ callback, reason: decided.disable })
    if (phase === 'running') phase = 'ending'
  }

  const finish = (): void => {
    if (state.inFlight > 0 || reading) return
    const held = phase === 'ending'
    phase = 'over'
    if (!held) {
      finished()
      return
    }
    recorder.claim(
      {
        callback,
        claim,
        keep: false,
        saved: JSON.stringify(saveDelivery(state)),
        failures: state.failures.count,
        lastAt: last?.at ?? null,
        lastStatus: last?.status ?? null,
        notBefore: state.breaker.is === 'open' ? state.breaker.until : notBefore,
      },
      finished,
    )
  }

  take(heads)
  soon()
  return {
    claimed,
    extendLease: (until) => {
      sendsUntil = until
      pump()
    },
    release: () => {
      if (phase === 'running') phase = 'ending'
      pump()
    },
    claimLost: () => {
      if (phase !== 'over') phase = 'lost'
      pump()
    },
    abandonInFlight: () => {
      cutting = true
    },
    done: over,
  }
}

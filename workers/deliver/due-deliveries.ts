/**
 * The due deliveries of one claimed endpoint: reads them from the store, as many at a time as memory allows,
 * puts them into the actor's queues, and defers those that must wait in the store for an earlier event of
 * their member.
 */
import { enqueue } from '../../actors/delivery/decide.js'
import { forgetFinished, waitingDeliveries } from '../../actors/delivery/delivery-queues.js'
import type { EndpointState } from '../../actors/delivery/endpoint-state.js'
import type { DueDelivery } from '../../schemas/webhooks/delivery.js'
import type { DeliveryStore } from '../../schemas/webhooks/delivery-store.js'
import type { SendableDelivery } from './record/attempt-write.js'
import type { Recorder } from './record/recorder.js'
import type { UnrecordedAttempts } from './record/unrecorded-attempts.js'
import { needsDeliveries } from './runner-rules.js'

export interface DueDeliveriesDeps {
  store: Pick<DeliveryStore, 'more'>
  recorder: Recorder
  /** Shared by the runners of a process, one after the other on the same endpoint. */
  unrecorded: UnrecordedAttempts
}

const MAX_READ = 512
const MAX_READ_BYTES = 8 * 2 ** 20
const READS_PER_SLOT = 16
/**
 * Pause after a read that drained the store; doubles with each read that finds nothing, up to the maximum.
 */
const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 500
/** How often a read looks back for what was committed late, and how far: no transaction of ours runs longer. */
const LOOK_BACK_EVERY_MS = 5_000
const LOOK_BACK_MS = 15_000
/** How often a read begins at the oldest delivery. */
const WHOLE_READ_MS = 60_000

export class DueDeliveries {
  /** From the start of a read until its deliveries are queued. */
  isReading = false
  private readonly deps: DueDeliveriesDeps
  private readonly claim: number
  private readonly state: EndpointState<SendableDelivery>
  private readonly onDeferred: () => void
  /**
   * Deferred deliveries that the store still considers due: a read now would bring them faster than they are
   * written.
   */
  private deferring = 0
  /** Finished since the read under way began: that read may still bring them. */
  private finishedDuringRead: SendableDelivery[] = []
  /** The last read emptied the store. */
  private drained = false
  private averageBytes = 4_096
  private pauseMs = MIN_PAUSE_MS
  private nextReadAt = 0
  /** Where the next read begins, and when one last began at the beginning. */
  private from: string | null = null
  private wholeReadAt = performance.now()
  private lookedBackAt = performance.now()

  /** `onDeferred` is called when all deferred deliveries are written. */
  constructor(
    claim: number,
    state: EndpointState<SendableDelivery>,
    deps: DueDeliveriesDeps,
    onDeferred: () => void,
  ) {
    this.claim = claim
    this.state = state
    this.deps = deps
    this.onDeferred = onDeferred
  }

  /** Milliseconds until the next read (0 or less: now); null if none is needed or possible yet. */
  msUntilRead(): number | null {
    if (this.isReading || this.deferring > 0) return null
    const { queues, inFlight, settings } = this.state
    if (!needsDeliveries(this.drained, queues.size, inFlight, settings.maxInFlight)) return null
    return this.nextReadAt - performance.now()
  }

  /**
   * Reads and queues the oldest due deliveries and returns how many were found. Throws what the store throws.
   */
  async read(): Promise<number> {
    const { callback, maxInFlight } = this.state.settings
    const affordable = Math.floor(MAX_READ_BYTES / this.averageBytes)
    const limit = Math.max(1, Math.min(MAX_READ, maxInFlight * READS_PER_SLOT, affordable))
    this.isReading = true
    try {
      // Deliveries that wait here or are in flight must not come a second time.
      const known = [
        ...waitingDeliveries(this.state.queues).map((delivery) => delivery.event),
        ...this.deps.unrecorded.of(callback),
      ]
      const found = await this.readFrom(limit, known)
      this.drained = found.length < limit
      this.pauseMs = found.length > 0 ? MIN_PAUSE_MS : Math.min(this.pauseMs * 2, MAX_PAUSE_MS)
      this.nextReadAt = performance.now() + (this.drained ? this.pauseMs : 0)
      this.accept(found)
      return found.length
    } finally {
      this.isReading = false
      this.forgetFinished()
    }
  }

  /** Reads on from where the last read began, and now and then from further back. */
  private async readFrom(limit: number, known: string[]): Promise<DueDelivery[]> {
    const startedAt = performance.now()
    const isWhole = startedAt - this.wholeReadAt >= WHOLE_READ_MS
    const looksBack = startedAt - this.lookedBackAt >= LOOK_BACK_EVERY_MS
    const read = await this.deps.store.more(this.state.settings.callback, limit, {
      known,
      from: isWhole ? '-infinity' : this.from,
      lookBackMs: looksBack ? LOOK_BACK_MS : 0,
    })
    if (isWhole) this.wholeReadAt = startedAt
    if (looksBack) this.lookedBackAt = startedAt
    this.from = read.from
    return read.found
  }

  /** Queues deliveries that were read. */
  accept(found: DueDelivery[]): void {
    const { recorder, unrecorded } = this.deps
    const { callback } = this.state.settings
    const inFlight = unrecorded.of(callback)
    const sendable = found.filter((delivery): delivery is SendableDelivery => {
      if (inFlight.has(delivery.event)) return false
      if (delivery.body !== null) return true
      recorder.missing({ callback, event: delivery.event })
      return false
    })
    if (sendable.length > 0)
      this.averageBytes = sendable.reduce((sum, { body }) => sum + body.length, 0) / sendable.length
    this.defer(enqueue(this.state, sendable))
  }

  /** Reads soon and from further back, because deliveries were just made due. */
  lookBack(): void {
    this.lookedBackAt = -Infinity
    this.nextReadAt = performance.now()
  }

  /** Leaves deliveries to wait in the store for an earlier one of their member. */
  defer(deliveries: SendableDelivery[]): void {
    const { callback } = this.state.settings
    const { claim } = this
    this.deferring += deliveries.length
    this.deps.recorder.deferred(
      deliveries.map(({ event }) => ({ callback, claim, event })),
      () => {
        this.deferring -= deliveries.length
        if (deliveries.length > 0 && this.deferring === 0) this.onDeferred()
      },
    )
  }

  /** An ordered delivery is over: the next one of its member may go. */
  finished(delivery: SendableDelivery): void {
    this.finishedDuringRead.push(delivery)
    this.forgetFinished()
  }

  private forgetFinished(): void {
    if (this.isReading) return
    for (const delivery of this.finishedDuringRead) forgetFinished(this.state.queues, delivery)
    this.finishedDuringRead = []
  }
}

/**
 * One partition in the hands of one worker, from acquisition to release: read sessions from the cursor on,
 * fold step after fold step, and the outbox relay alongside.
 *
 * A lost read session is replaced by another one that starts at the position in Postgres. When a step is
 * fenced, another worker owns the partition: its members leave the cache and nothing more is saved.
 */
import type { Publish } from '../../../schemas/stream/publish-error.js'
import { backoff, pause } from '../../lib/backoff.js'
import { FencedError, StoppedError } from '../../lib/errors.js'
import type { AcquiredPartition, SavedPosition } from '../../../schemas/stream/partition-store.js'
import type { DeadLetterCommand, DeadLetterStore } from '../../../schemas/stream/dead-letter-store.js'
import type { Division } from '../../../schemas/stream/subjects.js'
import type { ReadSession, WaitingMessage } from '../../stream/session.js'
import { HaltedError } from '../ownership/halt-partitions.js'
import { executeDeadLetterCommand } from '../poison/dead-letter-commands.js'
import { publishDeadLetters } from '../poison/dead-letter-publisher.js'
import { poisonRecovery, type PoisonRecovery, type PoisonRecoveryDeps } from '../poison/poison-recovery.js'
import { fairSemaphore, type FairSemaphore } from '../step/fair-semaphore.js'
import type { PartitionProgress } from '../step/commit-step.js'
import { foldStep } from '../step/fold-step.js'
import { ownerTag } from '../step/prepare-commit.js'
import type { StepLimits, Mailbox } from './mailbox.js'
import { SessionReader } from './session-reader.js'

export interface PartitionDeps extends PoisonRecoveryDeps {
  /**
   * Opens a session, once the stream fits the position.
   * @throws {HaltedError | FencedError | StoppedError} if it will not be opened
   */
  openSession: (position: SavedPosition, attempt: number, signal: AbortSignal) => Promise<ReadSession>
  deadLetters: DeadLetterStore
  publish: Publish
  /** Shared by the partitions of this worker. */
  semaphore: FairSemaphore
  limits: StepLimits
}

export interface PartitionRun {
  readonly partition: number
  readonly epoch: number
  readonly division: Division
  cursor: () => number
  revision: () => number
  /**
   * Messages stored in the stream and not yet committed; null while unknown. Messages stored before
   * `foldedTo`, epoch milliseconds, are committed.
   */
  lag: () => { lag: number; foldedTo?: number } | null
  /** Ends the read session; the next one is opened once the stream fits the cursor. */
  reopen: () => void
  /** Executes an operator's command for a parked member between two steps. Throws if it must be retried. */
  execute: (command: DeadLetterCommand) => Promise<void>
  /** Stops reading and finishes the running transaction; then the partition may be released. */
  stop: () => Promise<void>
  /** Resolves once the broker has deleted the consumers too; never rejects. */
  cleanedUp: () => Promise<void>
  readonly ended: Promise<RunEnd>
}

type RunEnd = 'stopped' | 'fenced' | 'halted'

/** Starts to fold the partition. Failures are retried, or end the run; it never rejects. */
export function runPartition(owned: AcquiredPartition, deps: PartitionDeps): PartitionRun {
  return new OwnedPartition(owned, deps)
}

/** Whether a message may have crashed a former owner (poison-recovery.ts). */
export function needsPoisonRecovery({ abandonedEpochs, suspect }: AcquiredPartition): boolean {
  return abandonedEpochs > 0 || suspect !== null
}

class OwnedPartition implements PartitionRun {
  readonly partition: number
  readonly epoch: number
  readonly division: Division
  readonly ended: Promise<RunEnd>
  private readonly deps: PartitionDeps
  private readonly progress: PartitionProgress
  private readonly stopping = new AbortController()
  /** Held by whatever commits: a step, an idle advance, an operator's command. Only one runs at a time. */
  private readonly cursorLock = fairSemaphore(1)
  private recovery: PoisonRecovery | null
  private reader: SessionReader | null = null
  private closing: Promise<void> = Promise.resolve()
  /** Messages that are being folded. */
  private folding = 0
  private foldedTo: number | null = null
  /** When the stream stored the message at the cursor, as read last. */
  private cursorStored: number | null
  /** Whether the parked members are known. */
  private ready = false

  constructor(owned: AcquiredPartition, deps: PartitionDeps) {
    this.deps = deps
    this.partition = owned.partition
    this.epoch = owned.epoch
    this.division = owned.division
    this.cursorStored = owned.cursorStored
    this.progress = { ...owned, parked: new Set() }
    this.recovery = needsPoisonRecovery(owned)
      ? poisonRecovery(deps, this.progress, owned, this.stopping.signal)
      : null
    this.ended = this.run().then(async (end) => {
      await this.finish(end)
      return end
    })
  }

  cursor(): number {
    return this.progress.cursor
  }

  revision(): number {
    return this.progress.revision
  }

  reopen(): void {
    this.reader?.box.close()
  }

  lag(): { lag: number; foldedTo?: number } | null {
    if (this.reader === null) return null
    const lag = this.reader.lag() + this.folding
    return this.foldedTo === null ? { lag } : { lag, foldedTo: this.foldedTo }
  }

  async execute(command: DeadLetterCommand): Promise<void> {
    const { deps, stopping } = this
    if (!this.ready || stopping.signal.aborted) return
    const unlock = await this.cursorLock.acquire(stopping.signal)
    try {
      const result = await executeDeadLetterCommand(deps, this.progress, command, stopping.signal)
      deps.log.info({ ...command, result }, 'operator command for a parked member executed')
      await deps.deadLetters.finish(command.id, result)
    } finally {
      unlock()
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    this.reader?.box.close()
    await this.ended
  }

  async cleanedUp(): Promise<void> {
    await this.closing
  }

  private async run(): Promise<RunEnd> {
    const { deps, progress, stopping } = this
    let failures = 0
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      const startedFrom = progress.cursor
      try {
        await this.readSession(attempt)
        if (progress.cursor > startedFrom) failures = 0
      } catch (error) {
        if (progress.cursor > startedFrom) failures = 0
        if (error instanceof FencedError) return 'fenced'
        if (error instanceof HaltedError) return 'halted'
        if (error instanceof StoppedError || stopping.signal.aborted) break
        failures += 1
        deps.metrics.sessionLost()
        deps.log.warn(
          { partition: progress.partition, epoch: progress.epoch, failures, error },
          'partition read session lost, or its parked members not readable; reconnecting',
        )
        await pause(backoff(failures), stopping.signal)
      }
      if (!(await this.stillOwned())) return 'fenced'
    }
    return 'stopped'
  }

  private async finish(end: RunEnd): Promise<void> {
    const { deps, progress } = this
    await deps.relay.stop()
    deps.executor.invalidate({ ownerTag: ownerTag(progress) })
    deps.health.cleared(progress.partition)
    if (end !== 'fenced') return
    deps.metrics.fenced()
    deps.log.warn({ partition: progress.partition, epoch: progress.epoch }, 'partition lost to another owner')
  }

  /** Reads and folds until the session is lost or closed. */
  private async readSession(attempt: number): Promise<void> {
    const reader = (this.reader = new SessionReader(await this.open(attempt), this.deps.limits))
    if (this.stopping.signal.aborted) reader.box.close()
    try {
      await this.fold(reader.box)
    } finally {
      reader.box.close()
      this.reader = null
      this.closing = reader.session.close()
      // The next owner need not wait until the broker has deleted this consumer; our own next session does.
      if (!this.stopping.signal.aborted) await this.closing
    }
    const readError = await reader.ended
    if (readError !== null) throw readError
  }

  /** Opens the session while the partition is prepared: messages wait until the parked members are known. */
  private async open(attempt: number): Promise<ReadSession> {
    const [opened, prepared] = await Promise.allSettled([
      this.deps.openSession(
        { ...this.progress, cursorStored: this.cursorStored },
        attempt,
        this.stopping.signal,
      ),
      this.ready ? null : this.prepare(),
    ])
    if (opened.status === 'rejected') throw opened.reason
    if (prepared.status === 'fulfilled') return opened.value
    await opened.value.close()
    throw prepared.reason
  }

  private async prepare(): Promise<void> {
    const { deps, progress } = this
    // Not awaited: the outbox has its own order, and itineraries must not wait while EVENTS takes nothing.
    deps.relay.enqueue(null)
    const parked = await deps.deadLetters.parked(progress.partition)
    for (const { member } of parked) progress.parked.add(member)
    if (parked.some((member) => !member.announced))
      await publishDeadLetters(deps.deadLetters, deps.publish, progress.partition)
    this.ready = true
  }

  private async fold(box: Mailbox<WaitingMessage>): Promise<void> {
    while (await box.waitForMessages()) {
      const unlock = await this.cursorLock.acquire(this.stopping.signal)
      try {
        await this.foldNextStep(box)
      } finally {
        unlock()
      }
    }
  }

  private async foldNextStep(box: Mailbox<WaitingMessage>): Promise<void> {
    const { deps, progress, recovery, stopping } = this
    const release = await deps.semaphore.acquire(stopping.signal, {
      // A message that may crash the process is folded with nothing beside it, or its neighbours would be
      // suspected.
      exclusive: recovery?.maxMessages === 1,
      weight: () => Math.min(box.size(), recovery?.maxMessages ?? deps.limits.messages),
    })
    try {
      const parkedBefore = progress.parked.size
      const messages = box.take(recovery?.maxMessages)
      this.folding = messages.length
      if (recovery !== null) this.recovery = await recovery.fold(messages)
      else if (messages.length > 0) await foldStep(deps, progress, messages, stopping.signal)
      this.foldedTo = messages.at(-1)?.stored ?? this.foldedTo
      if (progress.parked.size > parkedBefore) void this.announceParked()
    } finally {
      this.folding = 0
      release()
    }
  }

  private async announceParked(): Promise<void> {
    const { deps, partition } = this
    try {
      await publishDeadLetters(deps.deadLetters, deps.publish, partition)
    } catch (error) {
      deps.log.warn({ partition, error }, 'dead letter not published; the next owner will publish it')
    }
  }

  /**
   * Whether the epoch is still ours; sets the cursor to what Postgres has. Retries until Postgres answers.
   */
  private async stillOwned(): Promise<boolean> {
    const { deps, progress, stopping } = this
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      try {
        const position = await deps.position(progress.partition)
        if (position.epoch !== progress.epoch) return false
        if (position.cursor !== progress.cursor) deps.executor.invalidate({ ownerTag: ownerTag(progress) })
        progress.cursor = position.cursor
        progress.revision = position.revision
        this.cursorStored = position.cursorStored
        return true
      } catch (error) {
        deps.log.warn(
          { partition: progress.partition, failures, error },
          'partition position not readable; will retry',
        )
        await pause(backoff(failures), stopping.signal)
      }
    }
    return true
  }
}

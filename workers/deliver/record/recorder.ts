/**
 * Writes outcomes to the store in batches: what gathers while one batch is written, or for a moment after it,
 * is the next one. A full statement's worth is written next to the batch under way, so that senders need not
 * wait for their outcomes; whatever must come after earlier reports is written alone. A batch that fails is
 * retried together with what was reported since, and senders pause when too much waits (`isOverloaded`). Data
 * that Postgres refuses belongs to one callback: the writes of all others are saved.
 *
 *     idle --report--> gathering --8 ms or writeSoon--> writing --written--> idle, or gathering if more waits
 *     idle --urgent report, or one that must be in order------> writing
 *
 * Next to `writing` a second statement may run, if neither of the two must be written in order (`shared`).
 * `urgent` remembers a `writeSoon` that could do nothing yet: the next batch is written without gathering.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../schemas/base/log.js'
import type { AttemptWrite, ClaimWrite, RecordBatch } from '../../../schemas/webhooks/delivery.js'
import { asPoisonMessage } from '../../lib/errors.js'
import type { DeliveryStore } from '../../../schemas/webhooks/delivery-store.js'
import {
  callbacksOf,
  isEmpty,
  mergeWrites,
  mustWriteNowInOrder,
  noWrites,
  writesOf,
} from './pending-writes.js'
import type { PendingWrites } from './pending-writes.js'

export interface Recorder {
  /** `written` is called once the attempt is in the store. */
  attempt: (attempt: AttemptWrite, written: () => void) => void
  /** Rows of one callback. `written` is called once they are in the store; at once if there are none. */
  deferred: (rows: RecordBatch['deferred'], written: () => void) => void
  missing: (row: RecordBatch['missing'][number]) => void
  disabled: (row: RecordBatch['disabled'][number]) => void
  /** Gives a claim back, after everything reported before it. */
  giveBack: (claim: ClaimWrite, written: () => void) => void
  /** A sender is blocked until its outcomes are written: write as soon as the current statement ends. */
  writeSoon: () => void
  /** Whether so much waits to be written that nothing more should be sent. */
  isOverloaded: () => boolean
  /** Resolves once everything reported so far is written. Rejects after `timeoutMs`. */
  flush: (timeoutMs: number) => Promise<void>
}

/** Attempts waiting above which sending pauses. */
const MAX_PENDING_ATTEMPTS = 5_000
const RETRY_MS = 100
/**
 * How long attempts gather that nothing waits for: a statement with a hundred costs little more than one with
 * ten.
 */
const GATHER_MS = 8
/** Enough for a second statement next to the one under way. */
const ATTEMPTS_PER_STATEMENT = 64

export function recorder(record: DeliveryStore['record'], log: Log): Recorder {
  return new BatchRecorder(record, log)
}

/** What the write loop does. `shared`: a second statement may be written next to the current one. */
type LoopState = { is: 'idle' } | { is: 'gathering'; end: () => void } | { is: 'writing'; shared: boolean }

/** What `writeSoon` does in a state of the recorder. */
type WriteSoonAction = 'endGathering' | 'startSecondStatement' | 'markUrgent'

function writeSoonAction(loop: LoopState, secondIsRunning: boolean, pending: PendingWrites): WriteSoonAction {
  const inOrder = mustWriteNowInOrder(pending)
  const isWorthStatement = inOrder || pending.batch.attempts.length >= ATTEMPTS_PER_STATEMENT
  if (loop.is === 'gathering' && (!secondIsRunning || isWorthStatement)) return 'endGathering'
  const mayShare = loop.is === 'writing' && loop.shared && !secondIsRunning && !inOrder
  return mayShare && isWorthStatement ? 'startSecondStatement' : 'markUrgent'
}

class BatchRecorder implements Recorder {
  private readonly record: DeliveryStore['record']
  private readonly log: Log
  private pending = noWrites()
  private loop: LoopState = { is: 'idle' }
  private running: Promise<void> | null = null
  private secondStatement: Promise<void> | null = null
  /** A sender waits for what is pending: it is written without gathering more. */
  private urgent = false

  constructor(record: DeliveryStore['record'], log: Log) {
    this.record = record
    this.log = log
  }

  attempt(attempt: AttemptWrite, written: () => void): void {
    const { batch, listeners } = this.pending
    batch.attempts.push(attempt)
    listeners.push({ callback: attempt.callback, written })
    const isRepaired = attempt.repairedUnder !== undefined
    if (attempt.ordered || isRepaired || batch.attempts.length >= ATTEMPTS_PER_STATEMENT) this.writeSoon()
    this.start()
  }

  deferred(rows: RecordBatch['deferred'], written: () => void): void {
    const [first] = rows
    if (first === undefined) {
      written()
      return
    }
    this.pending.batch.deferred.push(...rows)
    this.pending.listeners.push({ callback: first.callback, written })
    this.start()
  }

  missing(row: RecordBatch['missing'][number]): void {
    this.pending.batch.missing.push(row)
    this.start()
  }

  disabled(row: RecordBatch['disabled'][number]): void {
    this.pending.batch.disabled.push(row)
    this.start()
  }

  giveBack(claim: ClaimWrite, written: () => void): void {
    this.pending.batch.claims.push(claim)
    this.pending.listeners.push({ callback: claim.callback, written })
    this.writeSoon()
    this.start()
  }

  writeSoon(): void {
    switch (writeSoonAction(this.loop, this.secondStatement !== null, this.pending)) {
      case 'endGathering':
        this.endGathering()
        return
      case 'startSecondStatement':
        this.secondStatement = this.writePending().finally(() => {
          this.secondStatement = null
          if (this.urgent) this.endGathering()
          if (!isEmpty(this.pending)) this.start()
        })
        return
      case 'markUrgent':
        this.urgent = true
    }
  }

  isOverloaded(): boolean {
    return this.pending.batch.attempts.length > MAX_PENDING_ATTEMPTS
  }

  async flush(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs
    while (this.running !== null || this.secondStatement !== null) {
      if (performance.now() > deadline) throw new Error('outcomes were not written in time')
      await Promise.race([Promise.all([this.running, this.secondStatement]), delay(RETRY_MS)])
    }
  }

  private start(): void {
    this.running ??= Promise.resolve()
      .then(async () => {
        await this.run()
      })
      .finally(() => {
        this.running = null
        if (!isEmpty(this.pending)) this.start()
      })
  }

  private async run(): Promise<void> {
    while (!isEmpty(this.pending)) {
      if (!this.urgent && !mustWriteNowInOrder(this.pending)) await this.gather()
      if (mustWriteNowInOrder(this.pending)) await this.secondStatement
      this.loop = { is: 'writing', shared: !mustWriteNowInOrder(this.pending) }
      await this.writePending()
      this.loop = { is: 'idle' }
    }
  }

  private async gather(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GATHER_MS)
      this.loop = {
        is: 'gathering',
        end: () => {
          clearTimeout(timer)
          resolve()
        },
      }
    })
    this.loop = { is: 'idle' }
  }

  private endGathering(): void {
    if (this.loop.is === 'gathering') this.loop.end()
  }

  private async writePending(): Promise<void> {
    const taken = this.pending
    this.pending = noWrites()
    this.urgent = false
    const failed = await this.write(taken)
    if (failed.length === 0) return
    this.pending = [...failed, this.pending].reduce(mergeWrites)
    await delay(RETRY_MS)
  }

  /** Writes the batch; returns what has to be retried. */
  private async write(taken: PendingWrites): Promise<PendingWrites[]> {
    try {
      await this.record(taken.batch, taken.again)
      for (const { written } of taken.listeners) written()
      return []
    } catch (error) {
      const callbacks = asPoisonMessage(error) === null ? [] : callbacksOf(taken)
      if (callbacks.length > 1) {
        const failed: PendingWrites[] = []
        for (const callback of callbacks) failed.push(...(await this.write(writesOf(callback, taken))))
        return failed
      }
      const facts = { error, attempts: taken.batch.attempts.length }
      if (callbacks.length === 1)
        this.log.error(
          { ...facts, callback: callbacks[0] },
          'database refuses the delivery outcomes of a callback; will retry',
        )
      else this.log.warn(facts, 'delivery outcomes not written; will retry')
      return [{ ...taken, again: true }]
    }
  }
}

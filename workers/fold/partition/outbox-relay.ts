/**
 * Publishes a partition's outbox to the EVENTS stream, in order (workers/DESIGN.md 4.2). What a commit wrote
 * is known and published at once without reading it again; the next commit records how far publishing got, or
 * an update of its own if none follows. Rows are read only for what the last owner left and when the outcome
 * of a commit is in doubt. A row is a notice pack: one notice or several of one commit (event-notice.ts). It
 * stays pending until the stream has it; one that is published twice is recognised by its message id. The id
 * contains a hash of the pack, because after a restore of Postgres its events may have ids that were used
 * before.
 */
import { hash } from 'node:crypto'
import type { Log } from '../../../schemas/base/log.js'
import type { Publish } from '../../../schemas/stream/publish-error.js'
import { eventSubject } from '../../../schemas/stream/subjects.js'
import { backoff, pause } from '../../lib/backoff.js'
import type { OutboxRow, OutboxStore } from '../../../schemas/stream/member-store.js'

export interface OutboxRelay {
  /** The rows a commit wrote; null: unknown, the outbox has to be read. */
  enqueue: (rows: OutboxRow[] | null) => void
  /** `published`, for a commit to record; null if it is recorded. */
  unrecorded: () => number | null
  /** A commit has recorded `published`. */
  markRecorded: (published: number) => void
  /**
   * Stops once the pack in flight is acknowledged, or after `STOP_TIMEOUT_MS`. The next owner publishes
   * what is left, under the same message ids.
   */
  stop: () => Promise<void>
}

export interface OutboxRelayDeps {
  outbox: OutboxStore
  publish: Publish
  log: Log
  onPublished: (count: number) => void
}

const STOP_TIMEOUT_MS = 250
/** How long published rows wait for a commit to record them. */
const RECORD_DELAY_MS = 1_000
/** Most rows in memory (each up to 64 KB, mostly 2); further ones are read once those are published. */
const MAX_QUEUED = 100
/**
 * Older rows may have been published by another owner since and are read again. Well within the stream's
 * dedupe window.
 */
const STALE_AFTER_MS = 10_000
const encoder = new TextEncoder()

/** The relay of one partition. Only the partition's owner may run it, one at a time. */
export function outboxRelay(partition: number, deps: OutboxRelayDeps): OutboxRelay {
  return new PartitionOutboxRelay(partition, deps)
}

class PartitionOutboxRelay implements OutboxRelay {
  /** Ids of the last row published, and of the last row recorded as published. */
  private published = 0
  private recorded = 0
  private readonly partition: number
  private readonly deps: OutboxRelayDeps
  private readonly subject: string
  private readonly stopped = new AbortController()
  /** Rows to publish next, and since when they are known. */
  private queue: Array<OutboxRow & { at: number }> = []
  /** The outbox may hold rows after those in the queue. */
  private hasUnread = false
  private running: Promise<void> | null = null
  private recordTimer: NodeJS.Timeout | null = null

  constructor(partition: number, deps: OutboxRelayDeps) {
    this.partition = partition
    this.deps = deps
    this.subject = eventSubject(partition)
  }

  enqueue(rows: OutboxRow[] | null): void {
    if (rows === null || this.queue.length + rows.length > MAX_QUEUED) this.hasUnread = true
    // Never append past unread rows.
    else if (!this.hasUnread) for (const row of rows) this.queue.push({ ...row, at: performance.now() })
    this.wake()
  }

  unrecorded(): number | null {
    return this.published > this.recorded ? this.published : null
  }

  markRecorded(published: number): void {
    this.recorded = Math.max(this.recorded, published)
  }

  async stop(): Promise<void> {
    this.stopped.abort(new Error('the outbox relay was stopped'))
    if (this.recordTimer !== null) clearTimeout(this.recordTimer)
    const finished = (this.running ?? Promise.resolve())
      .then(async () => {
        await this.recordPublished()
      })
      .catch((error: unknown) => {
        this.deps.log.debug(
          { partition: this.partition, error },
          'published notices not recorded; the next owner publishes them again under the same ids',
        )
      })
    await Promise.race([finished, pause(STOP_TIMEOUT_MS, new AbortController().signal)])
  }

  private wake(): void {
    if (this.stopped.signal.aborted) return
    this.running ??= this.run().finally(() => {
      this.running = null
      if (this.hasUnread || this.queue.length > 0) this.wake()
    })
  }

  private async run(): Promise<void> {
    let failures = 0
    while (!this.stopped.signal.aborted) {
      try {
        const row = await this.next()
        if (row === undefined || this.stopped.signal.aborted) return
        // One at a time: a stream that is nearly full refuses a large pack and would take a small one after it.
        await this.deps.publish(encoder.encode(row.body), this.subject, messageId(row))
        this.queue.shift()
        this.published = row.id
        this.deps.onPublished(1)
        this.scheduleRecord()
        failures = 0
      } catch (error) {
        failures += 1
        this.deps.log.warn(
          { partition: this.partition, failures, error },
          'events not published; they stay in the outbox and will be retried',
        )
        await pause(backoff(failures), this.stopped.signal)
      }
    }
  }

  private async next(): Promise<OutboxRow | undefined> {
    const [first] = this.queue
    if (first !== undefined && performance.now() - first.at > STALE_AFTER_MS) {
      this.queue = []
      this.hasUnread = true
    }
    while (this.queue.length === 0 && this.hasUnread) await this.read()
    return this.queue[0]
  }

  private async read(): Promise<void> {
    const at = performance.now()
    this.hasUnread = false
    try {
      const rows = await this.deps.outbox.pending(this.partition, this.published, MAX_QUEUED)
      const last = rows.at(-1)?.id ?? this.published
      // Rows enqueued while the outbox was read.
      const later = this.queue.filter((row) => row.id > last)
      this.queue = rows.map((row) => ({ ...row, at }))
      if (rows.length < MAX_QUEUED) this.queue.push(...later)
      else this.hasUnread = true
    } catch (error) {
      this.queue = []
      this.hasUnread = true
      throw error
    }
  }

  private async recordPublished(): Promise<void> {
    const upTo = this.published
    if (upTo <= this.recorded) return
    await this.deps.outbox.recordPublished(this.partition, upTo)
    this.recorded = Math.max(this.recorded, upTo)
  }

  /** Records published rows by itself unless a commit does it first. */
  private scheduleRecord(): void {
    if (this.published <= this.recorded || this.stopped.signal.aborted) return
    const due = this.published
    this.recordTimer ??= setTimeout(() => {
      this.recordTimer = null
      if (this.recorded >= due) {
        this.scheduleRecord()
        return
      }
      this.recordPublished().catch((error: unknown) => {
        this.deps.log.warn({ partition: this.partition, error }, 'published notices not recorded; will retry')
        this.scheduleRecord()
      })
    }, RECORD_DELAY_MS)
  }
}

/** The same for a row however often it is published, and another for the same events folded again. */
function messageId({ eventId, body }: OutboxRow): string {
  return `${eventId}:${hash('sha1', body)}`
}

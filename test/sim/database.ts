/**
 * Postgres as the fold sees it: the tables, and transactions that hold row locks while they run and change everything at
 * their end. What the statements of db/fold and db/operator decide is decided here by the same conditions, after the locks
 * are held; test/support/fold/store-contract.ts asks both the same questions.
 */
import { RowLocks } from './row-locks.js'
import type { Id } from '../../schemas/base/ids.js'
import type { ParkedMember, ParkedMessage } from '../../schemas/stream/dead-letter-store.js'
import type { EventWrite } from '../../schemas/stream/fold-result.js'
import type { Commit, OutboxRow } from '../../schemas/stream/member-store.js'
import type { StoredIdentity } from '../../schemas/stream/partition-store.js'
import type { LostRun, StreamEnd } from '../../schemas/stream/stream-audit.js'
import type { SavedMessage } from '../../schemas/stream/saved-messages.js'

/** A row of partition_owner and its row of partition_position, which are always locked together. */
export interface PartitionRow {
  partition: number
  owner: string | null
  epoch: number
  status: string
  isReleased: boolean
  abandonedEpochs: number
  suspect: number | null
  suspectEpoch: number | null
  suspectCrashes: number
  suspectOwners: string[]
  mismatchSince: number
  mismatchSeen: number
  cursor: number
  cursorStored: number | null
  revision: number
  applied: number
  published: number
  lag: number | null
}

export interface MemberRow {
  id: Id
  head: string | null
  sequence: number
  appliedSeq: number
}

export interface EventRow extends EventWrite {
  member: Id
  /** Rises in the order in which transactions began. */
  xid: number
  /** When it was committed. */
  committedAt: number
}

/** A segment of the stub rules: which batch it was made of. */
export interface SegmentRow {
  member: Id
  batch: Id
}

/** A worker's lease, and the session of its control connection. */
interface WorkerRow {
  session: string
  expiresAt: number
}

export interface DatabaseOptions {
  /** Epoch milliseconds. */
  now: () => number
  /** Resolves when a transaction that changes rows has done its work; rejects if Postgres ends before. */
  busy: () => Promise<void>
  /** Whether that session is still there. */
  hasSession: (session: string) => boolean
  /** Called at the end of every transaction that notifies. */
  onNotify: () => void
  onHalt?: (row: PartitionRow) => void
  onLost?: (lost: readonly LostRun[]) => void
  onCommit?: (commit: Commit) => void
}

/** Of RECORD_MISMATCH (db/fold/partition-statements.ts). */
const MISMATCH_GAP_MS = 5_000

export class Database {
  readonly partitions = new Map<number, PartitionRow>()
  readonly workers = new Map<string, WorkerRow>()
  readonly members = new Map<Id, MemberRow>()
  /** By member and batch: the sequence at which it was applied. */
  readonly batches = new Map<string, number>()
  /** By member: the greatest batch applied. */
  readonly newestBatch = new Map<Id, number>()
  readonly segments = new Map<Id, SegmentRow>()
  /** By id and time, as the key of the table is. */
  readonly events = new Map<string, EventRow>()
  readonly eventsById = new Map<string, EventRow>()
  readonly eventsOf = new Map<Id, EventRow[]>()
  readonly outbox = new Map<number, OutboxRow[]>()
  readonly parked = new Map<Id, ParkedMember & { partition: number; announced: boolean }>()
  readonly parkedMessages: ParkedMessage[] = []
  /** Of the audit of the stream. */
  readonly audit = {
    audited: 0,
    end: { seq: 0, stored: null } as StreamEnd,
    folded: new Set<number>(),
    lost: new Map<number, LostRun>(),
  }
  readonly saved: Array<SavedMessage & { position: number }> = []
  identity: StoredIdentity | null = null
  outboxIds = 0
  savedPositions = 0
  /** Transactions that have begun, and those that have not ended. */
  xids = 0
  readonly running = new Set<number>()
  readonly locks = new RowLocks<number>()
  readonly options: DatabaseOptions

  constructor(options: DatabaseOptions) {
    this.options = options
  }

  /** The rows of these partitions, locked while `decide` and what it returns run: that happens at the end, or never. */
  async transaction<T>(
    partitions: readonly number[],
    decide: (xid: number) => { answer: T; change?: () => void },
  ): Promise<T> {
    const xid = ++this.xids
    this.running.add(xid)
    const unlock = await this.locks.lock([...partitions].sort((a, b) => a - b)).catch((error: unknown) => {
      this.running.delete(xid)
      throw error
    })
    try {
      const { answer, change } = decide(xid)
      if (change !== undefined) {
        await this.options.busy()
        change()
      }
      return answer
    } finally {
      this.running.delete(xid)
      unlock()
    }
  }

  row(partition: number): PartitionRow {
    const row = this.partitions.get(partition)
    if (row === undefined) throw new Error(`partition ${partition} does not exist`)
    return row
  }

  all(): PartitionRow[] {
    return [...this.partitions.values()].sort((a, b) => a.partition - b.partition)
  }

  isLive(worker: string): boolean {
    const row = this.workers.get(worker)
    return row !== undefined && row.expiresAt > this.options.now() && this.options.hasSession(row.session)
  }

  addPartition(partition: number, more: Partial<PartitionRow> = {}): void {
    this.outbox.set(partition, [])
    this.partitions.set(partition, {
      partition,
      owner: null,
      epoch: 0,
      status: 'ok',
      isReleased: true,
      abandonedEpochs: 0,
      suspect: null,
      suspectEpoch: null,
      suspectCrashes: 0,
      suspectOwners: [],
      mismatchSince: -Infinity,
      mismatchSeen: -Infinity,
      cursor: 0,
      cursorStored: null,
      revision: 0,
      applied: 0,
      published: 0,
      lag: null,
      ...more,
    })
  }

  addEvent(event: EventRow): void {
    const key = `${event.id}/${event.created}`
    if (this.events.has(key)) return
    this.events.set(key, event)
    this.eventsById.set(event.id, event)
    const ofMember = this.eventsOf.get(event.member) ?? []
    this.eventsOf.set(event.member, ofMember)
    ofMember.push(event)
  }

  heartbeat(worker: string, session: string, ttlMs: number): void {
    for (const row of this.partitions.values()) {
      if (!row.suspectOwners.includes(worker) || this.locks.isLocked(row.partition)) continue
      row.suspectCrashes = Math.max(0, row.suspectCrashes - 1)
      row.suspectOwners = row.suspectOwners.filter((one) => one !== worker)
    }
    const isNew = !this.workers.has(worker)
    this.workers.set(worker, { session, expiresAt: this.options.now() + ttlMs })
    if (isNew) this.options.onNotify()
  }

  /** Raises the epoch of those of the partitions that are free, the worker's own or orphaned; returns them. */
  async acquire(worker: string, partitions: number[]): Promise<PartitionRow[]> {
    if (!this.isLive(worker)) return []
    const isFree = ({ owner }: PartitionRow): boolean =>
      owner === null || owner === worker || !this.isLive(owner)
    const wanted = partitions.filter((one) => this.partitions.has(one) && isFree(this.row(one)))
    return await this.transaction(wanted, () => {
      const free = wanted.map((one) => this.row(one)).filter(isFree)
      return {
        answer: free,
        change: () => {
          for (const row of free) {
            const isAbandoned = !row.isReleased && row.owner !== worker
            const former = row.owner
            if (
              former !== null &&
              isAbandoned &&
              row.suspect !== null &&
              row.suspectEpoch === row.epoch &&
              !row.suspectOwners.includes(former)
            ) {
              row.suspectCrashes += 1
              row.suspectOwners = [...row.suspectOwners, former]
            }
            row.abandonedEpochs = isAbandoned ? row.abandonedEpochs + 1 : 0
            row.owner = worker
            row.epoch += 1
            row.isReleased = false
          }
        },
      }
    })
  }

  async release(worker: string, left: Array<{ partition: number; epoch: number }>): Promise<void> {
    await this.transaction(
      left.map(({ partition }) => partition),
      () => ({ answer: undefined, change: () => this.free(worker, left) }),
    )
  }

  private free(worker: string, left: Array<{ partition: number; epoch: number }>): void {
    const mine = left.filter(({ partition, epoch }) => {
      const row = this.partitions.get(partition)
      return row?.epoch === epoch && row.owner === worker
    })
    for (const { partition } of mine) Object.assign(this.row(partition), { owner: null, isReleased: true })
    if (mine.length > 0) this.options.onNotify()
  }

  leave(worker: string): void {
    for (const row of this.partitions.values())
      if (row.owner === worker && !this.locks.isLocked(row.partition))
        Object.assign(row, { owner: null, isReleased: true })
    this.workers.delete(worker)
    this.options.onNotify()
  }

  async recordMismatch(seen: Array<{ partition: number; epoch: number }>): Promise<Map<number, number>> {
    return await this.transaction(
      seen.map(({ partition }) => partition),
      () => {
        const now = this.options.now()
        const mine = seen
          .filter(({ partition, epoch }) => this.row(partition).epoch === epoch)
          .map(({ partition }) => this.row(partition))
        for (const row of mine) {
          if (!(row.mismatchSeen > now - MISMATCH_GAP_MS)) row.mismatchSince = now
          row.mismatchSeen = now
        }
        return { answer: new Map(mine.map((row) => [row.partition, now - row.mismatchSince])) }
      },
    )
  }

  async halt(partition: number, epoch: number, status: string): Promise<boolean> {
    return await this.transaction([partition], () => {
      const row = this.row(partition)
      if (row.epoch !== epoch) return { answer: false }
      const change = (): void => {
        row.status = status
        this.options.onHalt?.(row)
      }
      return { answer: true, change }
    })
  }

  isFitting(row: PartitionRow): boolean {
    return row.status === 'ok' && row.mismatchSeen < this.options.now() - MISMATCH_GAP_MS
  }
}

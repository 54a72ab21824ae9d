/**
 * Finds the partitions that the stream does not fit, and halts those that it has not fitted for a while. Only an
 * operator ends a halt (workers/DESIGN.md 4.4).
 *
 * Partitions are confirmed while nothing else waits for them: they are looked at together, twice a second, until they
 * fit again, are halted, or are stopped. How long each of them has not fitted is kept in Postgres, so that another owner
 * goes on where this one stopped.
 */
import type { Log } from '../../../schemas/base/log.js'
import type {
  PartitionPosition,
  PartitionStore,
  StoredIdentity,
  StreamIdentity,
} from '../../../schemas/stream/partition-store.js'
import { pause } from '../../lib/backoff.js'
import { FencedError, StoppedError } from '../../lib/errors.js'
import type { SegmentsStream } from '../../stream/segments-stream.js'
import type { StreamState } from '../../stream/setup.js'
import type { FoldMetrics } from '../fold-metrics.js'
import { haltReason, type HaltReason, type StoredAtCursor } from './stream-continuity.js'

export interface HaltPartitions {
  /**
   * Those of the positions that the stream, null if it is missing, does not fit now. `stream` must have been read after
   * the cursors: an older state may end before a cursor without any fault.
   */
  mismatches: <T extends PartitionPosition>(
    stream: StreamState | null,
    positions: T[],
  ) => Promise<Array<Mismatch<T>>>
  /**
   * Resolves once the stream fits the position.
   * @throws {HaltedError} once the partition is halted
   * @throws {FencedError} if it has another owner
   * @throws {StoppedError} if the signal aborts
   */
  fits: (position: PartitionPosition, signal: AbortSignal) => Promise<void>
}

export interface Mismatch<T extends PartitionPosition = PartitionPosition> {
  position: T
  why: HaltReason
  atCursor: StoredAtCursor | null
}

/** The partition waits for an operator. */
export class HaltedError extends Error {
  constructor() {
    super('the stream does not fit the partition')
  }
}

export interface HaltPartitionsDeps {
  stream: SegmentsStream
  partitions: PartitionStore
  metrics: FoldMetrics
  log: Log
  /** Milliseconds for which a mismatch must last, 25 s by default. */
  confirmMs?: number
}

/**
 * A leader that was frozen or cut off answers from an older state until it hears of its successor; nats-server (2.14)
 * lets one without its followers go on for up to 20 s.
 */
export const CONFIRM_MS = 25_000
const CONFIRM_EVERY_MS = 500

export async function haltPartitions(first: StreamState, deps: HaltPartitionsDeps): Promise<HaltPartitions> {
  const halts = new PartitionHalts(deps, await deps.partitions.identify(identityOf(first)))
  return {
    mismatches: async (stream, positions) => await halts.mismatches(stream, positions),
    fits: async (position, signal) => {
      await halts.fits(position, signal)
    },
  }
}

function identityOf({ streamId, slices, partitions }: StreamState): StreamIdentity {
  return { streamId, slices, partitions }
}

/** A partition that is looked at until its outcome is known. */
interface Waiting {
  position: PartitionPosition
  settle: (outcome: 'fits' | Error) => void
}

class PartitionHalts {
  /** The stream that the cursors belong to, as last read. */
  private known: StoredIdentity
  private readonly deps: HaltPartitionsDeps
  private readonly confirmMs: number
  private readonly waiting = new Set<Waiting>()
  private looking = false

  constructor(deps: HaltPartitionsDeps, known: StoredIdentity) {
    this.deps = deps
    this.known = known
    this.confirmMs = deps.confirmMs ?? CONFIRM_MS
  }

  async mismatches<T extends PartitionPosition>(
    stream: StreamState | null,
    positions: T[],
  ): Promise<Array<Mismatch<T>>> {
    // An operator may have adopted another one.
    if (stream !== null && haltReason(stream, this.known, { cursor: 0 }) === 'HALTED_STREAM_RECREATED')
      this.known = await this.deps.partitions.identify(identityOf(stream))
    const stored = await this.readStored(stream, positions)
    const found: Array<Mismatch<T>> = []
    for (const position of positions) {
      const atCursor = compareStored(position, stored)
      const why = await this.reasonToHalt(stream, position, atCursor)
      if (why !== null) found.push({ position, why, atCursor })
    }
    return found
  }

  async fits(position: PartitionPosition, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        position,
        settle: (outcome) => {
          this.waiting.delete(waiting)
          signal.removeEventListener('abort', onAbort)
          if (outcome === 'fits') resolve()
          else reject(outcome)
        },
      }
      const onAbort = (): void => {
        waiting.settle(new StoppedError())
      }
      signal.addEventListener('abort', onAbort)
      this.waiting.add(waiting)
      if (signal.aborted) onAbort()
      if (!this.looking) void this.lookWhileWaiting()
    })
  }

  private async lookWhileWaiting(): Promise<void> {
    this.looking = true
    // Partitions that begin together are looked at together.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.waiting.size > 0) {
      const looked = [...this.waiting]
      try {
        await this.look(looked)
      } catch (error) {
        // Their runs log it, and come back.
        for (const { settle } of looked) settle(error instanceof Error ? error : new Error(String(error)))
      }
      if (this.waiting.size > 0)
        await pause(Math.min(CONFIRM_EVERY_MS, this.confirmMs), new AbortController().signal)
    }
    this.looking = false
  }

  /** Settles those that fit, that have lasted long enough to be halted, and that have another owner. */
  private async look(looked: Waiting[]): Promise<void> {
    const stream = await this.deps.stream.state()
    const found = await this.mismatches(
      stream,
      looked.map(({ position }) => position),
    )
    const byPosition = new Map(found.map((mismatch) => [mismatch.position, mismatch]))
    for (const { position, settle } of looked) if (!byPosition.has(position)) settle('fits')
    if (found.length === 0) return
    const lasted = await this.deps.partitions.recordMismatch(found.map(({ position }) => position))
    const halted: Mismatch[] = []
    for (const { position, settle } of looked) {
      const mismatch = byPosition.get(position)
      const lastedMs = lasted.get(position.partition)
      if (mismatch === undefined) continue
      if (lastedMs === undefined) settle(new FencedError())
      else if (lastedMs >= this.confirmMs) {
        const isOurs = await this.deps.partitions.halt(position.partition, position.epoch, mismatch.why)
        if (isOurs) halted.push(mismatch)
        settle(isOurs ? new HaltedError() : new FencedError())
      }
    }
    this.report(stream, halted)
  }

  private report(stream: StreamState | null, halted: Mismatch[]): void {
    if (halted.length === 0) return
    for (const { position, why } of halted) this.deps.metrics.halted(position.partition, why)
    this.deps.log.error(
      {
        partitions: halted.map(({ position: { partition, epoch, cursor }, why, atCursor }) => ({
          partition,
          epoch,
          cursor,
          why,
          stored: atCursor,
        })),
        missing: stream === null,
        firstSeq: stream?.firstSeq,
        lastSeq: stream?.lastSeq,
      },
      'partitions halted: stream and cursors do not match; an operator has to repair them',
    )
  }

  private async reasonToHalt(
    stream: StreamState | null,
    { partition, cursor }: PartitionPosition,
    atCursor: StoredAtCursor | null,
  ): Promise<HaltReason | null> {
    const reason = haltReason(stream, this.known, { cursor, atCursor })
    if (stream === null || reason !== 'HALTED_GAP') return reason
    // There may be newer markers, and a trim may have passed a commit of ours whose answer has not arrived yet.
    this.known = await this.deps.partitions.identify(identityOf(stream))
    const position = await this.deps.partitions.position(partition)
    return haltReason(stream, this.known, { cursor: position.cursor }) === 'HALTED_GAP' ? reason : null
  }

  /** When the stream stored what it has at these positions, as far as that is to be compared. */
  private async readStored(
    stream: StreamState | null,
    positions: PartitionPosition[],
  ): Promise<Map<number, number>> {
    if (stream === null) return new Map()
    const { firstSeq, lastSeq } = stream
    const compared = positions
      .filter((position) => position.cursorStored !== null)
      .map((position) => position.cursor)
      .filter((cursor) => cursor >= firstSeq && cursor <= lastSeq)
    return compared.length === 0 ? new Map() : await this.deps.stream.storedTimes(compared)
  }
}

function compareStored(
  { cursor, cursorStored }: PartitionPosition,
  stored: ReadonlyMap<number, number>,
): StoredAtCursor | null {
  const found = stored.get(cursor) ?? null
  return cursorStored === null || found === null ? null : { expected: cursorStored, found }
}

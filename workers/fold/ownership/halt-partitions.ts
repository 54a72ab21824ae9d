/**
 * Halts the partitions that the stream does not fit. Only an operator ends a halt (workers/DESIGN.md 4.4).
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { NatsConnection } from 'nats'
import type { Log } from '../../../schemas/base/log.js'
import type { PartitionStore } from '../../../schemas/stream/partition-store.js'
import { findStreamState, type StreamState } from '../../stream/setup.js'
import { storedTimes } from '../../stream/stored-times.js'
import type { FoldMetrics } from '../fold-metrics.js'
import { haltReason, type HaltReason, type StoredAtCursor } from './stream-continuity.js'

export interface PartitionPosition {
  partition: number
  epoch: number
  cursor: number
  /**
   * Epoch milliseconds at which the message at the cursor was stored, to be compared with the stream; not
   * compared without it.
   */
  cursorStored?: number | null
}

export interface HaltPartitions {
  /** The stream's state; null if it is missing, which is checked twice. */
  streamState: () => Promise<StreamState | null>
  /** Reads the stream that the cursors belong to again: an operator may have adopted another one. */
  refreshIdentity: (stream: StreamState) => Promise<void>
  /** Whether the cursors belong to this stream. */
  isKnown: (stream: StreamState) => boolean
  /**
   * Halts those positions that the stream does not fit, and still does not after `confirmMs`, and returns them; logs all
   * of them in one line.
   * `onHalted` is awaited for each before the next is halted, so that a run stops even if a later halt fails.
   * `stream` must have been read after the cursors: an older state may end before a cursor without any fault.
   */
  haltMismatched: <T extends PartitionPosition>(
    stream: StreamState | null,
    positions: T[],
    onHalted?: (position: T) => Promise<void>,
  ) => Promise<T[]>
}

export interface HaltPartitionsDeps {
  nc: NatsConnection
  partitions: PartitionStore
  metrics: FoldMetrics
  log: Log
  /** Milliseconds for which a mismatch must last, 25 s by default. */
  confirmMs?: number
}

/** Before a missing stream is believed to be missing. */
const RECHECK_MS = 1_000
/**
 * A leader that was frozen or cut off answers from an older state until it hears of its successor; nats-server (2.14)
 * lets one without its followers go on for up to 20 s.
 */
const CONFIRM_MS = 25_000
const CONFIRM_EVERY_MS = 500

export async function haltPartitions(first: StreamState, deps: HaltPartitionsDeps): Promise<HaltPartitions> {
  const { nc, partitions, metrics, log, confirmMs = CONFIRM_MS } = deps
  const identify = async (stream: StreamState): Promise<{ streamId: string; partitions: number }> =>
    await partitions.identify({ streamId: stream.streamId, partitions: stream.partitions })
  let known = await identify(first)
  /** Partitions with the epochs under which they were halted, so that each halt is recorded once. */
  const recorded = new Set<string>()

  const reasonToHalt = async (
    stream: StreamState | null,
    { partition, cursor }: PartitionPosition,
    atCursor: StoredAtCursor | null,
  ): Promise<HaltReason | null> => {
    const reason = haltReason(stream, known, { cursor, atCursor })
    if (reason !== 'HALTED_GAP') return reason
    // A trim may have passed a commit of ours whose answer has not arrived yet.
    const position = await partitions.position(partition)
    return haltReason(stream, known, { cursor: position.cursor }) === 'HALTED_GAP' ? reason : null
  }

  const record = async ({ partition, epoch }: PartitionPosition, reason: HaltReason): Promise<boolean> => {
    const mark = `${partition}.${epoch}`
    if (recorded.has(mark)) return false
    recorded.add(mark)
    await partitions.halt(partition, epoch, reason)
    metrics.halted(partition, reason)
    return true
  }

  const mismatches = async <T extends PartitionPosition>(
    stream: StreamState | null,
    positions: T[],
  ): Promise<Array<Mismatch<T>>> => {
    const stored = await readStored(nc, stream, positions)
    const found: Array<Mismatch<T>> = []
    for (const position of positions) {
      const atCursor = compareStored(position, stored)
      const why = await reasonToHalt(stream, position, atCursor)
      if (why !== null) found.push({ position, why, atCursor, stream })
    }
    return found
  }

  const look = async <T extends PartitionPosition>(positions: T[]): Promise<Array<Mismatch<T>>> =>
    await mismatches(await findStreamState(nc), positions)

  const haltMismatched = async <T extends PartitionPosition>(
    stream: StreamState | null,
    positions: T[],
    onHalted?: (position: T) => Promise<void>,
  ): Promise<T[]> => {
    const halted: T[] = []
    const reports: Array<Mismatch<T>> = []
    try {
      for (const mismatch of await lasting(await mismatches(stream, positions), confirmMs, look)) {
        const { position, why } = mismatch
        if (await record(position, why)) reports.push(mismatch)
        halted.push(position)
        await onHalted?.(position)
      }
      return halted
    } finally {
      if (reports.length > 0) logHalts(log, reports)
    }
  }

  return {
    streamState: async () => {
      const state = await findStreamState(nc)
      if (state !== null) return state
      await delay(RECHECK_MS)
      return await findStreamState(nc)
    },
    refreshIdentity: async (stream) => {
      known = await identify(stream)
    },
    isKnown: (stream) => stream.streamId === known.streamId,
    haltMismatched,
  }
}

interface Mismatch<T extends PartitionPosition> {
  position: T
  why: HaltReason
  atCursor: StoredAtCursor | null
  /** The state that it does not fit. */
  stream: StreamState | null
}

/** Those mismatches that last for as long as an answer may be out of date. */
async function lasting<T extends PartitionPosition>(
  found: Array<Mismatch<T>>,
  confirmMs: number,
  look: (positions: T[]) => Promise<Array<Mismatch<T>>>,
): Promise<Array<Mismatch<T>>> {
  const until = performance.now() + confirmMs
  let left = found
  while (left.length > 0 && performance.now() < until) {
    await delay(Math.min(CONFIRM_EVERY_MS, confirmMs))
    left = await look(left.map(({ position }) => position))
  }
  return left
}

function logHalts(log: Log, mismatches: Array<Mismatch<PartitionPosition>>): void {
  const { stream = null } = mismatches[0] ?? {}
  log.error(
    {
      partitions: mismatches.map(({ position: { partition, epoch, cursor }, why, atCursor }) => ({
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

/** When the stream stored what it has at these positions, as far as that is to be compared. */
async function readStored(
  nc: NatsConnection,
  stream: StreamState | null,
  positions: PartitionPosition[],
): Promise<Map<number, number>> {
  if (stream === null) return new Map()
  const { firstSeq, lastSeq } = stream
  const compared = positions
    .filter((position) => (position.cursorStored ?? null) !== null)
    .map((position) => position.cursor)
    .filter((cursor) => cursor >= firstSeq && cursor <= lastSeq)
  return compared.length === 0 ? new Map() : await storedTimes(nc, compared)
}

function compareStored(
  { cursor, cursorStored = null }: PartitionPosition,
  stored: ReadonlyMap<number, number>,
): StoredAtCursor | null {
  const found = stored.get(cursor) ?? null
  return cursorStored === null || found === null ? null : { expected: cursorStored, found }
}

/**
 * The SEGMENTS stream as the fold uses it. The fold knows this interface only, so that the simulator (test/sim) can
 * put a simulated broker in its place.
 */
import type { NatsConnection } from 'nats'
import { markerOf, memberSubject, SEGMENTS_STREAM, type Division } from '../../schemas/stream/subjects.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { publisher } from './publish.js'
import {
  deleteStaleConsumers,
  openReadSession,
  type ReadSession,
  type ReadSessionSettings,
  type ReadSessionStart,
} from './session.js'
import { heldMessages, type HeldMessage } from './held-messages.js'
import { findStreamState, streamManager, type StreamState } from './setup.js'
import { storedTimes } from './stored-times.js'

/** Every method but `close` rejects if the broker does not answer. */
export interface SegmentsStream {
  /** Null if the broker has no such stream: it lost it, or it is the wrong broker. */
  state: () => Promise<StreamState | null>
  /** Epoch milliseconds at which the messages with these sequences were stored; what is not held is left out. */
  storedTimes: (sequences: Iterable<number>) => Promise<Map<number, number>>
  /** Those of the messages that any server of the cluster can read. */
  held: (sequences: readonly number[]) => Promise<Map<number, HeldMessage>>
  openSession: (start: ReadSessionStart) => Promise<ReadSession>
  /** Deletes consumers that earlier epochs left on these partitions; returns how many. */
  deleteStaleConsumers: (owned: Array<{ partition: number; epoch: number }>) => Promise<number>
  /** Removes the messages before this sequence; returns how many. */
  purge: (seq: number) => Promise<number>
  /**
   * Publishes a marker to every partition, which it receives in its own order (workers/DESIGN.md 4.4). Returns the
   * lowest and the highest of their sequences.
   */
  mark: (division: Division, id: string) => Promise<[first: number, last: number]>
  /** Publishes to EVENTS and DLQ. */
  publish: Publish
  /** Resolves once the broker answers. */
  ping: () => Promise<void>
  close: () => void
}

/** The stream on this connection, which stays open. `settings`: those of its read sessions. */
export function segmentsStream(nc: NatsConnection, settings: ReadSessionSettings = {}): SegmentsStream {
  const events = publisher(nc, { maxCount: 4_096, queueTimeoutMs: 10_000 })
  return {
    state: async () => await findStreamState(nc),
    storedTimes: async (sequences) => await storedTimes(nc, sequences),
    held: async (sequences) => await heldMessages(nc, sequences),
    openSession: async (start) => await openReadSession(nc, start, settings),
    deleteStaleConsumers: async (owned) => await deleteStaleConsumers(nc, owned),
    purge: async (seq) => (await (await streamManager(nc)).streams.purge(SEGMENTS_STREAM, { seq })).purged,
    mark: async (division, id) => {
      const marks = Array.from({ length: division.partitions }, (_, partition) =>
        markerOf(partition, division),
      )
      const acks = await Promise.all(
        marks.map(async (marker) => await events.publish(new Uint8Array(), memberSubject(marker), id)),
      )
      const sequences = acks.map(({ seq }) => seq)
      return [Math.min(...sequences), Math.max(...sequences)]
    },
    publish: events.publish,
    ping: async () => {
      await nc.flush()
    },
    close: events.close,
  }
}

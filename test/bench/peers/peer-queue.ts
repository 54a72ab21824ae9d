/** What the bench needs of a job queue: one enqueue a request, and one job of a member at a time. */
import type { Id } from '../../../schemas/base/ids.js'

export const PEERS = ['graphile-worker', 'pg-boss'] as const
export type PeerName = (typeof PEERS)[number]

/** A message of the SEGMENTS stream (schemas/stream/message.ts) as a job. */
export interface PeerJob {
  member: Id
  message: string
}

export interface PeerQueue {
  /** Durable when it resolves. */
  enqueue: (job: PeerJob) => Promise<void>
  /** Runs jobs until the process ends, never two of a member at once. */
  work: (handle: (job: PeerJob) => Promise<void>) => Promise<void>
}

/** Jobs at once in the worker. */
export const CONCURRENCY = 16
/** Connections of each process. */
export const CONNECTIONS = 20

/** The configuration of the four streams (workers/DESIGN.md 3.1). */
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import type { StreamConfig } from '@nats-io/jetstream'
import { randomUUID } from 'node:crypto'
import { nanos } from 'nats'
import {
  DLQ_STREAM,
  ERASED_STREAM,
  erasedSubject,
  EVENTS_STREAM,
  SEGMENTS_STREAM,
  sliceTransform,
} from '../../schemas/stream/subjects.js'

export interface StreamSettings {
  /** For the worker that folds a new stream first; Postgres holds the number from then on. */
  partitions: number
  /** Of a stream that is created again after it was lost: as Postgres knows them. */
  slices?: number
  /**
   * Size limit of SEGMENTS in bytes: when it is reached, the ingress answers 503 until messages have aged
   * out.
   */
  maxBytes: number
  /** Copies of each stream: 1 on a single server, 3 in a cluster. */
  replicas: number
}

export type NamedStreamConfig = Partial<StreamConfig> & { name: string }

const DAY_MS = 86_400_000
/** Metadata key of the id that a stream gets when it is created. */
export const STREAM_ID_KEY = 'tripfold_life'

/** Metadata key of the number of partitions that the worker that folds the stream first creates. */
export const PARTITIONS_KEY = 'tripfold_partitions'

/**
 * Slices of a new stream. They never change: a replica of the stream applies the transform that it has, so that one
 * that hears of another number later would store messages where nobody reads them (workers/DESIGN.md 3.1).
 */
const SLICES = 1_024

/** The subjects that SEGMENTS takes; while it is repaired, no others. Its transform serves both, and never changes. */
export function acceptedSubjects(from: 'publishers' | 'repair'): string[] {
  return [from === 'publishers' ? 'seg.*' : 'heal.*']
}

/** Not compressed: one wrong bit in a compressed block makes all of it unreadable (workers/DESIGN.md 3.6). */
function commonConfig({ replicas }: StreamSettings): Partial<StreamConfig> {
  return {
    storage: StorageType.File,
    num_replicas: replicas,
    retention: RetentionPolicy.Limits,
    allow_direct: true,
  }
}

export function segmentsConfig(settings: StreamSettings): NamedStreamConfig {
  return {
    ...commonConfig(settings),
    name: SEGMENTS_STREAM,
    subjects: acceptedSubjects('publishers'),
    subject_transform: sliceTransform(settings.slices ?? SLICES),
    discard: DiscardPolicy.New,
    max_bytes: settings.maxBytes,
    max_age: nanos(7 * DAY_MS),
    max_msg_size: 1536 * 1024,
    duplicate_window: nanos(120_000),
    metadata: { [STREAM_ID_KEY]: randomUUID(), [PARTITIONS_KEY]: String(settings.partitions) },
  }
}

/** Refuses new events when full, so that they stay in the outbox: an unread event is never discarded. */
export function eventsConfig(settings: StreamSettings): NamedStreamConfig {
  return {
    ...commonConfig(settings),
    name: EVENTS_STREAM,
    subjects: ['events.*'],
    discard: DiscardPolicy.New,
    max_bytes: Math.floor(settings.maxBytes / 4),
    max_age: nanos(3 * DAY_MS),
    duplicate_window: nanos(600_000),
  }
}

export function deadLettersConfig(settings: StreamSettings): NamedStreamConfig {
  return {
    ...commonConfig(settings),
    name: DLQ_STREAM,
    subjects: ['dlq.>'],
    discard: DiscardPolicy.Old,
    max_bytes: Math.floor(settings.maxBytes / 16),
    max_age: nanos(30 * DAY_MS),
    duplicate_window: nanos(600_000),
  }
}

/** Who was erased, for ever: one message a member (erasure/erased-members.ts). */
export function erasedConfig({ replicas }: StreamSettings): NamedStreamConfig {
  return {
    name: ERASED_STREAM,
    subjects: [erasedSubject('*')],
    storage: StorageType.File,
    num_replicas: replicas,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    max_msgs_per_subject: 1,
  }
}

/** Bytes that the streams together reserve on each server that holds them, whether used or not. */
export function reservedBytes(settings: StreamSettings): number {
  return [segmentsConfig(settings), eventsConfig(settings), deadLettersConfig(settings)].reduce(
    (sum, config) => sum + (config.max_bytes ?? 0),
    0,
  )
}

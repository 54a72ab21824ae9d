/** The configuration of the three streams (workers/DESIGN.md 3.1). */
import { DiscardPolicy, RetentionPolicy, StorageType, StoreCompression } from '@nats-io/jetstream'
import type { StreamConfig } from '@nats-io/jetstream'
import { randomUUID } from 'node:crypto'
import { nanos } from 'nats'
import { DLQ_STREAM, EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'

export interface StreamSettings {
  /** For a stream that does not exist yet; an existing one keeps its own. */
  partitions: number
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

/** Metadata that keeps the stream's id through later changes of its configuration. */
export function withStreamId(
  metadata: Record<string, string> | undefined,
  id: string,
): Record<string, string> {
  return { ...metadata, [STREAM_ID_KEY]: id }
}

/** Makes the server add the partition to a member's subject. */
export function partitionTransform(partitions: number): { src: string; dest: string } {
  return { src: 'seg.*', dest: `seg.{{partition(${partitions},1)}}.{{wildcard(1)}}` }
}

function commonConfig({ replicas }: StreamSettings): Partial<StreamConfig> {
  return {
    storage: StorageType.File,
    num_replicas: replicas,
    retention: RetentionPolicy.Limits,
    compression: StoreCompression.S2,
    allow_direct: true,
  }
}

export function segmentsConfig(settings: StreamSettings): NamedStreamConfig {
  return {
    ...commonConfig(settings),
    name: SEGMENTS_STREAM,
    subjects: ['seg.*'],
    subject_transform: partitionTransform(settings.partitions),
    discard: DiscardPolicy.New,
    max_bytes: settings.maxBytes,
    max_age: nanos(7 * DAY_MS),
    max_msg_size: 1536 * 1024,
    duplicate_window: nanos(120_000),
    metadata: withStreamId(undefined, randomUUID()),
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

/** Bytes that the streams together reserve on each server that holds them, whether used or not. */
export function reservedBytes(settings: StreamSettings): number {
  return [segmentsConfig(settings), eventsConfig(settings), deadLettersConfig(settings)].reduce(
    (sum, config) => sum + (config.max_bytes ?? 0),
    0,
  )
}

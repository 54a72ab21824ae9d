/** Fill levels of the streams, for metrics and operators. */
import type { NatsConnection } from 'nats'
import { DLQ_STREAM, EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { orNullIfMissing, streamManager } from './setup.js'

export type StreamStats =
  | { name: string; missing: false; messages: number; bytes: number; maxBytes: number; lastSeq: number }
  | { name: string; missing: true }

/** All three streams; `missing`: the broker does not have it. Throws if the broker does not answer. */
export async function streamStats(nc: NatsConnection): Promise<StreamStats[]> {
  const jsm = await streamManager(nc)
  return await Promise.all(
    [SEGMENTS_STREAM, EVENTS_STREAM, DLQ_STREAM].map(async (name): Promise<StreamStats> => {
      const info = await orNullIfMissing(jsm.streams.info(name))
      if (info === null) return { name, missing: true }
      const { config, state } = info
      return {
        name,
        missing: false,
        messages: state.messages,
        bytes: state.bytes,
        maxBytes: config.max_bytes,
        lastSeq: state.last_seq,
      }
    }),
  )
}

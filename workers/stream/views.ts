/** How full the streams are, for whoever watches. */
import type { NatsConnection } from 'nats'
import { DLQ_STREAM, EVENTS_STREAM, SEGMENTS_STREAM } from '../../schemas/subjects.js'
import { manager } from './setup.js'

/** All three, as they stand. Throws when the broker does not answer. */
export async function streamViews (nc: NatsConnection): Promise<Array<{ name: string, messages: number, bytes: number, maxBytes: number, lastSeq: number }>> {
  const jsm = await manager(nc)
  return await Promise.all([SEGMENTS_STREAM, EVENTS_STREAM, DLQ_STREAM].map(async name => {
    const { config, state } = await jsm.streams.info(name)
    return { name, messages: state.messages, bytes: state.bytes, maxBytes: config.max_bytes, lastSeq: state.last_seq }
  }))
}

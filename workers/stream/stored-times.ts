/** When the stream stored messages: a sequence alone does not identify one after the stream lost its end. */
import type { NatsConnection } from 'nats'
import { SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { streamManager } from './setup.js'

/**
 * Epoch milliseconds at which SEGMENTS stored the messages with these sequences. What it does not hold is left
 * out. Asks the leader of the stream, since a replica may lag. Throws if the broker does not answer.
 */
export async function storedTimes(
  nc: NatsConnection,
  sequences: Iterable<number>,
): Promise<Map<number, number>> {
  const { streams } = await streamManager(nc)
  const found = await Promise.all(
    [...new Set(sequences)].map(async (seq) => await streams.getMessage(SEGMENTS_STREAM, { seq })),
  )
  return new Map(
    found.flatMap((message) => (message === null ? [] : [[message.seq, message.time.getTime()]])),
  )
}

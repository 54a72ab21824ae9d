/** Messages of SEGMENTS by sequence, from whichever server of the cluster can still read them. */
import type { NatsConnection } from 'nats'
import { setTimeout as delay } from 'node:timers/promises'
import { concurrencyLimit } from '../../schemas/work/concurrency-limit.js'
import { isId, type Id } from '../../schemas/base/ids.js'
import { decodeMessage } from '../../schemas/stream/message.js'
import { memberOf, SEGMENTS_STREAM } from '../../schemas/stream/subjects.js'
import { streamManager } from './setup.js'

export interface HeldMessage {
  bytes: Uint8Array
  /** Null if it has no effect: no member sent it, or it is no message of ours. */
  batch: { member: Id; batch: Id } | null
}

const CONCURRENT_QUERIES = 16
/**
 * Each question is answered by any one server: a replica that is damaged, or behind, does not have what the others
 * have, and one that cannot read a message never gets it from them. Of three, one answers ten times running once in
 * 59,000 messages.
 */
const ROUNDS = 10
const PAUSE_MS = 100

/** Those of the messages that any server has. Throws if the broker does not answer. */
export async function heldMessages(
  nc: NatsConnection,
  sequences: readonly number[],
): Promise<Map<number, HeldMessage>> {
  const { direct } = await streamManager(nc)
  const limit = concurrencyLimit(CONCURRENT_QUERIES)
  const held = new Map<number, HeldMessage>()
  const ask = async (seq: number): Promise<void> => {
    const message = await direct.getMessage(SEGMENTS_STREAM, { seq })
    if (message === null) return
    const { subject, data: bytes } = message
    held.set(seq, { bytes, batch: batchOf(memberOf(subject), bytes) })
  }
  for (let round = 1; round <= ROUNDS; round++) {
    const missing = sequences.filter((seq) => !held.has(seq))
    if (missing.length === 0) break
    if (round > 1) await delay(PAUSE_MS)
    await Promise.all(missing.map(async (seq) => await limit(async () => await ask(seq))))
  }
  return held
}

function batchOf(member: string, bytes: Uint8Array): HeldMessage['batch'] {
  if (!isId(member)) return null
  try {
    const { batch } = decodeMessage(bytes).envelope
    return isId(batch) ? { member, batch } : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}

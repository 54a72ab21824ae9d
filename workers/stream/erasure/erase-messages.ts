/** Removes the messages of one member from the streams; the server overwrites them on its disk. */
import type { NatsConnection } from 'nats'
import type { Id } from '../../../schemas/base/ids.js'
import { DLQ_STREAM, SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { streamManager } from '../setup.js'

const TIMEOUT_MS = 10_000
/** No such message, or no such stream. */
const NOT_FOUND = 404

interface NextMessage {
  message?: { seq: number }
  error?: { code: number; description: string }
}

/** Sequences of the member's messages in SEGMENTS, rising, and that of its oldest message of all. */
export async function memberMessages(
  nc: NatsConnection,
  member: Id,
): Promise<{ own: number[]; oldest: number }> {
  const own = await sequences(nc, SEGMENTS_STREAM, `seg.*.*.${member}`)
  const { state } = await (await streamManager(nc)).streams.info(SEGMENTS_STREAM)
  return { own, oldest: state.first_seq }
}

/**
 * Erases the member's messages with the sequences `own` in SEGMENTS and all dead letters, and returns how many. If
 * SEGMENTS begins with one of them, every partition must have folded past all of `own`: a stream that begins after what
 * a partition expects next halts it.
 */
export async function eraseMessages(nc: NatsConnection, member: Id, own: readonly number[]): Promise<number> {
  const jsm = await streamManager(nc)
  const found = own.map((seq): [string, number] => [SEGMENTS_STREAM, seq])
  for (const seq of await sequences(nc, DLQ_STREAM, `dlq.seg.*.${member}`)) found.push([DLQ_STREAM, seq])
  for (const [stream, seq] of found) await jsm.streams.deleteMessage(stream, seq, true)
  return found.length
}

async function sequences(nc: NatsConnection, stream: string, subject: string): Promise<number[]> {
  const found: number[] = []
  for (let from = 1; ;) {
    const request = JSON.stringify({ seq: from, next_by_subj: subject })
    const answer = await nc.request(`$JS.API.STREAM.MSG.GET.${stream}`, request, { timeout: TIMEOUT_MS })
    const { message, error } = answer.json<NextMessage>()
    if (error?.code === NOT_FOUND) return found
    if (message === undefined)
      throw new Error(`${stream}: ${error?.description ?? 'no message in the answer'}`)
    found.push(message.seq)
    from = message.seq + 1
  }
}

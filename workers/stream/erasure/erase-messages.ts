/** Removes the messages of one member from the streams; the server overwrites them on its disk. */
import type { NatsConnection } from 'nats'
import type { Id } from '../../../schemas/base/ids.js'
import { DLQ_STREAM, SAVED_STREAM, savedSubject, SEGMENTS_STREAM } from '../../../schemas/stream/subjects.js'
import { streamManager } from '../setup.js'

const TIMEOUT_MS = 10_000
/** No such message, or no such stream. */
const NOT_FOUND = 404

interface NextMessage {
  message?: { seq: number }
  error?: { code: number; description: string }
}

/** Subjects of the member in other streams, whatever the number of partitions was when a message was stored. */
const OTHER_SUBJECTS: Array<[stream: string, subject: (member: Id) => string]> = [
  [DLQ_STREAM, (member) => `dlq.seg.*.${member}`],
  [SAVED_STREAM, savedSubject],
]

/** Sequences of the member's messages in SEGMENTS, rising, and that of its oldest message of all. */
export async function memberMessages(
  nc: NatsConnection,
  member: Id,
): Promise<{ own: number[]; oldest: number }> {
  const own = await sequences(nc, SEGMENTS_STREAM, `seg.*.${member}`)
  const { state } = await (await streamManager(nc)).streams.info(SEGMENTS_STREAM)
  return { own, oldest: state.first_seq }
}

/**
 * Erases the member's messages with the sequences `own` in SEGMENTS and all in other streams, and returns how many. If
 * SEGMENTS begins with one of them, every partition must have folded past all of `own`: a stream that begins after what
 * a partition expects next halts it.
 */
export async function eraseMessages(nc: NatsConnection, member: Id, own: readonly number[]): Promise<number> {
  const jsm = await streamManager(nc)
  const found = own.map((seq): [string, number] => [SEGMENTS_STREAM, seq])
  for (const [stream, subject] of OTHER_SUBJECTS)
    for (const seq of await sequences(nc, stream, subject(member))) found.push([stream, seq])
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

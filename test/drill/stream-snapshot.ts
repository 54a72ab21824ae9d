/** A stream saved and restored by the snapshot of JetStream (ADR-5 of NATS), as `nats stream backup` and `restore` do. */
import type { NatsConnection, Msg } from 'nats'

const CHUNK_BYTES = 128 * 1024
const TIMEOUT_MS = 10_000

export interface StreamSnapshot {
  name: string
  config: unknown
  state: { messages: number; last_seq: number }
  chunks: Uint8Array[]
}

interface Answer {
  config?: unknown
  state?: StreamSnapshot['state']
  deliver_subject?: string
  error?: { description: string }
}

/** Reads a stream while others go on writing to it. */
export async function saveStream(nc: NatsConnection, name: string): Promise<StreamSnapshot> {
  const inbox = `_INBOX.snapshot.${String(Date.now())}`
  const received = nc.subscribe(inbox)
  const { config, state } = await ask(nc, `$JS.API.STREAM.SNAPSHOT.${name}`, {
    deliver_subject: inbox,
    no_consumers: true,
    chunk_size: CHUNK_BYTES,
  })
  const chunks: Uint8Array[] = []
  for await (const message of received) {
    // An empty chunk is the last one. Each is acknowledged, so that the server does not send faster than we read.
    if (message.data.length === 0) break
    chunks.push(message.data)
    message.respond()
  }
  received.unsubscribe()
  return { name, config, state: state ?? { messages: 0, last_seq: 0 }, chunks }
}

/** Puts a stream back that no longer exists. */
export async function restoreStream(
  nc: NatsConnection,
  { name, config, state, chunks }: StreamSnapshot,
): Promise<void> {
  const { deliver_subject: subject = '' } = await ask(nc, `$JS.API.STREAM.RESTORE.${name}`, { config, state })
  let last: Msg | undefined
  for (const chunk of [...chunks, new Uint8Array()])
    last = await nc.request(subject, chunk, { timeout: TIMEOUT_MS })
  const answer = last?.json<Answer>()
  if (answer?.error !== undefined) throw new Error(`the stream was not restored: ${answer.error.description}`)
}

async function ask(nc: NatsConnection, subject: string, request: object): Promise<Answer> {
  const answer = (await nc.request(subject, JSON.stringify(request), { timeout: TIMEOUT_MS })).json<Answer>()
  if (answer.error !== undefined) throw new Error(`${subject}: ${answer.error.description}`)
  return answer
}

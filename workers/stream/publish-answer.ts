/** Reads the stream's answer to a publish. */
import type { Msg } from 'nats'
import type { PublishAck, PublishErrorReason } from '../../schemas/stream/publish-error.js'
import { parseFields } from './parse-message.js'

export type PublishAnswer =
  | { is: 'stored'; ack: PublishAck }
  | { is: 'refused'; reason: PublishErrorReason; error: unknown }
  /**
   * Not decided: to be sent again. `noResponders`: nobody handles the stream now, so this copy was not
   * stored.
   */
  | { is: 'retry'; noResponders: boolean }

interface AckBody {
  seq?: number
  duplicate?: boolean
  error?: { err_code?: number; code?: number; description?: string }
}

/** Error codes of the server (nats-server errors.json). */
const MAXIMUM_EXCEEDED = 10077
const MESSAGE_TOO_LARGE = 10054
const NO_STORAGE = new Set([10023, 10047])

export function readPublishAnswer(message: Msg): PublishAnswer {
  if (message.data.length === 0) return { is: 'retry', noResponders: message.headers?.code === 503 }
  const body: AckBody | null = parseFields(message)
  if (body === null) return { is: 'retry', noResponders: false }
  const { error } = body
  if (error === undefined)
    return { is: 'stored', ack: { seq: body.seq ?? 0, duplicate: body.duplicate ?? false } }
  const { err_code: code = 0, description = '' } = error
  if (code === MAXIMUM_EXCEEDED) {
    // Only with a limit per subject that an operator has set: stream-configs.ts sets none.
    const reason = /per subject/.test(description) ? 'member_backlog' : 'stream_full'
    return { is: 'refused', reason, error }
  }
  if (code === MESSAGE_TOO_LARGE) return { is: 'refused', reason: 'too_large', error }
  if (NO_STORAGE.has(code)) return { is: 'refused', reason: 'stream_full', error }
  return { is: 'retry', noResponders: false }
}

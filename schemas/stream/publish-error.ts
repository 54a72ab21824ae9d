/** Why a message could not be put on its stream (workers/README.md 6), and what the sender of the request is told (contract.md 6). */
import { ApiError } from '../base/errors.js'

/**
 * - `stream_full`: the stream has reached its size; nothing was stored.
 * - `member_backlog`: too many messages of this member wait; nothing was stored.
 * - `broker_unavailable`: not connected, or nobody answers for the stream; nothing was stored.
 * - `outcome_unknown`: sent, but no answer came before the deadline; it may have been stored.
 * - `busy`: too much is in flight in this process; nothing was sent.
 * - `halted`: the stream and what was folded of it do not fit together; nothing was sent.
 * - `too_large`: larger than the broker takes; nothing was sent.
 */
export type PublishErrorReason =
  | 'stream_full'
  | 'member_backlog'
  | 'broker_unavailable'
  | 'outcome_unknown'
  | 'busy'
  | 'halted'
  | 'too_large'

const ANSWERS = {
  stream_full: {
    code: 'temporarily_unavailable',
    retryAfter: 30,
    text: 'The service cannot take more data at the moment.',
  },
  member_backlog: {
    code: 'rate_limited',
    retryAfter: 10,
    text: 'Too much of this member is still being processed.',
  },
  broker_unavailable: {
    code: 'temporarily_unavailable',
    retryAfter: 10,
    text: 'The service is temporarily unavailable.',
  },
  outcome_unknown: {
    code: 'temporarily_unavailable',
    retryAfter: 10,
    text: 'It is not known whether the request was accepted. It is safe to repeat it with the same Idempotency-Key.',
  },
  busy: { code: 'temporarily_unavailable', retryAfter: 2, text: 'The service is busy.' },
  halted: {
    code: 'temporarily_unavailable',
    retryAfter: 30,
    text: 'The service is being repaired and cannot take data at the moment.',
  },
  too_large: {
    code: 'payload_too_large',
    retryAfter: undefined,
    text: 'The request is too large; send it in smaller parts.',
  },
} as const

/** A refused publish. It is a `Fault`, ready for the client; `reason` is for logs and metrics alone. */
export class PublishError extends ApiError {
  readonly reason: PublishErrorReason
  constructor(reason: PublishErrorReason, cause?: unknown) {
    const told = ANSWERS[reason]
    super(told.code, told.text, {
      ...(told.retryAfter === undefined ? {} : { retryAfter: told.retryAfter }),
      cause,
    })
    this.reason = reason
  }
}

/** Where the message rests. `duplicate`: it had been stored before, by an earlier try. */
export interface PublishAck {
  seq: number
  duplicate: boolean
}

/**
 * Puts one message on its stream and answers when it is on disk. `id` makes repeats harmless for two minutes and must be
 * unique within the subject. `deadline` is in milliseconds from now (10 s when left out); `more` are headers. Throws `PublishFault`.
 */
export type Publish = (
  bytes: Uint8Array,
  subject: string,
  id: string,
  deadline?: number,
  more?: Record<string, string>,
) => Promise<PublishAck>

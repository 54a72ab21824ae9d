/**
 * Why a message could not be published to its stream (workers/DESIGN.md 6), and the response to the client
 * (contract.md 6).
 */
import { ApiError } from '../base/errors.js'
import type { ErrorCode } from '../base/errors.js'

/**
 * - `stream_full`: the stream has reached its size; nothing was stored.
 * - `member_backlog`: the stream's limit per subject is reached; nothing was stored. The streams created
 *   here have none, so only a limit that an operator has set gives this.
 * - `broker_unavailable`: not connected, or no answer for the stream; nothing was stored.
 * - `outcome_unknown`: sent, but not acknowledged before the deadline; it may have been stored.
 * - `busy`: too much is in flight in this process; nothing was sent.
 * - `halted`: the stream and what was folded of it do not match; nothing was sent.
 * - `too_large`: larger than the broker accepts; nothing was sent.
 */
export type PublishErrorReason =
  | 'stream_full'
  | 'member_backlog'
  | 'broker_unavailable'
  | 'outcome_unknown'
  | 'busy'
  | 'halted'
  | 'too_large'

interface ErrorResponse {
  code: ErrorCode
  /** Seconds; undefined if waiting does not help. */
  retryAfter?: number
  text: string
}

const RESPONSES: Readonly<Record<PublishErrorReason, ErrorResponse>> = {
  stream_full: {
    code: 'temporarily_unavailable',
    retryAfter: 30,
    text: 'The service cannot accept more data at the moment; retry later.',
  },
  member_backlog: {
    code: 'rate_limited',
    retryAfter: 10,
    text: 'Too many pending updates for this member; retry later.',
  },
  broker_unavailable: {
    code: 'temporarily_unavailable',
    retryAfter: 10,
    text: 'The service is temporarily unavailable; retry later.',
  },
  outcome_unknown: {
    code: 'temporarily_unavailable',
    retryAfter: 10,
    text:
      'It is unknown whether the request was accepted. ' +
      'Repeat it with the same Idempotency-Key, which is safe.',
  },
  busy: { code: 'temporarily_unavailable', retryAfter: 2, text: 'The service is busy; retry later.' },
  halted: {
    code: 'temporarily_unavailable',
    retryAfter: 30,
    text: 'The service is being repaired and cannot accept data at the moment; retry later.',
  },
  too_large: {
    code: 'payload_too_large',
    text: 'The request is too large; send it in smaller parts.',
  },
}

/** A failed publish, ready to be sent to the client; `reason` is for logs and metrics only. */
export class PublishError extends ApiError {
  readonly reason: PublishErrorReason
  constructor(reason: PublishErrorReason, cause?: unknown) {
    const { code, retryAfter, text } = RESPONSES[reason]
    super(code, text, { ...(retryAfter === undefined ? {} : { retryAfter }), cause })
    this.reason = reason
  }
}

/** Where the message is stored. `duplicate`: an earlier attempt had stored it. */
export interface PublishAck {
  seq: number
  duplicate: boolean
}

/**
 * Publishes one message and resolves when it is on disk.
 * @param id makes repeats harmless for two minutes; unique within the subject
 * @param deadline milliseconds from now (default 10 s)
 * @throws {PublishError}
 */
export type Publish = (
  bytes: Uint8Array,
  subject: string,
  id: string,
  deadline?: number,
  headers?: Record<string, string>,
) => Promise<PublishAck>

/**
 * Ids that a fold makes are others when the same is folded again, and what came later names them: edits, withdrawals, what
 * a statement replaces or is pinned to. What became of each message says which id stands for which.
 */
import type { BatchWrite } from '../../schemas/stream/fold-result.js'
import type { Id } from '../../schemas/base/ids.js'
import type { Envelope, StreamMessage } from '../../schemas/stream/message.js'

/** What a message became when it was folded first, as its batch's monitor tells it. */
export type FirstOutcome = Pick<BatchWrite, 'results' | 'resource'>

export interface IdRemapping {
  /** The message with the ids of this fold in place of those it was sent with. */
  remap: (message: StreamMessage) => StreamMessage
  /** Learns from what the same message became first, and now. */
  learn: (first: FirstOutcome, now: FirstOutcome) => void
}

/** Where bodies of edits and withdrawals name segments and trips. */
const NAMING = new Set(['id', 'trip', 'from', 'segment', 'segments'])

/** A book of ids that knows none yet. */
export function idRemapping(): IdRemapping {
  const ids = new Map<Id, Id>()
  const now = (id: unknown): unknown => (typeof id === 'string' ? (ids.get(id) ?? id) : id)
  const pair = (first: Id | null | undefined, again: Id | null | undefined): void => {
    if (first != null && again != null) ids.set(first, again)
  }

  const inEnvelope = (envelope: Envelope): Envelope => {
    const { replaces, pin } = envelope
    return {
      ...envelope,
      ...(replaces === undefined ? {} : { replaces: ids.get(replaces) ?? replaces }),
      ...(pin === undefined ? {} : { pin: ids.get(pin) ?? pin }),
    }
  }
  const inBody = (body: unknown): unknown =>
    typeof body !== 'object' || body === null
      ? body
      : Object.fromEntries(
          Object.entries(body).map(([name, value]: [string, unknown]) => [
            name,
            !NAMING.has(name) ? value : Array.isArray(value) ? value.map(now) : now(value),
          ]),
        )

  return {
    remap: ({ seq, envelope, body }) => ({
      seq,
      envelope: inEnvelope(envelope),
      body: envelope.kind === 'edit' || envelope.kind === 'withdraw' ? inBody(body) : body,
    }),
    learn: (first, again) => {
      const outcomes = new Map(again.results.map((one) => [one._id, one]))
      for (const { _id, segment_id: segment, trip_id: trip } of first.results) {
        pair(segment, outcomes.get(_id)?.segment_id)
        pair(trip, outcomes.get(_id)?.trip_id)
      }
      pair(first.resource?.id, again.resource?.id)
    },
  }
}

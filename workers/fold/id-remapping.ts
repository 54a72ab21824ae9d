/**
 * Ids made by a fold differ when the same messages are folded again, and later messages refer to them: edits,
 * withdrawals, replacements, pins. The recorded outcome of each message shows which old id stands for which
 * new one.
 */
import type { Id } from '../../schemas/base/ids.js'
import type { BatchWrite } from '../../schemas/stream/fold-result.js'
import type { Envelope, StreamMessage } from '../../schemas/stream/message.js'

/** The outcome of a message when it was first folded, as its batch status shows it. */
export type FirstOutcome = Pick<BatchWrite, 'results' | 'resource'>

export interface IdRemapping {
  /** The message with the ids of this fold in place of the original ones. */
  remap: (message: StreamMessage) => StreamMessage
  /** Learns from the first outcome of a message and its outcome in this fold. */
  learn: (first: FirstOutcome, now: FirstOutcome) => void
}

/** Fields of edits and withdrawals that hold ids of segments and trips. */
const ID_FIELDS = new Set(['id', 'trip', 'from', 'segment', 'segments'])

/** An empty mapping. */
export function idRemapping(): IdRemapping {
  const ids = new Map<Id, Id>()
  const currentId = (id: unknown): unknown => (typeof id === 'string' ? (ids.get(id) ?? id) : id)
  const learnId = (first: Id | null | undefined, now: Id | null | undefined): void => {
    if (first != null && now != null) ids.set(first, now)
  }

  const remapEnvelope = (envelope: Envelope): Envelope => {
    const { replaces, pin } = envelope
    return {
      ...envelope,
      ...(replaces === undefined ? {} : { replaces: ids.get(replaces) ?? replaces }),
      ...(pin === undefined ? {} : { pin: ids.get(pin) ?? pin }),
    }
  }

  const remapField = ([name, value]: [string, unknown]): [string, unknown] => {
    if (!ID_FIELDS.has(name)) return [name, value]
    return [name, Array.isArray(value) ? value.map(currentId) : currentId(value)]
  }

  const remapBody = (body: unknown): unknown =>
    typeof body !== 'object' || body === null
      ? body
      : Object.fromEntries(Object.entries(body).map(remapField))

  return {
    remap: ({ seq, envelope, body }) => ({
      seq,
      envelope: remapEnvelope(envelope),
      body: envelope.kind === 'edit' || envelope.kind === 'withdraw' ? remapBody(body) : body,
    }),
    learn: (first, now) => {
      const resultsNow = new Map(now.results.map((result) => [result._id, result]))
      for (const { _id, segment_id: segment, trip_id: trip } of first.results) {
        learnId(segment, resultsNow.get(_id)?.segment_id)
        learnId(trip, resultsNow.get(_id)?.trip_id)
      }
      learnId(first.resource?.id, now.resource?.id)
    },
  }
}

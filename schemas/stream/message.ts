/**
 * A message of the SEGMENTS stream: one accepted request (workers/DESIGN.md 3.2). It is one line of JSON, the
 * envelope, a line feed, and the body exactly as it was sent: it is never parsed and serialised again on the
 * way.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import type { Id } from '../base/ids.js'

/**
 * - `segments`: body of POST /v2/segments, `{segments, mode}`; raw ids are `first`, `first + 1`, ... in
 *   order.
 * - `segment`: one raw segment (POST or PUT /v2/segments/{type}); `replaces` names the raw segment it
 *   supersedes, whose other fields it keeps with `partial`; `pin` a trip.
 * - `withdraw`: DELETE of a raw or merged segment, body `{"id"}`: the application takes back what it
 *   submitted.
 * - `edit`: a manual edit (schemas/itinerary/edit.ts).
 * - `profile`: PUT /v2/me, the changed fields.
 * - `account`: a loyalty account registered (`vouched`: by an application that vouches for it), or `{"remove"}` its
 *   id, or `{"confirm": id, "holder"}`: a member of this name (keys) knows a booking of the number, or
 *   `{"contested": id, "conflict"}`: whether another member has the number too.
 * - `refold`: no new data; folds the stored data again (rebuild, new rules, deferred effects).
 */
export const MessageKind = Type.Enum([
  'segments',
  'segment',
  'withdraw',
  'edit',
  'profile',
  'account',
  'refold',
])
export type MessageKind = Static<typeof MessageKind>

export const Envelope = Type.Object({
  v: Type.Literal(1),
  kind: MessageKind,
  batch: Type.String(),
  first: Type.Optional(Type.String()),
  count: Type.Optional(Type.Integer()),
  received: Type.Integer({ description: 'epoch milliseconds at the ingress' }),
  client: Type.Optional(Type.String()),
  request: Type.Optional(Type.String()),
  replaces: Type.Optional(Type.String()),
  partial: Type.Optional(
    Type.Literal(true, { description: 'with `replaces`: other fields keep their value, null removes one' }),
  ),
  pin: Type.Optional(Type.String()),
  account: Type.Optional(
    Type.String({ description: 'loyalty account of the member by which a feed addressed it' }),
  ),
  waited: Type.Optional(
    Type.Integer({ description: 'epoch milliseconds at which it stopped waiting for that account' }),
  ),
  expects: Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        version: Type.Integer(),
        doc: Type.Optional(Type.String({ description: 'for a member, who has no version: the record' })),
      },
      { description: 'the version to change, from If-Match' },
    ),
  ),
})
export type Envelope = Static<typeof Envelope>

/** A message as the actor sees it: its sequence in the stream, the envelope and the parsed body. */
export interface StreamMessage {
  seq: number
  envelope: Envelope
  /**
   * Parsed body: `{segments, mode?}` for `segments`, one raw segment for `segment`, an Edit for `edit`, and
   * so on.
   */
  body: unknown
}

/**
 * What a raw segment of a batch became; GET /v2/batches/{id} has one entry per raw segment (contract.md 2).
 */
export interface RawOutcome {
  _id: number
  segment_id: Id | null
  trip_id: Id | null
  action: 'created' | 'merged' | 'updated' | 'unchanged' | 'cancelled' | 'held' | 'refused'
  /** With `refused`: `limit_exceeded`, and which limit in a sentence (contract.md 7.3). */
  error?: string
  error_description?: string
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** The bytes of one message; `body` is UTF-8 JSON. */
export function encodeMessage(envelope: Envelope, body: Uint8Array): Uint8Array {
  const head = encoder.encode(JSON.stringify(envelope))
  const out = new Uint8Array(head.length + 1 + body.length)
  out.set(head, 0)
  out[head.length] = 10
  out.set(body, head.length + 1)
  return out
}

/**
 * Splits a message; the body stays text.
 * @throws {SyntaxError | TypeError} if the bytes are not a message
 */
export function decodeMessage(bytes: Uint8Array): { envelope: Envelope; body: string } {
  const cut = bytes.indexOf(10)
  if (cut < 0) throw new SyntaxError('message without an envelope line')
  const envelope = JSON.parse(decoder.decode(bytes.subarray(0, cut))) as Envelope
  if (envelope.v !== 1) throw new TypeError(`unknown message version ${String(envelope.v)}`)
  return { envelope, body: decoder.decode(bytes.subarray(cut + 1)) }
}

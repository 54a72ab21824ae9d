/**
 * What a row of raw_batch keeps in one compressed value: the message as it was sent, and its outcome. The first
 * byte names the dictionary; then follows raw deflate of one line of JSON, a line feed, and the body as it was
 * sent. What the row has in columns of its own is left out.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { BatchWrite } from '../../../schemas/stream/fold-result.js'
import type { Envelope, RawOutcome } from '../../../schemas/stream/message.js'
import { DICTIONARIES } from './raw-batch-dictionary.js'

const CURRENT = 1
/** For messages of a few segments every level costs the same: most of it is the start. */
const LEVEL = 6

/** Columns of the row that the envelope repeats. */
export interface ContentKey {
  id: number
  kind: string
  client: string | null
  /** Epoch milliseconds. */
  received: number
}

export interface RawBatchContent extends Pick<BatchWrite, 'results' | 'resource' | 'refusal'> {
  envelope: Envelope
  body: string
}

/** The envelope without what the columns have; `first` counts from the batch id. */
type StoredEnvelope = Omit<Envelope, 'v' | 'kind' | 'batch' | 'client' | 'received' | 'first'> & {
  first?: number
}

/** An outcome: its action and ids, then what only few have. The n-th of a message has the n-th raw id. */
type StoredOutcome =
  [action: RawOutcome['action'], segment?: string | null, trip?: string | null] | RawOutcome

interface Head {
  envelope: StoredEnvelope
  results?: StoredOutcome[]
  resource?: RawBatchContent['resource']
  refusal?: RawBatchContent['refusal']
}

export function packContent(content: RawBatchContent): Buffer {
  const { body, results, resource, refusal } = content
  const { v: _v, kind: _kind, client: _client, received: _received, batch, first, ...rest } = content.envelope
  const head: Head = {
    envelope: { ...(first === undefined ? {} : { first: Number(first) - Number(batch) }), ...rest },
  }
  if (results.length > 0) head.results = results.map((one, at) => packOutcome(one, Number(first) + at))
  if (resource !== null) head.resource = resource
  if (refusal !== null) head.refusal = refusal
  const text = `${JSON.stringify(head)}\n${body}`
  const packed = deflateRawSync(text, { level: LEVEL, dictionary: dictionary(CURRENT) })
  return Buffer.concat([Buffer.of(CURRENT), packed])
}

/** @throws if the bytes were not made by `packContent` */
export function unpackContent(bytes: Buffer, key: ContentKey): RawBatchContent {
  const text = inflateRawSync(bytes.subarray(1), { dictionary: dictionary(bytes[0] ?? 0) }).toString('utf8')
  const cut = text.indexOf('\n')
  const { envelope, results = [], resource = null, refusal = null } = JSON.parse(text.slice(0, cut)) as Head
  const { first: offset, ...rest } = envelope
  const first = offset === undefined ? undefined : key.id + offset
  return {
    envelope: {
      v: 1,
      kind: key.kind as Envelope['kind'],
      received: Math.round(key.received),
      ...(key.client === null ? {} : { client: key.client }),
      batch: String(key.id),
      ...(first === undefined ? {} : { first: String(first) }),
      ...rest,
    },
    body: text.slice(cut + 1),
    results: results.map((one, at) => unpackOutcome(one, (first ?? NaN) + at)),
    resource,
    refusal,
  }
}

function packOutcome(outcome: RawOutcome, nth: number): StoredOutcome {
  const { _id, action, segment_id: segment, trip_id: trip, ...more } = outcome
  if (_id !== nth || Object.keys(more).length > 0) return outcome
  if (trip !== null) return [action, segment, trip]
  return segment === null ? [action] : [action, segment]
}

function unpackOutcome(stored: StoredOutcome, nth: number): RawOutcome {
  if (!Array.isArray(stored)) return stored
  const [action, segment = null, trip = null] = stored
  return { _id: nth, segment_id: segment, trip_id: trip, action }
}

function dictionary(number: number): Buffer {
  const found = DICTIONARIES.get(number)
  if (found === undefined) throw new Error(`a stored message has the unknown format ${number}`)
  return found
}

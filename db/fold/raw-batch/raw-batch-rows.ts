/** Messages and their outcomes as rows of raw_batch. */
import type { DecodedMessage, RefusedMessage } from '../../../schemas/stream/decoded-message.js'
import { isId } from '../../../schemas/base/ids.js'
import type { BatchWrite, FoldResult } from '../../../schemas/stream/fold-result.js'
import type { Envelope, RawOutcome } from '../../../schemas/stream/message.js'
import { packContent } from './raw-batch-content.js'

export interface RawBatchRow {
  partition: number
  member: string
  id: string
  seq: number
  kind: string
  client: string | null
  /** Null also if it is the next after `id`. */
  first: string | null
  count: number
  received: number
  failed: boolean
  refused: boolean
  /** Raw ids that the message took back or replaced; null: none, or it was refused. */
  withdrawn: string[] | null
  /** By raw-batch-content.ts. */
  content: Buffer
}

const UNKNOWN_MEMBER = { error: 'not_found', error_description: 'The member does not exist.' } as const

/**
 * One row per message of a partition. A refused message without a valid member or batch id has no key and is
 * left out.
 */
export function rawBatchRows(
  partition: number,
  messages: DecodedMessage[],
  folded: FoldResult[],
  refused: RefusedMessage[],
): RawBatchRow[] {
  const outcomes = new Map<string, BatchWrite>()
  for (const one of folded) for (const batch of one.batches) outcomes.set(`${one.member}/${batch.id}`, batch)
  const rows = messages.map((message) =>
    toRow(partition, message, outcomes.get(`${message.member}/${message.envelope.batch}`) ?? NO_OUTCOME),
  )
  const kept = refused.filter(({ member, envelope }) => isId(member) && isId(envelope.batch))
  for (const message of kept) rows.push(refusedRow(partition, message))
  return rows
}

/** Orders by member id, then by stream sequence. */
export function inRawOrder(a: RawBatchRow, b: RawBatchRow): number {
  return Number(a.member) - Number(b.member) || a.seq - b.seq
}

/** What the column first_id holds. */
export function followingFirst(id: string, first: string | null): string | null {
  return first === null || Number(first) === Number(id) + 1 ? null : first
}

/** What the column `withdrawn` holds, for a message that was not refused. */
export function withdrawnIds(envelope: Envelope, results: readonly RawOutcome[]): string[] | null {
  if (envelope.replaces !== undefined) return [envelope.replaces]
  return envelope.kind === 'withdraw' && results.length > 0 ? results.map(({ _id }) => String(_id)) : null
}

type Outcome = Pick<BatchWrite, 'status' | 'results' | 'resource' | 'refusal'>

const NO_OUTCOME: Outcome = { status: 'processed', results: [], resource: null, refusal: null }

function refusedRow(partition: number, message: RefusedMessage): RawBatchRow {
  const refusal = message.refusal ?? UNKNOWN_MEMBER
  const kept = message.refusal === undefined ? withoutContent(message) : message
  return toRow(partition, kept, { ...NO_OUTCOME, status: 'failed', refusal })
}

/** A restored stream may have messages of a member who was erased: nothing that they say about the member is stored. */
function withoutContent({ seq, member, envelope }: DecodedMessage): DecodedMessage {
  const { v, kind, batch, first, count, received, client } = envelope
  const kept: Envelope = {
    v,
    kind,
    batch,
    received,
    ...(first === undefined ? {} : { first }),
    ...(count === undefined ? {} : { count }),
    ...(client === undefined ? {} : { client }),
  }
  return { seq, member, envelope: kept, body: '' }
}

function toRow(
  partition: number,
  { seq, member, envelope, body }: DecodedMessage,
  { status, results, resource, refusal }: Outcome,
): RawBatchRow {
  return {
    partition,
    member,
    id: envelope.batch,
    seq,
    kind: envelope.kind,
    client: envelope.client ?? null,
    first: followingFirst(envelope.batch, envelope.first ?? null),
    count: envelope.count ?? (envelope.kind === 'segment' ? 1 : 0),
    received: envelope.received,
    failed: status === 'failed',
    refused: refusal !== null,
    withdrawn: refusal === null ? withdrawnIds(envelope, results) : null,
    content: packContent({ envelope, body, results, resource, refusal }),
  }
}

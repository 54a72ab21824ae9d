/** Messages and their outcomes as rows of raw_batch. */
import type { DecodedMessage, RefusedMessage } from '../../schemas/stream/decoded-message.js'
import { isId } from '../../schemas/base/ids.js'
import type { BatchWrite, FoldResult } from '../../schemas/stream/fold-result.js'

export interface RawBatchRow {
  partition: number
  member: string
  id: string
  seq: number
  kind: string
  client: string | null
  first: string | null
  count: number
  received: number
  envelope: string
  body: string
  status: 'processed' | 'failed'
  /** JSON array of RawOutcome. */
  results: string
  resource: string | null
  refusal: string | null
}

const UNKNOWN_MEMBER = { error: 'not_found', error_description: 'The member does not exist.' }

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
    toRow(partition, message, outcomes.get(`${message.member}/${message.envelope.batch}`) ?? null),
  )
  const kept = refused.filter(({ member, envelope }) => isId(member) && isId(envelope.batch))
  for (const message of kept)
    rows.push({
      ...toRow(partition, message, null),
      status: 'failed',
      refusal: JSON.stringify(message.refusal ?? UNKNOWN_MEMBER),
    })
  return rows
}

/** Orders by member id, then by stream sequence. */
export function inRawOrder(a: RawBatchRow, b: RawBatchRow): number {
  return Number(a.member) - Number(b.member) || a.seq - b.seq
}

function toRow(
  partition: number,
  { seq, member, envelope, body }: DecodedMessage,
  outcome: BatchWrite | null,
): RawBatchRow {
  return {
    partition,
    member,
    id: envelope.batch,
    seq,
    kind: envelope.kind,
    client: envelope.client ?? null,
    first: envelope.first ?? null,
    count: envelope.count ?? (envelope.kind === 'segment' ? 1 : 0),
    received: envelope.received,
    envelope: JSON.stringify(envelope),
    body,
    status: outcome?.status ?? 'processed',
    results: JSON.stringify(outcome?.results ?? []),
    resource: jsonOrNull(outcome?.resource),
    refusal: jsonOrNull(outcome?.refusal),
  }
}

function jsonOrNull(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** Made-up tasks for executors that fold by the small rules. */
import type { DecodedMessage } from '../../../schemas/stream/decoded-message.js'
import type { StoredMember } from '../../../schemas/stream/fold-result.js'
import type { FoldTask } from '../../../workers/ports.js'
import type { SmallBody } from './small-rules.js'

/** A member that has folded these numbers. */
export function stored(id: string, order: number[] = []): StoredMember {
  return {
    id,
    profile: '{}',
    head: JSON.stringify(order),
    sequence: order.length,
    appliedSeq: order.length,
    segments: [],
    trips: [],
    accounts: [],
  }
}

export function message(seq: number, body: Partial<SmallBody> = {}): DecodedMessage {
  return {
    seq,
    member: '1',
    envelope: { v: 1, kind: 'segments', batch: String(seq), received: 0 },
    body: JSON.stringify({ n: seq, ...body }),
  }
}

/** @param from null: the executor has the member in its cache */
export function task(
  member: string,
  from: StoredMember | null,
  messages: DecodedMessage[],
  ownerTag = '1.1',
): FoldTask {
  return {
    member,
    ownerTag,
    stored: from,
    messages,
    newestBatch: Math.max(...messages.map((one) => Number(one.envelope.batch))),
    now: 5,
  }
}

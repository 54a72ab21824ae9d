/**
 * Splits a step where a message refers to an existing segment or trip (RULES 2.1). Statements of one step are
 * clustered together, whatever their order; but an edit means the segment or trip as the messages before it
 * left it. Each such message therefore starts a part of its own, so that it finds what it would find in a
 * step of its own. A step of ordinary batches is one part.
 */
import type { FoldResult } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'

function refersToExisting({ envelope }: StreamMessage): boolean {
  return envelope.kind === 'edit' || envelope.kind === 'withdraw' || envelope.replaces !== undefined
}

/** The messages in the parts to fold one after the other; at least one part. */
export function splitStep(messages: StreamMessage[]): StreamMessage[][] {
  const parts: StreamMessage[][] = []
  let from = 0
  for (let at = 1; at < messages.length; at++) {
    if (!refersToExisting(messages[at] as StreamMessage)) continue
    parts.push(messages.slice(from, at))
    from = at
  }
  return [...parts, from === 0 ? messages : messages.slice(from)]
}

/** The results of two consecutive parts as one: the later version of each row, all events, all batches. */
export function joinResults(first: FoldResult, second: FoldResult): FoldResult {
  return {
    ...second,
    profile: second.profile ?? first.profile,
    segments: latestRows(first.segments, second.segments),
    trips: latestRows(first.trips, second.trips),
    accounts: latestRows(first.accounts, second.accounts),
    events: [...first.events, ...second.events],
    batches: [...first.batches, ...second.batches],
  }
}

function latestRows<Row extends { id: string }>(first: Row[], second: Row[]): Row[] {
  const replaced = new Set(second.map((row) => row.id))
  return [...first.filter((row) => !replaced.has(row.id)), ...second]
}

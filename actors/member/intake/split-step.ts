/**
 * A step in parts (RULES 2.1). Statements of one step are clustered together, whatever their order. What names a
 * segment or a trip that is there means it as the messages before have left it: a part of the step begins with it, so that
 * it finds what it would find in a step of its own. Ordinary batches are one part.
 */
import type { FoldResult } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'

/** Whether a message names a segment or a trip that is there. */
function names({ envelope }: StreamMessage): boolean {
  return envelope.kind === 'edit' || envelope.kind === 'withdraw' || envelope.replaces !== undefined
}

/** Messages in the parts in which they are to be folded; at least one. */
export function splitStep(messages: StreamMessage[]): StreamMessage[][] {
  const parts: StreamMessage[][] = []
  let from = 0
  for (let at = 1; at < messages.length; at++) {
    if (!names(messages[at] as StreamMessage)) continue
    parts.push(messages.slice(from, at))
    from = at
  }
  return [...parts, from === 0 ? messages : messages.slice(from)]
}

/** Two parts of a step as one: of each row the later word, of events and batches both. */
export function joinResults(first: FoldResult, then: FoldResult): FoldResult {
  return {
    ...then,
    profile: then.profile ?? first.profile,
    segments: latest(first.segments, then.segments),
    trips: latest(first.trips, then.trips),
    accounts: latest(first.accounts, then.accounts),
    events: [...first.events, ...then.events],
    batches: [...first.batches, ...then.batches],
  }
}

function latest<Row extends { id: string }>(first: Row[], then: Row[]): Row[] {
  const later = new Set(then.map((row) => row.id))
  return [...first.filter((row) => !later.has(row.id)), ...then]
}

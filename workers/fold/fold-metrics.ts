/** What the fold reports to its metrics. The methods must not throw. */
export interface FoldMetrics {
  /**
   * A transaction was committed: its messages, its members, and the milliseconds since its step left the
   * mailbox.
   */
  committed: (facts: { messages: number; members: number; ms: number }) => void
  /** Members read from the store because the cache did not hold them. */
  membersLoaded: (members: number) => void
  /** Evicted segments of cached members that a step needed and that were read from the store. */
  segmentsLoaded: (segments: number) => void
  /** A message is on the itinerary this many milliseconds after the ingress accepted it. */
  readableAfter: (ms: number) => void
  /** Notice packs published: rows of the outbox, each with notices of one commit. */
  relayed: (packs: number) => void
  /** Messages without effect: `duplicate` batches, `unknown` members, `waiting` behind a parked member. */
  skipped: (why: 'duplicate' | 'unknown' | 'waiting', messages: number) => void
  /** A member was parked, at this stage. */
  parked: (reason: string) => void
  /** A step or commit will be retried. */
  retried: () => void
  fenced: () => void
  sessionLost: () => void
  halted: (partition: number, status: string) => void
}

export const noFoldMetrics: FoldMetrics = {
  committed: () => {},
  membersLoaded: () => {},
  segmentsLoaded: () => {},
  readableAfter: () => {},
  relayed: () => {},
  skipped: () => {},
  parked: () => {},
  retried: () => {},
  fenced: () => {},
  sessionLost: () => {},
  halted: () => {},
}

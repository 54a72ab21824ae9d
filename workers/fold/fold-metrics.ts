/** What the fold tells whoever measures it. Every method is called with the facts and must not throw. */
export interface FoldMetrics {
  /** A transaction was committed: how many messages and members it held, how long it took from the mailbox on, ms. */
  committed: (facts: { messages: number; members: number; ms: number }) => void
  /** Members whose state was read from the store, for memory did not hold them. */
  membersLoaded: (members: number) => void
  /** Segments of members in memory whose rows were read from the store, for a step asked for them. */
  segmentsLoaded: (segments: number) => void
  /** A message is on the itinerary so many milliseconds after the door took it. */
  readableAfter: (ms: number) => void
  /** Events that reached the stream. */
  relayed: (events: number) => void
  /** Messages without effect: `duplicate` batches, `unknown` members, `waiting` behind a parked member. */
  skipped: (why: 'duplicate' | 'unknown' | 'waiting', messages: number) => void
  parked: (reason: string) => void
  /** A commit that will be tried again. */
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

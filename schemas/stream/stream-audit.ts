/** What the audit of the stream needs of the database (workers/DESIGN.md 3.6). */

/** Sequences that follow each other. */
export interface LostRun {
  first: number
  last: number
  /** A server of the cluster still has the messages. */
  isHeld: boolean
  /** Ids of the batches that they hold are from here on, and before `untilId`. */
  fromId: number
  untilId: number
}

/** Sequences from `from` to `upTo`, which are audited together. */
export interface AuditSpan {
  /** Everything up to here was audited when the span was read. */
  audited: number
  from: number
  upTo: number
  /** Those that no folded, parked or erased message has. */
  unknown: number[]
}

/** The last message of the stream. */
export interface StreamEnd {
  seq: number
  /** Epoch milliseconds at which it was stored; null if there never was one. */
  stored: number | null
}

export interface StreamAuditStore {
  /**
   * The sequences to audit next, from `firstSeq` on and up to `upTo`, a bounded number; null if there are none. Every
   * partition must be folded up to `upTo`.
   */
  next: (firstSeq: number, upTo: number) => Promise<AuditSpan | null>
  /**
   * Records that a span is audited, and what of it is lost. Returns false, without recording anything, if another
   * worker was faster.
   */
  record: (span: AuditSpan, lost: readonly LostRun[]) => Promise<boolean>
  /** The end that the stream had when it was last seen. */
  end: () => Promise<StreamEnd>
  /**
   * Records the end of the stream, and what is lost of it. `audited`: up to where everything is; null if the end that
   * was known is missing.
   */
  recordEnd: (end: StreamEnd, audited: number | null, lost: readonly LostRun[]) => Promise<void>
  /** Those of the sequences that an erasure takes out of the stream. */
  erased: (sequences: readonly number[]) => Promise<Set<number>>
}

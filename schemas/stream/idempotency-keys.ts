/** Storage of Idempotency-Keys (contract.md 5.1). db implements it. */
import type { Id } from '../base/ids.js'

/** Ids of a batch: its own, and that of its first raw segment. */
export interface ReservedIds {
  batch: Id
  first: Id
}

/** What is known about a key. */
export type KeyState =
  /**
   * Claimed: go on with these ids, those of an earlier attempt with unknown outcome or else the proposed
   * ones.
   */
  | { is: 'ours'; ids: ReservedIds }
  /** Another request with this key is in progress, with these ids; null: it has ended just now. */
  | { is: 'running'; ids: ReservedIds | null }
  /**
   * Another request with this key was in progress, with these ids, in a process that has not been seen alive
   * for a moment. The key is free as soon as that process is taken for dead.
   */
  | { is: 'unknown'; ids: ReservedIds }
  /** The key was used with another body. */
  | { is: 'other' }
  /** The request was accepted before, with these ids; from them and the body follows its answer. */
  | { is: 'answered'; ids: ReservedIds }

export interface KeyOwner {
  client: string
  member: Id
  key: string
  body: Uint8Array
}

export interface IdempotencyKeys {
  claim: (owner: KeyOwner, proposed: ReservedIds) => Promise<KeyState>
  /** The request was accepted: a repeat is answered like it. */
  complete: (owner: KeyOwner) => Promise<void>
  /** Nothing was stored: frees the key. */
  release: (owner: KeyOwner) => Promise<void>
  /** The outcome is unknown: the next attempt with this key continues with the same ids. */
  abandon: (owner: KeyOwner) => Promise<void>
}

/** Where `stream heal` keeps unfolded messages while it rebuilds the stream (workers/DESIGN.md 4.4). */
import type { Id } from '../base/ids.js'

export interface SavedMessage {
  member: Id
  batch: Id
  bytes: Uint8Array
}

export interface SavedMessages {
  /** Those of the batches that are folded. */
  folded: (batches: Array<{ member: Id; batch: Id }>) => Promise<Set<Id>>
  /** Adds messages behind those saved before; a batch that is saved already stays where it is. */
  save: (messages: SavedMessage[]) => Promise<void>
  /** Messages after a position, in the order in which they were saved, each with its own position. */
  read: (after: number, limit: number) => Promise<Array<SavedMessage & { position: number }>>
  clear: () => Promise<void>
}

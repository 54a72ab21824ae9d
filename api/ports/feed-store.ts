/** What feeds need from the store (contract.md 8). db implements it. */
import type { Id } from '../../schemas/base/ids.js'
import type { Envelope } from '../../schemas/stream/message.js'
import type { KeyState, ReservedIds } from '../../schemas/stream/idempotency-keys.js'

/** Keys of feed lines, many at a time. */
export interface LineKeyStore {
  /** Claims keys, all different. Returns the state of each, in order. */
  claim: (
    client: string,
    lines: ReadonlyArray<{ key: string; body: Uint8Array; ids: ReservedIds }>,
  ) => Promise<KeyState[]>
  /** Saves the answers to accepted lines. */
  saveAnswers: (client: string, lines: ReadonlyArray<{ key: string; answer: string }>) => Promise<void>
  /** The lines were not accepted, or that is unknown: the next attempt continues with the same ids. */
  abandon: (client: string, keys: readonly string[]) => Promise<void>
}

export interface FeedStore {
  /** Whether the application may send feeds now. */
  mayFeed: (client: string) => Promise<boolean>
  /** Those of the members who exist and authorise the application. */
  authorisedMembers: (client: string, ids: readonly Id[]) => Promise<Set<Id>>
  /** Who registered each loyalty number, in order; null: nobody has. */
  accountOwners: (
    numbers: ReadonlyArray<{ source: string; number: string }>,
  ) => Promise<Array<{ member: Id; account: Id } | null>>
  /** Holds lines, in order, until a member registers their number: all or none. */
  holdLines: (
    lines: ReadonlyArray<{ source: string; number: string; envelope: Envelope; body: string }>,
  ) => Promise<void>
  keys: LineKeyStore
}

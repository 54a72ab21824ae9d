/** What feeds need from the store (contract.md 8). db implements it. */
import type { Id } from '../../schemas/base/ids.js'
import type { LineNames } from '../../schemas/itinerary/name-agreement.js'
import type { LineRecipient } from '../../schemas/feeds/held-line-store.js'
import type { Envelope } from '../../schemas/stream/message.js'
import type { KeyState, ReservedIds } from '../../schemas/stream/idempotency-keys.js'

/** Keys of feed lines, many at a time. */
export interface LineKeyStore {
  /** Claims keys, all different. Returns the state of each, in order. */
  claim: (
    client: string,
    lines: ReadonlyArray<{ key: string; body: Uint8Array; ids: ReservedIds }>,
  ) => Promise<KeyState[]>
  /** The lines were accepted: their repeats are answered like them. */
  complete: (client: string, keys: readonly string[]) => Promise<void>
  /** The lines were not accepted, or that is unknown: the next attempt continues with the same ids. */
  abandon: (client: string, keys: readonly string[]) => Promise<void>
}

/** A loyalty number, and the names of a line for it. */
export interface LineAddress extends LineNames {
  source: string
  number: string
}

/** Who has registered a number, and who of them may receive a line. */
export interface AddressState {
  registered: number
  recipients: LineRecipient[]
}

/** Why a line is held: nobody has the number, nobody has proven to own it, no name agrees, or several agree. */
export type HoldReason = 'unregistered' | 'unproven' | 'other_name' | 'shared'

export interface FeedStore {
  /** Whether the application may send feeds now. */
  mayFeed: (client: string) => Promise<boolean>
  /** Whether numbers of the source that the application registers are proven to be their members'. */
  mayVouch: (client: string, source: string) => Promise<boolean>
  /** Those of the members who exist and authorise the application. */
  authorisedMembers: (client: string, ids: readonly Id[]) => Promise<Set<Id>>
  /** Who may receive a line for each number with these names, in order. */
  addressStates: (addresses: readonly LineAddress[]) => Promise<AddressState[]>
  /**
   * Holds lines, in order, until a member may receive them: all or none. A `shared` one has several recipients
   * and is released at once.
   */
  holdLines: (
    lines: ReadonlyArray<LineAddress & { shared: boolean; envelope: Envelope; body: string }>,
  ) => Promise<void>
  keys: LineKeyStore
}

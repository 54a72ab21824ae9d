/** What feeds need from the store (contract.md 8). db implements it. */
import type { Id } from '../../schemas/base/ids.js'
import type { LineNames } from '../../schemas/itinerary/name-agreement.js'
import type { FeedReportReader } from '../../schemas/feeds/feed-report.js'
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

/**
 * Why a line is held (contract.md 8.3): nobody has the number, several members with the same proof of it, a member
 * without a proof, or a member whom it does not name.
 */
export type HoldReason = 'unregistered' | 'contested' | 'unproven' | 'other_name'

/** Who receives a line: whole without a reason, else without its booking. */
export interface AddressState {
  reason: HoldReason | null
  recipient: LineRecipient | null
}

export interface FeedStore {
  /** The sources whose numbers the application may feed now; null if it may not send feeds. */
  feedSources: (client: string) => Promise<ReadonlySet<string> | null>
  /** Whether numbers of the source that the application registers are proven to be their members'. */
  mayVouch: (client: string, source: string) => Promise<boolean>
  /** Those of the members who exist and authorise the application. */
  authorisedMembers: (client: string, ids: readonly Id[]) => Promise<Set<Id>>
  /** Who receives a line of the application for each number with these names, in order. */
  addressStates: (client: string, addresses: readonly LineAddress[]) => Promise<AddressState[]>
  /** Holds lines, in order, until a member may receive them: all or none. A `due` one has a recipient already. */
  holdLines: (
    lines: ReadonlyArray<
      LineAddress & { client: string; proofs: string[]; due: boolean; envelope: Envelope; body: string }
    >,
  ) => Promise<void>
  keys: LineKeyStore
  reports: FeedReportReader
}

/**
 * The histories of a cluster, as a new one is compared with them. One supplier may send thousands that
 * are all equal under as many locators: how a history relates to one of them is how it relates to all.
 */
import { lowerBound } from '../lib/lower-bound.js'
import { matchingFingerprint } from '../statement/matching-fields.js'
import type { Statement } from '../statement/statement.js'
import { newestVersion } from './statement-history.js'
import type { StatementHistory } from './statement-history.js'
import { cancelledSince } from './version-order.js'

/** Up to this size every member is compared. */
const SMALL_CLUSTER = 16

/**
 * Everything the relation of a history to one of another booking depends on, except which locators both have:
 * a rule may ask whether they have any.
 */
function historyFingerprint(history: StatementHistory): string {
  const compared = [...history.variants, newestVersion(history)]
  return JSON.stringify([history.locatorKey === null, ...compared.map(matchingFingerprint)])
}

export class ClusterMembers {
  readonly histories: StatementHistory[] = []
  /** Stamps of their first versions, in order. */
  private readonly bookedAt: number[] = []
  /** When the source of highest priority cancelled it; Infinity while one of its histories is live. */
  private cancelledAt = -Infinity
  /** Of each fingerprint one history, and another with another locator. */
  private readonly representatives = new Map<string, StatementHistory[]>()
  private readonly byLocator = new Map<string, StatementHistory[]>()
  /** How many of `histories` are in those two indexes. */
  private indexed = 0

  add(history: StatementHistory): void {
    this.histories.push(history)
    const { statedAt } = history.versions[0] as Statement
    this.bookedAt.splice(
      lowerBound(this.bookedAt, (stamp) => stamp <= statedAt),
      0,
      statedAt,
    )
    if (history.source !== this.histories[0]?.source) return
    this.cancelledAt = Math.max(this.cancelledAt, cancelledSince(history.versions) ?? Infinity)
  }

  /** The members to compare a new history with: any relation of it to a member holds for one of these. */
  candidates(history: StatementHistory): readonly StatementHistory[] {
    if (this.histories.length <= SMALL_CLUSTER) return this.histories
    for (; this.indexed < this.histories.length; this.indexed++)
      this.index(this.histories[this.indexed] as StatementHistory)
    // Histories of one booking are related by other rules than the rest.
    const { locatorKey } = history
    const candidates = locatorKey === null ? [] : (this.byLocator.get(locatorKey) ?? []).slice()
    for (const equals of this.representatives.values()) {
      const one = equals.find((other) => other.locatorKey === null || other.locatorKey !== locatorKey)
      if (one !== undefined) candidates.push(one)
    }
    return candidates
  }

  private index(history: StatementHistory): void {
    const fingerprint = historyFingerprint(history)
    const equals = this.representatives.get(fingerprint)
    if (equals === undefined) this.representatives.set(fingerprint, [history])
    else if (equals.length === 1 && equals[0]?.locatorKey !== history.locatorKey) equals.push(history)
    if (history.locatorKey === null) return
    const booking = this.byLocator.get(history.locatorKey)
    if (booking === undefined) this.byLocator.set(history.locatorKey, [history])
    else booking.push(history)
  }

  /** True if the source of highest priority had cancelled it before `stamp`. */
  wasCancelledBefore(stamp: number): boolean {
    return this.cancelledAt < stamp
  }

  /**
   * Milliseconds to the nearest first version of a booking in the cluster: feeds follow the booking they
   * report.
   */
  bookingDistance(stamp: number): number {
    const after = lowerBound(this.bookedAt, (other) => other < stamp)
    return Math.min(
      Math.abs((this.bookedAt[after] ?? Infinity) - stamp),
      Math.abs(stamp - (this.bookedAt[after - 1] ?? -Infinity)),
    )
  }
}

/**
 * The tracks of a cluster, as a new one meets them. Thousands may be in it, sent by one supplier under as many locators, that
 * say one and the same: how another track stands to one of them tells how it stands to all.
 */
import { lowerBound } from '../lib/lower-bound.js'
import type { Statement } from '../statement/statement.js'
import { matchingFingerprint } from '../statement/matching-fields.js'
import type { LegHistory } from './leg-history.js'

/** So many tracks are met one by one. */
const SMALL_CLUSTER = 16

/** All that the relation of a track to one of another booking hangs on but which locators both have: a rule may ask whether they have any. */
function historyFingerprint({ locatorKey: key, versions: words, variants: shapes }: LegHistory): string {
  return JSON.stringify([
    key === null,
    ...[...shapes, words.at(-1) as Statement].map((s) => matchingFingerprint(s.raw)),
  ])
}

export class ClusterMembers {
  readonly histories: LegHistory[] = []
  /** Stamps of their first words, in order. */
  private readonly begun: number[] = []
  /** When the highest source gave it up; never, while one of its tracks is live. */
  private ended = -Infinity
  /** Of each kind one, and another of another locator. */
  private readonly kinds = new Map<string, LegHistory[]>()
  private readonly byKey = new Map<string, LegHistory[]>()
  /** How many of `tracks` stand in those two. */
  private sorted = 0

  add(track: LegHistory): void {
    this.histories.push(track)
    const { statedAt: made } = track.versions[0] as Statement
    this.begun.splice(
      lowerBound(this.begun, (stamp) => stamp <= made),
      0,
      made,
    )
    if (track.source !== this.histories[0]?.source) return
    const last = track.versions.at(-1) as Statement
    this.ended = Math.max(this.ended, last.status === 'Cancelled' ? last.statedAt : Infinity)
  }

  /** The tracks to meet for a new one: however all stand to it, one of these does. */
  candidates(track: LegHistory): readonly LegHistory[] {
    if (this.histories.length <= SMALL_CLUSTER) return this.histories
    for (; this.sorted < this.histories.length; this.sorted++)
      this.sort(this.histories[this.sorted] as LegHistory)
    // Of one booking they stand to each other by rules of its own.
    const out = track.locatorKey === null ? [] : (this.byKey.get(track.locatorKey) ?? []).slice()
    for (const alike of this.kinds.values()) {
      const one = alike.find(({ locatorKey: key }) => key === null || key !== track.locatorKey)
      if (one !== undefined) out.push(one)
    }
    return out
  }

  private sort(track: LegHistory): void {
    const kind = historyFingerprint(track)
    const alike = this.kinds.get(kind)
    if (alike === undefined) this.kinds.set(kind, [track])
    else if (alike.length === 1 && alike[0]?.locatorKey !== track.locatorKey) alike.push(track)
    if (track.locatorKey === null) return
    const booking = this.byKey.get(track.locatorKey)
    if (booking === undefined) this.byKey.set(track.locatorKey, [track])
    else booking.push(track)
  }

  /** The highest source of the cluster had given it up when the stamp was made. */
  wasCancelledBefore(stamp: number): boolean {
    return this.ended < stamp
  }

  /** Milliseconds between a stamp and the nearest first word of a booking in the cluster: feeds follow the booking they report. */
  bookingDistance(stamp: number): number {
    const after = lowerBound(this.begun, (other) => other < stamp)
    return Math.min(
      Math.abs((this.begun[after] ?? Infinity) - stamp),
      Math.abs(stamp - (this.begun[after - 1] ?? -Infinity)),
    )
  }
}

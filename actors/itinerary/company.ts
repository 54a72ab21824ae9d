/**
 * The tracks of a cluster, as a new one meets them. Thousands may be in it, sent by one supplier under as many locators, that
 * say one and the same: how another track stands to one of them tells how it stands to all.
 */
import { lowerBound } from './lower-bound.js'
import type { Statement } from './statement.js'
import { toldBy } from './told.js'
import type { Track } from './tracks.js'

/** So many tracks are met one by one. */
const FEW = 16

/** All that the relation of a track to one of another booking hangs on but which locators both have: a rule may ask whether they have any. */
function kindOf({ key, words, shapes }: Track): string {
  return JSON.stringify([key === null, ...[...shapes, words.at(-1) as Statement].map((s) => toldBy(s.raw))])
}

export class Company {
  readonly tracks: Track[] = []
  /** Stamps of their first words, in order. */
  private readonly begun: number[] = []
  /** When the highest source gave it up; never, while one of its tracks is live. */
  private ended = -Infinity
  /** Of each kind one, and another of another locator. */
  private readonly kinds = new Map<string, Track[]>()
  private readonly byKey = new Map<string, Track[]>()
  /** How many of `tracks` stand in those two. */
  private sorted = 0

  add(track: Track): void {
    this.tracks.push(track)
    const { made } = track.words[0] as Statement
    this.begun.splice(
      lowerBound(this.begun, (stamp) => stamp <= made),
      0,
      made,
    )
    if (track.source !== this.tracks[0]?.source) return
    const last = track.words.at(-1) as Statement
    this.ended = Math.max(this.ended, last.standing === 'Cancelled' ? last.made : Infinity)
  }

  /** The tracks to meet for a new one: however all stand to it, one of these does. */
  met(track: Track): readonly Track[] {
    if (this.tracks.length <= FEW) return this.tracks
    for (; this.sorted < this.tracks.length; this.sorted++) this.sort(this.tracks[this.sorted] as Track)
    // Of one booking they stand to each other by rules of its own.
    const out = track.key === null ? [] : (this.byKey.get(track.key) ?? []).slice()
    for (const alike of this.kinds.values()) {
      const one = alike.find(({ key }) => key === null || key !== track.key)
      if (one !== undefined) out.push(one)
    }
    return out
  }

  private sort(track: Track): void {
    const kind = kindOf(track)
    const alike = this.kinds.get(kind)
    if (alike === undefined) this.kinds.set(kind, [track])
    else if (alike.length === 1 && alike[0]?.key !== track.key) alike.push(track)
    if (track.key === null) return
    const booking = this.byKey.get(track.key)
    if (booking === undefined) this.byKey.set(track.key, [track])
    else booking.push(track)
  }

  /** The highest source of the cluster had given it up when the stamp was made. */
  givenUp(stamp: number): boolean {
    return this.ended < stamp
  }

  /** Milliseconds between a stamp and the nearest first word of a booking in the cluster: feeds follow the booking they report. */
  bookedApart(stamp: number): number {
    const after = lowerBound(this.begun, (other) => other < stamp)
    return Math.min(
      Math.abs((this.begun[after] ?? Infinity) - stamp),
      Math.abs(stamp - (this.begun[after - 1] ?? -Infinity)),
    )
  }
}

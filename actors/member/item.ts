/** One segment of a member in memory. */
import type { Id } from '../../schemas/ids.js'
import { Away } from '../itinerary/away.js'
import type { SegmentType } from '../itinerary/kinds.js'
import type { Leg } from '../itinerary/leg.js'
import type { Merged } from '../itinerary/merge.js'
import type { Fields, Raw } from '../itinerary/raw.js'
import type { Connection } from './links.js'

export type SegmentStatus = 'Active' | 'Pending' | 'Cancelled' | 'Merged' | 'Deleted'

export class Item {
  readonly id: Id
  readonly type: SegmentType
  version = 0
  raws: Raw[] = []
  /** Its leg while it is live; change it through `setLeg` alone. */
  leg: Leg | null = null
  /** The leg as its trip has it: a place that its name alone left open is settled there. */
  seen: Leg | null = null
  status: SegmentStatus = 'Active'
  /** Whether it is reached by a connection. */
  link: Connection = { isConnection: false, minutes: null }
  /** Status as last written. */
  saved: SegmentStatus | null = null
  /** What the document said beside the statements when last written; null when it was not written since the state was restored. */
  shown: { trip: Id | null; seen: Leg | null; link: Connection } | null = null
  /** Reason as last written. */
  savedWhy: string | null = null
  tripId: Id | null = null
  why: string | null = null
  /** Fields the member pinned (segment.set). */
  set: Fields = {}
  mergedInto: Id | null = null
  replaces: Id | null = null
  replacedBy: Id | null = null
  lookalikes: Id[] = []
  created: number
  updated: number
  /** What it weighs in memory (weigh.ts). */
  bytes = 0
  private text: string | null = ''
  private together: Merged | null = null
  private merging: (() => Merged) | null = null

  constructor(id: Id, type: SegmentType, now: number) {
    this.id = id
    this.type = type
    this.created = now
    this.updated = now
  }

  /** What its statements say together; null when it has none. */
  get merged(): Merged | null {
    if (this.merging !== null) {
      this.together = this.merging()
      this.merging = null
    }
    return this.together
  }

  set merged(merged: Merged | null) {
    this.together = merged
    this.merging = null
  }

  /** Its document as last written; empty when it never was. */
  get doc(): string {
    if (this.text === null) throw new Away(`the document of segment ${this.id}`)
    return this.text
  }

  set doc(text: string | null) {
    this.text = text
  }

  /** Whether its document and what its raw segments say were left in the store. */
  get away(): boolean {
    return this.text === null
  }

  /** Lets go of what can be brought again from the row that was last written. */
  rest(): void {
    this.text = null
    for (const raw of this.raws) raw.rest()
    if (this.together === null) return
    this.together = null
    this.mergeLater(unmerged)
  }

  /** Leaves its statements to be merged when they are first asked for. */
  mergeLater(merging: () => Merged): void {
    this.merging = merging
  }
}

function unmerged(): Merged {
  throw new Away('what the statements of a segment say together')
}

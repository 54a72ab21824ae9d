/** One segment of a member in memory. */
import type { Id } from '../../../schemas/base/ids.js'
import { NotLoadedError } from '../../itinerary/lib/not-loaded-error.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { MergedSegment } from '../../itinerary/merge/merge.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'
import type { Connection } from './rebookings.js'

export type SegmentStatus = 'Active' | 'Pending' | 'Cancelled' | 'Merged' | 'Deleted'

export class SegmentState {
  readonly id: Id
  readonly type: SegmentType
  version = 0
  rawSegments: RawSegment[] = []
  /** Its leg while it is live; change it through `setLeg` alone. */
  leg: Leg | null = null
  /** The leg as its trip has it: a place that its name alone left open is settled there. */
  placedLeg: Leg | null = null
  status: SegmentStatus = 'Active'
  /** Whether it is reached by a connection. */
  connection: Connection = { isConnection: false, minutes: null }
  /** Status as last written. */
  savedStatus: SegmentStatus | null = null
  /** What the document said beside the statements when last written; null when it was not written since the state was restored. */
  rendered: { trip: Id | null; seen: Leg | null; link: Connection } | null = null
  /** Reason as last written. */
  savedReason: string | null = null
  tripId: Id | null = null
  groupingReason: string | null = null
  /** Fields the member pinned (segment.set). */
  pinnedFields: Fields = {}
  mergedInto: Id | null = null
  replaces: Id | null = null
  replacedBy: Id | null = null
  possibleDuplicates: Id[] = []
  created: number
  updated: number
  /** What it weighs in memory (weigh.ts). */
  bytes = 0
  private text: string | null = ''
  private together: MergedSegment | null = null
  private merging: (() => MergedSegment) | null = null

  constructor(id: Id, type: SegmentType, now: number) {
    this.id = id
    this.type = type
    this.created = now
    this.updated = now
  }

  /** What its statements say together; null when it has none. */
  get merged(): MergedSegment | null {
    if (this.merging !== null) {
      this.together = this.merging()
      this.merging = null
    }
    return this.together
  }

  set merged(merged: MergedSegment | null) {
    this.together = merged
    this.merging = null
  }

  /** Its document as last written; empty when it never was. */
  get doc(): string {
    if (this.text === null) throw new NotLoadedError(`the document of segment ${this.id}`)
    return this.text
  }

  set doc(text: string | null) {
    this.text = text
  }

  /** Whether its document and what its raw segments say were left in the store. */
  get isEvicted(): boolean {
    return this.text === null
  }

  /** Lets go of what can be brought again from the row that was last written. */
  evict(): void {
    this.text = null
    for (const raw of this.rawSegments) raw.evictFields()
    if (this.together === null) return
    this.together = null
    this.mergeLazily(unmerged)
  }

  /** Leaves its statements to be merged when they are first asked for. */
  mergeLazily(merging: () => MergedSegment): void {
    this.merging = merging
  }
}

function unmerged(): MergedSegment {
  throw new NotLoadedError('what the statements of a segment say together')
}

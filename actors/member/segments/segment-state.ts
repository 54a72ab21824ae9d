/** One segment of a member. */
import type { Id } from '../../../schemas/base/ids.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { SegmentWrite } from '../../../schemas/stream/fold-result.js'
import type { Leg } from '../../itinerary/grouping/legs/leg.js'
import type { GroupingReason } from '../../itinerary/grouping/path.js'
import { NotLoadedError } from '../../itinerary/lib/not-loaded-error.js'
import type { MergedSegment } from '../../itinerary/merge/merged-segment.js'
import type { Fields, RawSegment } from '../../itinerary/statement/raw-segment.js'

export type SegmentStatus = SegmentWrite['status']

/** How a movement is reached from the one before it in its trip. */
export interface Connection {
  isConnection: boolean
  minutes: number | null
}

/** What a document shows besides the statements; changes when the trip changes. */
export interface RenderedContext {
  tripId: Id | null
  placedLeg: Leg | null
  connection: Connection
}

/** What was known when the member pinned a field. */
export interface KnownAtPin {
  /** Epoch milliseconds. */
  at: number
  /**
   * What each source had reported by then, in the form in which values are compared. Missing until a statement of that
   * time is removed: until then it follows from the statements.
   */
  known?: KnownValues
}

/** By source. */
export type KnownValues = Record<string, unknown[]>

export class SegmentState {
  readonly id: Id
  readonly type: SegmentType
  version = 0
  /** In order of their ids. */
  rawSegments: RawSegment[] = []
  /** The status reports that it shows (RULES 3.6). */
  reports: readonly RawSegment[] = []
  /** The delay in the last event about it, in minutes (RULES 7.8). */
  announcedDelay = 0
  /** Its leg while it is live; change it through `setLeg` only. */
  leg: Leg | null = null
  /** The leg as grouping placed it: an ambiguous place is resolved to the one its trip passes. */
  placedLeg: Leg | null = null
  status: SegmentStatus = 'Active'
  connection: Connection = { isConnection: false, minutes: null }
  /** Status as last written. */
  savedStatus: SegmentStatus | null = null
  /** What the document was last rendered with; null if it was not rendered since the state was restored. */
  rendered: RenderedContext | null = null
  /** Grouping reason as last written. */
  savedReason: GroupingReason | null = null
  tripId: Id | null = null
  /** Why it belongs to its trip; null if it belongs to none. */
  groupingReason: GroupingReason | null = null
  /** Fields the member pinned (`segment.set`). */
  pinnedFields: Fields = {}
  /** By pinned field, what was known when it was pinned (RULES 3.5.5). */
  knownAtPin: Record<string, KnownAtPin> = {}
  mergedInto: Id | null = null
  replaces: Id | null = null
  replacedBy: Id | null = null
  possibleDuplicates: Id[] = []
  created: number
  updated: number
  /** Its share of `MemberState.bytes`. */
  bytes = 0
  private text: string | null = ''
  private mergedSegment: MergedSegment | null = null
  private pendingMerge: (() => MergedSegment) | null = null

  constructor(id: Id, type: SegmentType, now: number) {
    this.id = id
    this.type = type
    this.created = now
    this.updated = now
  }

  /**
   * Its statements merged; null if it has none.
   * @throws {NotLoadedError} if it was evicted
   */
  get merged(): MergedSegment | null {
    if (this.pendingMerge !== null) {
      this.mergedSegment = this.pendingMerge()
      this.pendingMerge = null
    }
    return this.mergedSegment
  }

  set merged(merged: MergedSegment | null) {
    this.mergedSegment = merged
    this.pendingMerge = null
  }

  /**
   * Its document as last written, JSON; empty before the first time.
   * @throws {NotLoadedError} if it was evicted
   */
  get doc(): string {
    if (this.text === null) throw new NotLoadedError(`the document of segment ${this.id}`)
    return this.text
  }

  set doc(text: string | null) {
    this.text = text
  }

  /** True if its document and the fields of its raw segments are in the store only. */
  get isEvicted(): boolean {
    return this.text === null
  }

  /** Drops what can be loaded again from the row last written. */
  evict(): void {
    this.text = null
    for (const raw of this.rawSegments) raw.evictFields()
    if (this.mergedSegment === null) return
    this.mergedSegment = null
    this.mergeLazily(notLoaded)
  }

  /** Postpones merging its statements until they are first needed. */
  mergeLazily(merge: () => MergedSegment): void {
    this.pendingMerge = merge
  }
}

function notLoaded(): MergedSegment {
  throw new NotLoadedError('the merged statements of a segment')
}

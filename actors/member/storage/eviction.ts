/**
 * Segments whose documents and raw segments stay in the store (workers/README.md 5: the cost of a step is what it touches, not all
 * that is held). Their legs and the keys of their statements stay in memory, so that whatever may concern them is found.
 */
import type { StoredSegment } from '../../../schemas/stream/fold-result.js'
import type { Env } from '../env.js'
import { mergeStatements } from '../segments/resolve-segments.js'
import type { SegmentState } from '../segments/segment-state.js'
import type { MemberState, StoredSegmentState } from '../state.js'
import { attachFields, decodeRawSegment, splitSegmentState } from './raw-segment-codec.js'
import { updateSegmentSize } from './memory-size.js'

/** How many segments of a member stay in full, the latest that steps looked at: a handful of trips. */
export const MAX_LOADED_SEGMENTS = 32

/** Remembers what a step looked at; what it saw by its leg alone may be away still. */
export function markUsed(state: MemberState, items: readonly SegmentState[]): void {
  const seen = new Set(items.filter(({ isEvicted: away }) => !away))
  for (const item of seen) {
    state.recentlyUsed.delete(item)
    state.recentlyUsed.add(item)
  }
  state.usedByLastStep = seen.size
}

/** Lets go of segments that no step looked at lately. To be called for states alone of which every row is saved or about to be. */
export function evictSegments(state: MemberState, full = MAX_LOADED_SEGMENTS): void {
  const most = Math.max(full, state.usedByLastStep)
  for (const item of state.recentlyUsed) {
    if (state.recentlyUsed.size <= most) return
    state.recentlyUsed.delete(item)
    item.evict()
    updateSegmentSize(state, item)
  }
}

/** Takes in rows of segments that were away. */
export function loadSegments(state: MemberState, rows: readonly StoredSegment[], env: Env): void {
  for (const { id, doc, state: text } of rows) {
    const item = state.segments.get(id)
    if (item?.isEvicted !== true || doc === null) continue
    const [line, said] = splitSegmentState(text)
    const kept = JSON.parse(line) as StoredSegmentState
    item.doc = doc
    if (said !== null) attachFields(item.rawSegments, kept.n ?? [], said)
    else
      for (const stored of kept.r ?? [])
        item.rawSegments
          .find((raw) => raw.id === stored[0])
          ?.deferFields({ read: () => decodeRawSegment(item.type, stored).fields }, 0)
    if (item.rawSegments.length > 0) item.mergeLazily(() => mergeStatements(state, item, env))
    state.recentlyUsed.add(item)
    updateSegmentSize(state, item)
  }
}

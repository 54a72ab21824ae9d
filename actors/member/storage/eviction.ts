/**
 * Eviction of segments: their documents and the fields of their raw segments stay in the store, so that a
 * step costs what it changes and not what the member has (RULES 2.2). Their legs and index keys stay, so that
 * whatever may concern them is found.
 */
import type { StoredSegment } from '../../../schemas/stream/fold-result.js'
import type { Env } from '../env.js'
import type { MemberState } from '../model.js'
import { mergeStatements } from '../segments/merge-statements.js'
import type { SegmentState } from '../segments/segment-state.js'
import { updateSegmentSize } from './memory-size.js'
import { attachFields, decodeRawSegment, splitSegmentState } from './raw-segment-codec.js'
import type { StoredSegmentState } from './stored-state.js'

/** How many segments of a member stay loaded between steps: those of a handful of trips. */
export const MAX_LOADED_SEGMENTS = 32

/** Records which segments a step used. Evicted ones, of which it needed only the leg, do not count. */
export function markUsed(state: MemberState, segments: readonly SegmentState[]): void {
  const used = new Set(segments.filter((segment) => !segment.isEvicted))
  for (const segment of used) {
    state.recentlyUsed.delete(segment)
    state.recentlyUsed.add(segment)
  }
  state.usedByLastStep = used.size
}

/**
 * Evicts the least recently used segments beyond `max`, but none that the last step used. Call it only when
 * every row of the member is saved or about to be.
 */
export function evictSegments(state: MemberState, max = MAX_LOADED_SEGMENTS): void {
  const kept = Math.max(max, state.usedByLastStep)
  for (const segment of state.recentlyUsed) {
    if (state.recentlyUsed.size <= kept) return
    state.recentlyUsed.delete(segment)
    segment.evict()
    updateSegmentSize(state, segment)
  }
}

/** Loads evicted segments from their rows; rows of other segments are ignored. */
export function loadSegments(state: MemberState, rows: readonly StoredSegment[], env: Env): void {
  for (const { id, doc, state: text } of rows) {
    const segment = state.segments.get(id)
    if (segment?.isEvicted !== true || doc === null) continue
    segment.doc = doc
    loadFields(segment, text)
    if (segment.rawSegments.length > 0) segment.mergeLazily(() => mergeStatements(state, segment, env))
    state.recentlyUsed.add(segment)
    updateSegmentSize(state, segment)
  }
}

function loadFields({ rawSegments, type }: SegmentState, stored: string): void {
  const [text, fields] = splitSegmentState(stored)
  const saved = JSON.parse(text) as StoredSegmentState
  if (fields !== null) {
    attachFields(rawSegments, saved.n ?? [], fields)
    return
  }
  for (const one of saved.r ?? []) {
    const raw = rawSegments.find(({ id }) => id === one[0])
    raw?.deferFields({ read: () => decodeRawSegment(type, one).fields }, 0)
  }
}

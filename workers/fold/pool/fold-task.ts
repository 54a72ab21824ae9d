/**
 * Runs one fold task wherever it executes: cached or stored state, parsed messages, the rules, back into the
 * cache.
 */
import { inOnePiece, type Pieces } from '../../../actors/itinerary/lib/pieces.js'
import { IdsUnavailableError } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { FoldResult, StoredMember, StoredSegment } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { FoldOutcome, FoldTask } from '../../ports.js'
import type { MemberCache } from './member-cache.js'

/**
 * The rules as an executor needs them (actors/member), in pieces between which the thread may do something else. `now`,
 * epoch milliseconds, is the clock of the step.
 */
export interface Rules<S> {
  restore: (stored: StoredMember, now: number) => Pieces<S>
  decide: (state: S, messages: StreamMessage[], now: number) => Pieces<{ state: S; folded: FoldResult }>
  /** Approximate bytes of a state in memory. */
  memorySize: (state: S) => number
  /**
   * For rules that can leave part of a member in the store. Without it a member is always in memory as a
   * whole.
   */
  eviction?: EvictionRules<S>
}

export interface EvictionRules<S> {
  /** Evicted segments that these messages will need; changes nothing. */
  prefetch: (state: S, messages: StreamMessage[]) => Id[]
  /** Puts evicted segments back into the state. */
  load: (state: S, rows: StoredSegment[], now: number) => void
  /** Evicts what was not needed lately. */
  evict: (state: S) => void
  /** Whether `decide` or `restore` threw because it met an evicted segment; the state is unusable then. */
  isNotLoaded: (error: unknown) => boolean
}

/** Folds one task at once; the same as `foldTaskInPieces` otherwise. */
export function runFoldTask<S>(rules: Rules<S>, cache: MemberCache<S>, task: FoldTask): FoldOutcome {
  return inOnePiece(foldTaskInPieces(rules, cache, task))
}

/**
 * Folds one task. Never throws: an error of the rules becomes the outcome `failed`, a lack of ids
 * `unavailable`, and the member leaves the cache.
 */
export function* foldTaskInPieces<S>(
  rules: Rules<S>,
  cache: MemberCache<S>,
  task: FoldTask,
): Pieces<FoldOutcome> {
  try {
    const position = cache.position(task.member, task.ownerTag) ?? task.stored
    const state =
      cache.take(task.member, task.ownerTag) ??
      (task.stored === null ? null : yield* rules.restore(task.stored, task.now))
    if (state === null || position === null) return { is: 'needsState' }
    const messages = task.messages.map(({ seq, envelope, body }) => ({
      seq,
      envelope,
      body: JSON.parse(body) as unknown,
    }))
    if (task.loadedSegments !== undefined) yield* load(rules, state, task.loadedSegments, task.now)
    else {
      const segments = rules.eviction?.prefetch(state, messages) ?? []
      if (segments.length > 0) {
        putBack(rules, cache, task, state, position.appliedSeq)
        return { is: 'needsSegments', segments }
      }
    }
    yield
    const step = yield* rules.decide(state, messages, task.now)
    if (task.dryRun !== true) rules.eviction?.evict(step.state)
    putBack(rules, cache, task, step.state, step.folded.appliedSeq)
    return { is: 'folded', folded: step.folded }
  } catch (error) {
    if (rules.eviction?.isNotLoaded(error) === true) return { is: 'needsFullState' }
    if (error instanceof IdsUnavailableError) return { is: 'unavailable', error: error.message }
    return { is: 'failed', error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

/** Segments that are loaded in one piece. */
const LOADED_AT_ONCE = 100

function* load<S>({ eviction }: Rules<S>, state: S, rows: StoredSegment[], now: number): Pieces<void> {
  for (let i = 0; i < rows.length; i += LOADED_AT_ONCE) {
    eviction?.load(state, rows.slice(i, i + LOADED_AT_ONCE), now)
    yield
  }
}

function putBack<S>(
  rules: Rules<S>,
  cache: MemberCache<S>,
  { member, ownerTag, newestBatch }: FoldTask,
  state: S,
  appliedSeq: number,
): void {
  cache.put(member, ownerTag, state, { appliedSeq, newestBatch }, rules.memorySize(state))
}

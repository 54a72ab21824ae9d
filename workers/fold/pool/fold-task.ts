/**
 * Runs one fold task wherever it executes: cached or stored state, parsed messages, the rules, back into the
 * cache.
 */
import { IdsUnavailableError } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { FoldResult, StoredMember, StoredSegment } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { FoldOutcome, FoldTask } from '../../ports.js'
import type { MemberCache } from './member-cache.js'

/**
 * The rules as an executor needs them (actors/member). `now`, epoch milliseconds, is the clock of the step.
 */
export interface Rules<S> {
  restore: (stored: StoredMember, now: number) => S
  decide: (state: S, messages: StreamMessage[], now: number) => { state: S; folded: FoldResult }
  /** Approximate bytes of a state in memory. */
  memorySize: (state: S) => number
  /**
   * The same in pieces, between which the thread may do something else. Without it, `restore` and `decide` are one piece
   * each.
   */
  inPieces?: {
    restore: (stored: StoredMember, now: number) => Pieces<S>
    decide: (state: S, messages: StreamMessage[], now: number) => Pieces<{ state: S; folded: FoldResult }>
  }
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

/** Work that yields wherever the thread may do something else. */
export type Pieces<T> = Generator<undefined, T, undefined>

/** Folds one task at once; the same as `foldTaskInPieces` otherwise. */
export function runFoldTask<S>(rules: Rules<S>, cache: MemberCache<S>, task: FoldTask): FoldOutcome {
  const pieces = foldTaskInPieces(rules, cache, task)
  for (;;) {
    const { done, value } = pieces.next()
    if (done === true) return value
  }
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
      (task.stored === null ? null : yield* restored(rules, task.stored, task.now))
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
    const step = yield* decided(rules, state, messages, task.now)
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

function* restored<S>(rules: Rules<S>, stored: StoredMember, now: number): Pieces<S> {
  return rules.inPieces === undefined
    ? rules.restore(stored, now)
    : yield* rules.inPieces.restore(stored, now)
}

function* decided<S>(
  rules: Rules<S>,
  state: S,
  messages: StreamMessage[],
  now: number,
): Pieces<{ state: S; folded: FoldResult }> {
  return rules.inPieces === undefined
    ? rules.decide(state, messages, now)
    : yield* rules.inPieces.decide(state, messages, now)
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

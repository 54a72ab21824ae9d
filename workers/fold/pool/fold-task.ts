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

/**
 * Folds one task. Never throws: an error of the rules becomes the outcome `failed`, a lack of ids
 * `unavailable`, and the member leaves the cache.
 */
export function runFoldTask<S>(rules: Rules<S>, cache: MemberCache<S>, task: FoldTask): FoldOutcome {
  try {
    const cursor = cache.cursor(task.member, task.owner) ?? task.stored
    const state =
      cache.take(task.member, task.owner) ??
      (task.stored === null ? null : rules.restore(task.stored, task.now))
    if (state === null || cursor === null) return { is: 'needsState' }
    const messages = task.messages.map(({ seq, envelope, body }) => ({
      seq,
      envelope,
      body: JSON.parse(body) as unknown,
    }))
    if (task.loadedSegments !== undefined) rules.eviction?.load(state, task.loadedSegments, task.now)
    else {
      const segments = rules.eviction?.prefetch(state, messages) ?? []
      if (segments.length > 0) {
        putBack(rules, cache, task, state, cursor.lastSeq)
        return { is: 'needsSegments', segments }
      }
    }
    const step = rules.decide(state, messages, task.now)
    if (task.dryRun !== true) rules.eviction?.evict(step.state)
    putBack(rules, cache, task, step.state, step.folded.lastSeq)
    return { is: 'folded', folded: step.folded }
  } catch (error) {
    if (rules.eviction?.isNotLoaded(error) === true) return { is: 'needsFullState' }
    if (error instanceof IdsUnavailableError) return { is: 'unavailable', error: error.message }
    return { is: 'failed', error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

function putBack<S>(
  rules: Rules<S>,
  cache: MemberCache<S>,
  { member, owner, newest }: FoldTask,
  state: S,
  lastSeq: number,
): void {
  cache.put(member, owner, state, { lastSeq, newest }, rules.memorySize(state))
}

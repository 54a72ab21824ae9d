/** One task of the fold, wherever it runs: memory or stored state, parsed messages, the rules, memory again. */
import type { Id } from '../../../schemas/base/ids.js'
import type { FoldResult, StoredMember, StoredSegment } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import type { FoldOutcome, FoldTask } from '../../ports.js'
import type { MemberCache } from './member-cache.js'

/** The rules, as a thinker needs them (actors/member). `now` becomes the clock of the step. */
export interface Rules<S> {
  restore: (stored: StoredMember, now: number) => S
  decide: (state: S, messages: StreamMessage[], now: number) => { state: S; folded: FoldResult }
  /** Rough bytes of a state in memory. */
  memorySize: (state: S) => number
  /** For rules that can leave a part of a member in the store. Left out: a member is in memory as a whole. */
  eviction?: EvictionRules<S>
}

export interface EvictionRules<S> {
  /** Segments that are away and that these messages will ask for; changes nothing. */
  prefetch: (state: S, messages: StreamMessage[]) => Id[]
  /** Takes in what was away. */
  load: (state: S, rows: StoredSegment[], now: number) => void
  /** Lets go of what was not needed lately. */
  evict: (state: S) => void
  /** Whether that is what `decide` and `restore` throw when they meet something that is away; the state is spoiled then. */
  isNotLoaded: (error: unknown) => boolean
}

/** Folds one task. Never throws: what the rules throw is the outcome `failed`, and the member is forgotten. */
export function runFoldTask<S>(rules: Rules<S>, memory: MemberCache<S>, task: FoldTask): FoldOutcome {
  try {
    const seen = memory.cursor(task.member, task.owner) ?? task.stored
    const state =
      memory.take(task.member, task.owner) ??
      (task.stored === null ? null : rules.restore(task.stored, task.now))
    if (state === null || seen === null) return { is: 'cold' }
    const messages = task.messages.map(({ seq, envelope, body }) => ({
      seq,
      envelope,
      body: JSON.parse(body) as unknown,
    }))
    if (task.loadedSegments !== undefined) rules.eviction?.load(state, task.loadedSegments, task.now)
    else {
      const segments = rules.eviction?.prefetch(state, messages) ?? []
      if (segments.length > 0) {
        memory.put(
          task.member,
          task.owner,
          state,
          { lastSeq: seen.lastSeq, newest: task.newest },
          rules.memorySize(state),
        )
        return { is: 'wants', segments }
      }
    }
    const step = rules.decide(state, messages, task.now)
    if (task.dryRun !== true) rules.eviction?.evict(step.state)
    memory.put(
      task.member,
      task.owner,
      step.state,
      { lastSeq: step.folded.lastSeq, newest: task.newest },
      rules.memorySize(step.state),
    )
    return { is: 'folded', folded: step.folded }
  } catch (error) {
    if (rules.eviction?.isNotLoaded(error) === true) return { is: 'missed' }
    return { is: 'failed', error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}
